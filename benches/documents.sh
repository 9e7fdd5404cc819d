#!/usr/bin/env bash
# Makes the documents that are measured, in target/bench: the text of Debian's reference manual, English and Japanese, as two packages of
# Debian hold it. A longer document is the same again with every paragraph numbered, so that none equals another.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/bench && cd target/bench
for language in en ja; do
	[ -s "reference.$language.txt" ] && continue
	apt-get download -qq "debian-reference-$language"
	dpkg-deb --fsys-tarfile "debian-reference-${language}"_*.deb |
		tar --extract --to-stdout "./usr/share/debian-reference/debian-reference.$language.txt.gz" | gunzip >"reference.$language.txt"
	rm -f "debian-reference-${language}"_*.deb
done
