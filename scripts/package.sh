#!/bin/sh
# Puts the JavaScript package together from what the page is built from, and packs it into the folder it is called in.
set -e
folder=target/package-js
rm -rf "$folder" && mkdir -p "$folder"
cp package/* LICENSE www/pkg/chunklab.js www/pkg/chunklab.d.ts www/pkg/chunklab_bg.wasm "$folder"
# Of the licences beside the site, those of what is in the WebAssembly.
sed -n '/^# In the WebAssembly/,$p' dist/licences.txt >"$folder/licences.txt"
npm pack --silent "./$folder"
