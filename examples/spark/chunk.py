"""Chunks a corpus of JSON Lines with Spark: each task has its lines read by a `chunklab` of its own.

    spark-submit examples/spark/chunk.py --settings settings.json --text-field body --id-field url corpus/*.jsonl.gz chunks

Input and output are any that Spark reads and writes. The output is a folder of JSON Lines, one record a chunk; its `_settings` holds what they
were chunked with. `--chunklab` says where the command is on the workers; `--files` of spark-submit brings it there.
"""

import argparse
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession


def chunked(lines: Iterable[str], command: list[str], unread: Callable[[int], None]) -> Iterator[str]:
    """The records of documents, which are lines. Nothing is kept: lines go in while records come out. `unread` is told where some cannot be read."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        failures: list[Exception] = []

        def feed() -> None:
            try:
                with process.stdin as into:
                    for line in lines:
                        into.write(line.encode() + b"\n")
            except BrokenPipeError:
                pass  # It has ended early: its exit status says why.
            except Exception as failure:  # Lines that did not come: what came is not all.
                failures.append(failure)

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        for record in process.stdout:
            yield record.decode().rstrip("\n")
        feeder.join()
    if failures:
        raise failures[0]
    # 1: some documents could not be read; each is named in the log of the executor. Anything else, a signal too, has Spark try the task again.
    if process.returncode == 1:
        unread(1)
    elif process.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunklab", default="chunklab", metavar="PATH")
    parser.add_argument("--settings", metavar="FILE", help="as --print-settings writes them; the usual ones without")
    parser.add_argument("--text-field", default="text", metavar="NAME")
    parser.add_argument("--id-field", metavar="NAME")
    parser.add_argument("input", nargs="+")
    parser.add_argument("output")
    given = parser.parse_args()

    settings = [f"--settings={given.settings}"] if given.settings else []
    try:
        pinned = subprocess.run([given.chunklab, *settings, "--print-settings"], check=True, stdout=subprocess.PIPE, text=True).stdout
    except subprocess.CalledProcessError:
        parser.exit(2)  # It has said what is wrong with the settings.
    except OSError as failure:
        parser.exit(2, f"{failure}: --chunklab names the command\n")
    command = [given.chunklab, *settings, "--jsonl-in", f"--text-field={given.text_field}"]
    if given.id_field:
        command.append(f"--id-field={given.id_field}")

    spark = SparkSession.builder.appName("chunklab").getOrCreate()
    context = spark.sparkContext
    lines = context.textFile(",".join(given.input))
    try:
        lines.getNumPartitions()  # The input is looked for, before there is a folder for the output.
    except Py4JJavaError as failure:
        parser.exit(2, f"{failure.java_exception.getMessage()}\n")
    unread = context.accumulator(0)
    lines.mapPartitions(lambda part: chunked(part, command, unread.add)).saveAsTextFile(given.output)
    # Readers pass over what begins with _.
    context.parallelize([pinned], 1).saveAsTextFile(f"{given.output}/_settings")
    spark.stop()
    if unread.value:
        print(f"chunklab: in {unread.value} tasks documents could not be read: the logs of the executors name them", file=sys.stderr)


if __name__ == "__main__":
    main()
