#!/bin/sh
# Prints the Chromium to test with: $CHROMIUM, or the one on the path, or the one apt installs.
find_one() {
	[ -n "${CHROMIUM:-}" ] && command -v "$CHROMIUM" && return
	command -v chromium || command -v chromium-browser || command -v google-chrome
}
if find_one >/dev/null && command -v chromedriver >/dev/null 2>&1; then
	find_one
	exit
fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
	{ apt-get update -qq && apt-get install -y -qq chromium chromium-driver; } >&2
	find_one && exit
fi
echo "missing: Chromium with chromedriver. Install both, or name the browser by CHROMIUM= and put chromedriver on the path." >&2
exit 1
