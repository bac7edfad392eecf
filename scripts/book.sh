#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the book: all pages with search, and their diagrams drawn, for a browser without a network. Its first page is
# FOLDER/html/index.html.
#
#   scripts/book.sh [FOLDER]     default: target/book
set -euo pipefail

cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
book=${1:-$target/book}
case "$book" in
-*)
	echo "book: unknown argument '$book' (use: scripts/book.sh [FOLDER])" >&2
	exit 2
	;;
esac
PATH="$PATH:$(realpath -m "$target/python-tools/bin")"
if ! command -v mdbook >/dev/null; then
	echo "book: mdbook is missing: cargo install mdbook --locked, or scripts/setup.sh --all, which gets it by pip" >&2
	exit 1
fi
scripts/npm.sh scripts/book "$target/book-packages"
mkdir -p "$book"
python3 scripts/book/stage.py "$book"
cp scripts/book/book.toml scripts/book/book.css scripts/book/diagrams.js "$book"
mermaid=$target/book-packages/node_modules/@mermaid-js/tiny
cp "$mermaid/dist/mermaid.tiny.js" "$book"
# Its licence goes where it goes.
cp "$mermaid/LICENSE" "$book/src/mermaid-license.txt"
mdbook build "$book"
echo "book: $book/html/index.html"
