#!/bin/bash
# Chunks files of JSON Lines with GNU parallel, a process for each file:
#
#     TEXT_FIELD=body ID_FIELD=url examples/parallel.sh chunks settings.json corpus/*.jsonl
#
# A file of chunks appears when it is whole. Called again, it does what is missing. CHUNKLAB names the command.
set -eu
export into=$1 CHUNKLAB=${CHUNKLAB:-chunklab} TEXT_FIELD=${TEXT_FIELD:-text} ID_FIELD=${ID_FIELD-} SHELL=/bin/bash
settings=$2
shift 2

twice=$(printf '%s\n' "${@##*/}" | sort | uniq -d)
if [ "$twice" ]; then
	echo "more than one file is called $twice" >&2
	exit 2
fi
mkdir -p "$into"
"$CHUNKLAB" --settings "$settings" --print-settings >"$into/_settings.new"
if [ -e "$into/_settings" ] && ! cmp -s "$into/_settings" "$into/_settings.new"; then
	rm "$into/_settings.new"
	echo "$into holds chunks of other settings: chunk everything into a new folder" >&2
	exit 2
fi
mv "$into/_settings.new" "$into/_settings"

one() {
	chunks=$into/$(basename "$1")
	[ -e "$chunks" ] && return
	status=0
	"$CHUNKLAB" --settings "$into/_settings" --jsonl-in --text-field "$TEXT_FIELD" ${ID_FIELD:+--id-field "$ID_FIELD"} <"$1" >"$chunks.part" || status=$?
	# 1: some documents could not be read, and were named.
	[ "$status" -le 1 ] && mv "$chunks.part" "$chunks"
}
export -f one
parallel --will-cite --retries 3 one ::: "$@"
