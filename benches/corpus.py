"""A corpus of JSON Lines, chunked by the command and by LangChain in the same run: documents a second and memory of each.

`make bench-corpus`: the command does MEGABYTES (1000), and both a tenth of that. What they write goes through a pipe to this process, which counts
lines. The command also makes ids, heading paths, offsets and reasons of cuts; LangChain only texts, where they start, and their metadata.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEGABYTES = int(os.environ.get("MEGABYTES", "1000"))
ROOT = Path(__file__).parent.parent
COMMAND = ROOT / "target/release/chunklab"

LANGCHAIN = """
import json, sys
from langchain_text_splitters import RecursiveCharacterTextSplitter
splitter = RecursiveCharacterTextSplitter(chunk_size=1900, chunk_overlap=190, add_start_index=True)
for line in sys.stdin:
    row = json.loads(line)
    text = row.pop("text")
    for i, chunk in enumerate(splitter.create_documents([text], [row])):
        record = {"index": i, "text": chunk.page_content, "characters": len(chunk.page_content), "metadata": chunk.metadata}
        print(json.dumps(record, ensure_ascii=False))
"""


def corpus(path: Path, megabytes: int) -> int:
    """Paragraphs of the documents under tests/corpus in any order, 1 to 60 of them a document; says how many documents."""
    dice = random.Random(1)
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests/corpus").iterdir()) if file.suffix in {".md", ".txt"}]
    paragraphs = [part for text in texts for part in text.split("\n\n") if part.strip()]
    size = count = 0
    with path.open("w", encoding="utf-8") as out:
        while size < megabytes * 1_000_000:
            text = "\n\n".join(dice.choices(paragraphs, k=dice.randint(1, 60)))
            size += out.write(json.dumps({"id": count, "lang": "many", "text": text}, ensure_ascii=False) + "\n")
            count += 1
    return count


def timed(name: str, command: list[str], path: Path, documents: int) -> float:
    """Runs one over a corpus; says how quick it was, and how much memory it had at most."""
    megabytes = path.stat().st_size / 1e6
    with path.open("rb") as lines, subprocess.Popen(command, stdin=lines, stdout=subprocess.PIPE) as process:
        start = time.perf_counter()
        records = sum(piece.count(b"\n") for piece in iter(lambda: process.stdout.read(1 << 20), b""))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        took = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f"{name} ended with {process.returncode}")
    rate = megabytes / took
    print(
        f"| {name} | {megabytes:.0f} MB | {took:.1f} s | {rate:.1f} | {documents / took:,.0f} | {records / took:,.0f} | {usage.ru_maxrss / 1024:.0f} MB |",
        flush=True,
    )
    return rate


def main() -> None:
    chunklab = [str(COMMAND), "--jsonl-in", "--id-field", "id"]
    langchain = [sys.executable, "-c", LANGCHAIN]
    print("| | corpus | time | MB a second | documents a second | records a second | memory |\n| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.jsonl"
        timed("chunklab", chunklab, path, corpus(path, MEGABYTES))
        few = corpus(path, max(1, MEGABYTES // 10))
        one, other = (timed(name, command, path, few) for name, command in (("chunklab", chunklab), ("LangChain", langchain)))
    print(f"\n{one / other:.1f} times as fast as LangChain on the same documents.")


if __name__ == "__main__":
    main()
