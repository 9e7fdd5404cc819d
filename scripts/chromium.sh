#!/bin/sh
# Prints the Chromium to test with: $CHROMIUM, or the one on the path, or the one apt installs. With --shell: its engine without a window and
# all that belongs to it, where there is one; it takes half the time.
find_one() {
	[ -n "${CHROMIUM:-}" ] && command -v "$CHROMIUM" && return
	[ "$1" = --shell ] && command -v chromium-headless-shell && return
	command -v chromium || command -v chromium-browser || command -v google-chrome
}
if find_one "$1" >/dev/null && command -v chromedriver >/dev/null 2>&1; then
	find_one "$1"
	exit
fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
	{ apt-get update -qq && apt-get install -y -qq chromium chromium-driver chromium-headless-shell; } >&2
	find_one "$1" && exit
fi
echo "missing: Chromium with chromedriver. Install both, or name the browser by CHROMIUM= and put chromedriver on the path." >&2
exit 1
