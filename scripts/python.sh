#!/bin/sh
# Makes a Python environment at the folder named: Python 3.11 or newer with venv, which Debian keeps in a package of its own.
makes_one() {
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && python3 -m venv --clear "$1" 2>/dev/null
}
makes_one "$1" && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >&2
fi
makes_one "$1" && exit
echo "missing: Python 3.11 or newer with venv, for the tests of what reads the exports: https://www.python.org" >&2
exit 1
