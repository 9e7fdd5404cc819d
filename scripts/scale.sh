#!/bin/sh
# What the examples for many machines run on, beside Python: Java 17 or newer and GNU parallel, which apt installs where they are missing.
have_java() {
	version=$(java -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')
	[ "${version:-0}" -ge 17 ]
}
have_all() {
	have_java && parallel --version 2>/dev/null | grep -q '^GNU parallel'
}
have_all && exit
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq openjdk-17-jre-headless parallel; } >&2
	have_all && exit
fi
echo "missing: Java 17 or newer, or GNU parallel, for the examples for many machines." >&2
exit 1
