#!/usr/bin/env bash
# Builds the WebAssembly of the last commit in two folders: the same bytes must come out.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.tools
make --silent wasm >&2 # With it come the tools.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
hash_of() {
	git clone --quiet . "$folder/$1"
	make --silent -C "$folder/$1" wasm TOOLS="$tools" >&2
	sha256sum <"$folder/$1/www/pkg/chunklab_bg.wasm" | cut -d' ' -f1
}
one=$(hash_of one)
other=$(hash_of in/another/folder)
echo "$one"
if [ "$one" != "$other" ]; then
	echo "$other is what another folder gives" >&2
	exit 1
fi
