"""What reads our exports: Python's json and csv, LangChain, LlamaIndex, and shells that send a body to Ollama."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from langchain_core.documents import Document
from llama_index.core.schema import TextNode

ROOT = Path(__file__).parent.parent.parent
COMMAND = os.environ.get("CHUNKLAB_BIN", str(ROOT / "target/release/chunklab"))

HOSTILE = (
    "# It's “hostile”\n\n'@\n'@ | Remove-Item x\n$(touch x) `touch x` ${HOME} $HOME \\ \\\\ \"quoted\" 'single' it’s ‘so’\n"
    "END\nEOF\n\n=1+1\n\n+1\n\n-1\n\n@SUM(A1)\n\n\t=2\n\n'=3\n\n'quoted'\n\n＝4\n\nNUL \0 bell \a escape \x1b[31m del \x7f\n\n"
    "👍🏽 👨‍👩‍👧‍👦 𠮷野家 e\u0301 \u2028 \u2029 \u0085 \ufeff \u200b\r\nlast,line;with\ttabs\r%PATH% !history! #comment & | > < ;"
)

TEXTS = {
    "hostile": HOSTILE,
    "formulas": "\n\n".join(["=1+1", "+1", "-1", "@a", "\t=1", "＝1", "＋1", "－1", "＠1", "'=1", "'a'", "= 1", "a=1"] * 3),
    "two megabytes": "".join(f"{HOSTILE} {i}\n\n" for i in range(4_000))[:2_000_000],
    **{path.name: path.read_bytes().decode() for path in sorted((ROOT / "tests/corpus").iterdir()) if path.is_file()},
}

SETTINGS = {"small": ["--size", "12", "--overlap", "4"], "usual": [], "whole": ["--strategy", "sentence", "--breadcrumb"]}


def chunklab(text, *options):
    done = subprocess.run([COMMAND, *options], input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode()


def each():
    for name, text in TEXTS.items():
        for kind, settings in SETTINGS.items():
            if kind != "small" or len(text) < 1_000_000:
                yield f"{name}, {kind}", text, settings


class Json(unittest.TestCase):
    def test_json_and_json_lines_hold_the_same_records(self):
        for name, text, settings in each():
            with self.subTest(name):
                array = json.loads(chunklab(text, *settings, "--format", "json"))
                lines = chunklab(text, *settings).split("\n")
                self.assertEqual(lines.pop(), "")
                self.assertEqual([json.loads(line) for line in lines], array)
                self.assertGreater(len(array), 0)

    def test_a_slice_gives_the_text_in_every_unit(self):
        for name, text, settings in each():
            if "--breadcrumb" in settings:
                continue
            utf16, utf8 = text.encode("utf-16-le"), text.encode()
            slices = {
                "char": lambda a, b: text[a:b],
                "utf16": lambda a, b: utf16[2 * a : 2 * b].decode("utf-16-le"),
                "byte": lambda a, b: utf8[a:b].decode(),
            }
            for unit, slice_of in slices.items():
                with self.subTest(f"{name}, {unit}"):
                    for record in json.loads(chunklab(text, *settings, "--format", "json", "--offsets", unit)):
                        self.assertEqual(slice_of(record["start"], record["end"]), record["text"])


class Csv(unittest.TestCase):
    #: What a spreadsheet may run, by OWASP's list ("CSV Injection").
    RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

    def test_rows_are_the_records_and_no_cell_runs(self):
        csv.field_size_limit(10_000_000)
        for name, text, settings in each():
            with self.subTest(name):
                records = json.loads(chunklab(text, *settings, "--format", "json", "--field", "url=@home"))
                table = chunklab(text, *settings, "--format", "csv", "--field", "url=@home")
                rows = list(csv.DictReader(io.StringIO(table, newline=""), strict=True))
                self.assertEqual(len(rows), len(records))
                for row, record in zip(rows, records):
                    for cell in row.values():
                        self.assertFalse(cell.startswith(self.RUNS), cell)
                    self.assertEqual({key: self.read(key, row) for key in record}, record)

    @staticmethod
    def read(key, row):
        cell = row[key].removeprefix("'")
        if key in ("index", "tokens", "characters", "start", "end", "overlap", "line"):
            return int(cell)
        if key == "headings":
            return cell.split(" › ") if cell else []
        return {"oversize": lambda: cell == "true", "metadata": lambda: json.loads(cell)}.get(key, lambda: cell)()

    def test_several_documents_are_one_table(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("a.md", "b.md")]
            for path in paths:
                path.write_text("One.\n\nTwo,\n\"three\".", encoding="utf-8")
            table = subprocess.run([COMMAND, "--format", "csv", *paths], capture_output=True, check=True).stdout.decode()
        rows = list(csv.DictReader(io.StringIO(table, newline=""), strict=True))
        self.assertEqual([json.loads(row["metadata"])["doc_id"] for row in rows], [str(path) for path in paths])


class Frameworks(unittest.TestCase):
    def test_langchain_takes_documents(self):
        for name, text, settings in each():
            with self.subTest(name):
                records = json.loads(chunklab(text, *settings, "--format", "json", "--field", "doc_id=d-1"))
                exported = json.loads(chunklab(text, *settings, "--format", "langchain", "--field", "doc_id=d-1"))
                documents = [Document(**fields) for fields in exported]
                self.assertEqual([document.page_content for document in documents], [record["text"] for record in records])
                for document, record in zip(documents, records):
                    metadata = document.metadata
                    self.assertEqual(metadata["doc_id"], "d-1")
                    self.assertEqual(metadata["id"], record["id"])
                    self.assertTrue(all(isinstance(value, str | int | float | bool) for value in metadata.values()))
                    if "--breadcrumb" not in settings:
                        self.assertEqual(text[metadata["start"] : metadata["end"]], document.page_content)

    def test_llamaindex_takes_nodes(self):
        for name, text, settings in each():
            with self.subTest(name):
                records = json.loads(chunklab(text, *settings, "--format", "json"))
                exported = json.loads(chunklab(text, *settings, "--format", "llamaindex", "--offsets", "byte"))
                nodes = [TextNode(**fields) for fields in exported]
                self.assertEqual([node.text for node in nodes], [record["text"] for record in records])
                self.assertEqual([node.id_ for node in nodes], [record["id"] for record in records])
                for node in nodes:
                    if "--breadcrumb" not in settings:
                        self.assertEqual(text[node.start_char_idx : node.end_char_idx], node.text)


class Server(BaseHTTPRequestHandler):
    """Takes a body, as Ollama does, and keeps it."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, self.headers["Content-Type"], body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Ollama(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = HTTPServer(("127.0.0.1", 0), Server)
        cls.server.taken = []
        cls.address = f"http://127.0.0.1:{cls.server.server_port}"
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def expect(self, taken, text, settings):
        path, kind, body = taken
        self.assertEqual((path, kind.split(";")[0]), ("/api/embed", "application/json"))
        sent = json.loads(body)
        texts = [record["text"] for record in json.loads(chunklab(text, *settings, "--format", "json"))]
        self.assertEqual(sent, {"model": "it's", "truncate": True, "input": texts})

    def test_the_body_holds_the_texts_in_order(self):
        for name, text, settings in each():
            with self.subTest(name):
                body = chunklab(text, *settings, "--format", "ollama", "--model", "it's", "--truncate")
                self.expect(("/api/embed", "application/json", body), text, settings)

    def run_command(self, kind, text, settings, *runner):
        command = chunklab(text, *settings, "--format", kind, "--model", "it's", "--truncate", "--server", self.address)
        self.server.taken.clear()
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "send.ps1" if kind == "ollama-powershell" else "send.sh")
            script.write_text(command, encoding="utf-8", newline="")
            done = subprocess.run([*runner, script], cwd=folder, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(os.listdir(folder), [script.name])
        self.assertEqual(len(self.server.taken), 1)
        self.expect(self.server.taken[0], text, settings)

    def test_shells_send_it(self):
        """U15, U16: nothing in a text is expanded, and none is too long for a command."""
        for shell in filter(shutil.which, ("bash", "sh", "dash", "zsh")):
            for name, text, settings in each():
                with self.subTest(f"{name}, {shell}"):
                    self.run_command("ollama-bash", text, settings, shell)

    def test_powershell_sends_it(self):
        """Where PowerShell is not there its rules for quoting are applied: about_Quoting_Rules, "Here-strings" and "Single-quoted strings"."""
        powershell = shutil.which("pwsh")
        for name, text, settings in each():
            with self.subTest(name):
                if powershell:
                    self.run_command("ollama-powershell", text, settings, powershell, "-NoProfile", "-File")
                    continue
                command = chunklab(text, *settings, "--format", "ollama-powershell", "--model", "it's", "--truncate")
                self.assertTrue(command.isascii())
                # It begins behind a line that ends with @' and ends before the first line that begins with '@.
                opened, rest = command.split("@'\n", 1)
                body, closed = re.split(r"\n'@", rest, maxsplit=1)
                self.assertRegex(opened, r"^\$address = '[^']*'\n\$body = $")
                self.assertRegex(closed, r"^\nInvoke-RestMethod -Method Post -Uri \$address -ContentType 'application/json' -Body \$body \|")
                self.expect(("/api/embed", "application/json", body), text, settings)


if __name__ == "__main__":
    unittest.main()
