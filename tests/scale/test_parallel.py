"""The example for GNU parallel, against the command alone."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from corpus import COMMAND, ROOT, Corpus, killer, records


class ParallelTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.corpus = Corpus(self.folder)
        self.chunks = self.folder / "chunks"

    def parallel(
        self, command: Path = COMMAND, files: list[Path] | None = None, text: str = "body"
    ) -> subprocess.CompletedProcess:
        environment = {**os.environ, "CHUNKLAB": str(command), "TEXT_FIELD": text, "ID_FIELD": "url"}
        call = [ROOT / "examples/parallel.sh", self.chunks, self.corpus.settings, *(files or self.corpus.files)]
        return subprocess.run(call, env=environment, capture_output=True, text=True, timeout=100, cwd=self.folder)

    def test_a_process_that_is_killed_loses_and_doubles_nothing_and_what_is_done_is_not_done_again(self) -> None:
        command, marker = killer(self.folder, 100, "kill -9 $$")
        run = self.parallel(command)
        self.assertEqual((run.returncode, marker.exists()), (0, True), run.stderr)
        self.assertEqual(records(list(self.chunks.glob("*.jsonl"))), self.corpus.records)
        made = {file: file.stat().st_mtime_ns for file in self.chunks.glob("*.jsonl")}
        (self.chunks / "3.jsonl").unlink()
        self.assertEqual(self.parallel().returncode, 0)
        again = {file: file.stat().st_mtime_ns for file in self.chunks.glob("*.jsonl")}
        self.assertEqual({file.name for file in made if made[file] != again[file]}, {"3.jsonl"})
        self.assertEqual(records(list(again)), self.corpus.records)

    def test_chunks_of_other_settings_do_not_come_among_them(self) -> None:
        self.assertEqual(self.parallel().returncode, 0)
        self.corpus.settings.write_text('{"size": 300}')
        run = self.parallel()
        self.assertEqual(run.returncode, 2)
        self.assertIn("other settings", run.stderr)
        self.assertEqual(records(list(self.chunks.glob("*.jsonl"))), self.corpus.records)

    def test_documents_that_cannot_be_read_are_named_until_they_are_mended(self) -> None:
        file = self.corpus.files[1]
        whole = file.read_text()
        first, _, rest = whole.partition("\n")
        file.write_text(json.dumps({"url": "u-broken"}) + "\n" + rest)
        for _ in range(2):
            run = self.parallel()
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn("1.jsonl.unread", run.stderr)
        said = (self.chunks / "1.jsonl.unread").read_text()
        self.assertEqual(said, f'chunklab: {file}:1: no field "body" (url: "u-broken")\nchunklab: 1 of 200 could not be read\n')
        file.write_text(whole)
        # The file is newer than its chunks now.
        self.assertEqual(self.parallel().returncode, 0)
        self.assertFalse(list(self.chunks.glob("*.unread")))
        self.assertEqual(records(list(self.chunks.glob("*.jsonl"))), self.corpus.records)

    def test_chunks_of_another_field_do_not_come_among_them(self) -> None:
        self.assertEqual(self.parallel(text="boddy").returncode, 1)
        run = self.parallel()
        self.assertEqual(run.returncode, 2)
        self.assertIn("other fields", run.stderr)

    def test_two_files_of_one_name_are_refused(self) -> None:
        other = self.folder / "other/1.jsonl"
        other.parent.mkdir()
        other.write_text(self.corpus.lines[0] + "\n")
        self.assertEqual(self.parallel(files=[*self.corpus.files, other]).returncode, 2)
        self.assertFalse(self.chunks.exists())

    def test_a_file_whose_process_never_ends_well_is_told_and_not_there(self) -> None:
        self.corpus.files[2].unlink()
        self.corpus.files[2].mkdir()
        self.assertEqual(self.parallel().returncode, 1)
        self.assertEqual(sorted(file.name for file in self.chunks.glob("*.jsonl")), [f"{i}.jsonl" for i in (0, 1, 3, 4, 5)])

    def test_a_file_and_a_command_that_are_not_there_are_said_before_anything_is_done(self) -> None:
        nowhere = self.folder / "nowhere"
        for run in (self.parallel(files=[*self.corpus.files, nowhere]), self.parallel(command=nowhere)):
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1))
            self.assertIn(str(nowhere), run.stderr)
        self.assertFalse(self.chunks.exists())


if __name__ == "__main__":
    unittest.main()
