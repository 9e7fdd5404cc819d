"""A corpus to chunk, and what one process makes of it."""

import json
import random
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
COMMAND = ROOT / "target/release/chunklab"


def lines(count: int) -> list[str]:
    """Documents of some paragraphs of those under tests/corpus, in many scripts."""
    dice = random.Random(7)
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests/corpus").iterdir()) if file.suffix in {".md", ".txt"}]
    paragraphs = [part for text in texts for part in text.split("\n\n") if part.strip()]
    bodies = ["\n\n".join(dice.choices(paragraphs, k=dice.randint(1, 20))) for _ in range(count)]
    return [json.dumps({"url": f"d{i}", "n": i, "body": body}, ensure_ascii=False) for i, body in enumerate(bodies)]


class Corpus:
    """Files of documents in a folder, settings, and the records of all of them, of one process."""

    def __init__(self, folder: Path, files: int = 6, each: int = 200) -> None:
        self.lines = lines(files * each)
        self.settings = folder / "settings.json"
        self.settings.write_text('{"strategy": "semantic", "size": 200, "overlap": 20}', encoding="utf-8")
        self.files = [folder / f"in/{i}.jsonl" for i in range(files)]
        (folder / "in").mkdir()
        for i, file in enumerate(self.files):
            file.write_text("".join(f"{line}\n" for line in self.lines[i * each : (i + 1) * each]), encoding="utf-8")
        command = [COMMAND, f"--settings={self.settings}", "--jsonl-in", "--text-field=body", "--id-field=url"]
        run = subprocess.run(command, input="\n".join(self.lines), check=True, capture_output=True, text=True)
        self.records = sorted(run.stdout.split("\n")[:-1])


def records(files: list[Path]) -> list[str]:
    """All lines of files, in order."""
    return sorted(line for file in files for line in file.read_text(encoding="utf-8").split("\n")[:-1])


def killer(folder: Path, documents: int, kill: str) -> tuple[Path, Path]:
    """In the place of the command: the first time documents get here it chunks so many of them, then does what kills. And the folder that is there since."""
    script, marker = folder / "killer", folder / "marker"
    script.write_text(f"""#!/bin/sh
marker="{marker}"
for given; do [ "$given" = --jsonl-in ] && mkdir "$marker" 2>/dev/null && kills=yes; done
[ "$kills" ] || exec "{COMMAND}" "$@"
head -n {documents} | "{COMMAND}" "$@"
{kill}
""")
    script.chmod(0o755)
    return script, marker
