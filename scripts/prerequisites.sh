#!/bin/sh
# Names each thing that is missing and cannot be installed by the project itself, a line each.
missing=0
need() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "missing: $1. $2" >&2
	missing=1
}
need cargo "Install Rust 1.91 or newer: https://rustup.rs"
need rustc "Install Rust 1.91 or newer: https://rustup.rs"
need node "Install Node.js 20 or newer: https://nodejs.org"
need npm "It comes with Node.js: https://nodejs.org"
if command -v rustc >/dev/null 2>&1 && [ ! -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
	need rustup "Install the standard library for wasm32-unknown-unknown: https://rustup.rs"
fi
exit $missing
