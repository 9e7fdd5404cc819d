"""The Spark example on real Spark, against the command alone: `make test-spark`."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from corpus import COMMAND, ROOT, Corpus, killer, records

sys.path.insert(0, str(ROOT / "examples/spark"))
from chunk import chunked  # noqa: E402

# The executor that this is run by is killed, with all that it runs.
KILL = r"""process=$$
until tr '\0' ' ' <"/proc/$process/cmdline" | grep -q CoarseGrainedExecutorBackend; do
	process=$(awk '/^PPid:/ { print $2 }' "/proc/$process/status")
	[ "$process" -gt 1 ] || exit 3
done
echo "$process" >"$marker/killed"
kill -9 "$process"
exec sleep 5"""


class SparkTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.corpus = Corpus(self.folder)

    def spark(self, name: str, command: Path = COMMAND, master: str = "local[2]") -> subprocess.CompletedProcess:
        """Runs the example; a folder of this name holds what it writes."""
        binaries = Path(sys.executable).parent
        environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        options = ["--master", master, "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.executor.memory=600m"]
        given = [f"--chunklab={command}", f"--settings={self.corpus.settings}", "--text-field=body", "--id-field=url"]
        call = ["spark-submit", *options, ROOT / "examples/spark/chunk.py", *given, f"{self.folder}/in/*.jsonl", self.folder / name]
        return subprocess.run(call, env=environment, capture_output=True, text=True, timeout=300, cwd=self.folder)

    def written(self, name: str) -> list[str]:
        return records(list((self.folder / name).glob("part-*")))

    def test_records_are_those_of_one_process_and_settings_are_beside_them(self) -> None:
        run = self.spark("first")
        self.assertEqual(run.returncode, 0, run.stderr[-3000:])
        self.assertEqual(self.written("first"), self.corpus.records)
        (pinned,) = (self.folder / "first/_settings").glob("part-*")
        self.assertEqual(json.loads(pinned.read_text())["strategy"], "semantic")
        # What it was chunked with gives the same again, so the same ids.
        self.corpus.settings.write_text(pinned.read_text())
        again = self.spark("again")
        self.assertEqual(again.returncode, 0, again.stderr[-3000:])
        self.assertEqual(self.written("again"), self.written("first"))
        # Nothing is added to what is there: chunks of other settings do not come among them.
        self.assertNotEqual(self.spark("first").returncode, 0)
        self.assertEqual(self.written("again"), self.written("first"))

    def test_an_executor_that_is_killed_in_mid_run_loses_and_doubles_nothing(self) -> None:
        command, marker = killer(self.folder, 50, KILL)
        run = self.spark("out", command=command, master="local-cluster[2,1,1024]")
        self.assertEqual(run.returncode, 0, run.stderr[-3000:])
        self.assertTrue((marker / "killed").read_text().strip().isdigit(), "no executor was killed")
        self.assertIn("ExecutorLostFailure", run.stderr)
        self.assertEqual(self.written("out"), self.corpus.records)

    def test_a_document_that_cannot_be_read_is_named_and_the_others_are_there(self) -> None:
        (self.folder / "in/7.jsonl").write_text('{"url": "no text"}\n' + self.corpus.lines[0].replace('"d0"', '"more"') + "\n", encoding="utf-8")
        run = self.spark("out")
        self.assertEqual(run.returncode, 0, run.stderr[-3000:])
        self.assertIn('no field "body"', run.stderr)
        self.assertIn("in 1 tasks documents could not be read", run.stdout + run.stderr)
        ids = {json.loads(line)["metadata"]["doc_id"] for line in self.written("out")}
        self.assertEqual(ids, {f"d{i}" for i in range(1200)} | {"more"})

    def test_lines_that_stop_coming_fail_the_task(self) -> None:
        def broken():
            yield self.corpus.lines[0]
            raise OSError("the disk is gone")

        with self.assertRaisesRegex(OSError, "the disk is gone"):
            list(chunked(broken(), [str(COMMAND), "--jsonl-in", "--text-field=body"], self.fail))

    def test_a_command_that_fails_fails_the_task(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "ended with 2"):
            list(chunked(self.corpus.lines, [str(COMMAND), "--no-such-option"], self.fail))

    def test_what_is_not_there_and_settings_that_are_refused_are_said_before_there_is_any_output(self) -> None:
        missing = self.spark("none", command=self.folder / "nowhere")
        for file in (self.folder / "in").iterdir():
            file.unlink()
        empty = self.spark("none")
        self.corpus.settings.write_text('{"size": 0}')
        refused = self.spark("none")
        for run, said in ((missing, "nowhere'"), (empty, "in/*.jsonl matches 0 files"), (refused, "size 0 ")):
            self.assertNotEqual(run.returncode, 0)
            # Spark has what the program says on both in its own output.
            self.assertIn(said, run.stdout + run.stderr)
            self.assertNotIn("Traceback", run.stdout + run.stderr)
        self.assertFalse((self.folder / "none").exists())


if __name__ == "__main__":
    unittest.main()
