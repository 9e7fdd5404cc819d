#!/bin/sh
# Prints how the built site does in Lighthouse: performance, accessibility, best practices, of 100.
set -e
port=4339
node_modules/.bin/vite preview --host 127.0.0.1 --port $port --strictPort --logLevel warn &
server=$!
trap 'kill $server' EXIT
sleep 2
report=$(mktemp)
CHROME_PATH=$(scripts/chromium.sh) npx --yes lighthouse@12.2.3 "http://127.0.0.1:$port/" --quiet --output json --output-path "$report" \
	--only-categories performance,accessibility,best-practices \
	--chrome-flags="--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
node -e '
	const { categories, audits } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
	for (const { title, score } of Object.values(categories)) console.log(title, Math.round(score * 100));
	for (const { score, title, scoreDisplayMode, displayValue = "" } of Object.values(audits))
		if (score !== null && score < 0.9 && scoreDisplayMode !== "informative") console.log(" ", title, displayValue);
' "$report"
rm "$report"
