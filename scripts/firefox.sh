#!/bin/sh
# Prints the Firefox to test with: $FIREFOX, or the one on the path, or the one apt installs.
find_one() {
	[ -n "${FIREFOX:-}" ] && command -v "$FIREFOX" && return
	command -v firefox-esr || command -v firefox
}
find_one && exit
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq firefox-esr; } >&2
	find_one && exit
fi
echo "missing: Firefox. Install it, or name it by FIREFOX=." >&2
exit 1
