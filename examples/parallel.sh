#!/bin/bash
# Chunks files of JSON Lines with GNU parallel, a process for each file:
#
#     TEXT_FIELD=body ID_FIELD=url examples/parallel.sh chunks settings.json corpus/*.jsonl
#
# A file of chunks appears when it is whole. Called again, it does what is missing or older than its documents. What is said of documents that
# cannot be read stays beside their chunks in a file that ends with .unread, and as long as there is one this ends with 1. CHUNKLAB names the
# command.
set -eu
if [ $# -lt 3 ]; then
	echo "usage: [CHUNKLAB=COMMAND] [TEXT_FIELD=NAME] [ID_FIELD=NAME] $0 FOLDER SETTINGS FILE…" >&2
	exit 2
fi
export into=$1 CHUNKLAB=${CHUNKLAB:-chunklab} TEXT_FIELD=${TEXT_FIELD:-text} ID_FIELD=${ID_FIELD-} SHELL=/bin/bash
settings=$2
shift 2

if ! command -v "$CHUNKLAB" >/dev/null; then
	echo "there is no command $CHUNKLAB: CHUNKLAB names it" >&2
	exit 2
fi
for file; do
	if [ ! -r "$file" ]; then
		echo "$file cannot be read" >&2
		exit 2
	fi
done
twice=$(printf '%s\n' "${@##*/}" | sort | uniq -d)
if [ "$twice" ]; then
	echo "more than one file is called $twice" >&2
	exit 2
fi
mkdir -p "$into"
"$CHUNKLAB" --settings "$settings" --print-settings >"$into/_settings.new"
printf '%s\n' "$TEXT_FIELD" "$ID_FIELD" >"$into/_fields.new"
for what in settings fields; do
	if [ -e "$into/_$what" ] && ! cmp -s "$into/_$what" "$into/_$what.new"; then
		rm "$into/_settings.new" "$into/_fields.new"
		echo "$into holds chunks of other $what: chunk everything into a new folder" >&2
		exit 2
	fi
done
for what in settings fields; do mv "$into/_$what.new" "$into/_$what"; done

one() {
	chunks=$into/$(basename "$1")
	[ -e "$chunks" ] && [ ! "$1" -nt "$chunks" ] && return
	status=0
	"$CHUNKLAB" --settings "$into/_settings" --jsonl-in --text-field "$TEXT_FIELD" ${ID_FIELD:+--id-field "$ID_FIELD"} \
		<"$1" >"$chunks.part" 2>"$chunks.said" || status=$?
	while IFS= read -r line; do printf '%s\n' "${line/#chunklab: -:/chunklab: $1:}"; done <"$chunks.said" >"$chunks.unread"
	rm "$chunks.said"
	cat "$chunks.unread" >&2
	# 1: some documents could not be read, and were named.
	[ "$status" = 1 ] || rm "$chunks.unread"
	[ "$status" -le 1 ] && mv "$chunks.part" "$chunks"
}
export -f one
parallel --will-cite --retries 3 one ::: "$@"

for unread in "$into"/*.unread; do
	[ -e "$unread" ] || continue
	echo "$unread names documents that are not there: mend them and call this again" >&2
	missing=1
done
exit "${missing-0}"
