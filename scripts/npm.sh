#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Gets the npm packages that a folder of scripts/ lists, of the version and with the hashes of its package-lock.json, into
# FOLDER/node_modules. No script of a package is run. What is there already is left alone.
#
#   scripts/npm.sh scripts/charts target/charts
set -euo pipefail

if [ "$#" != 2 ]; then
	echo "npm: use: scripts/npm.sh LIST FOLDER" >&2
	exit 2
fi
list=$1
home=$2
if cmp -s "$list/package-lock.json" "$home/package-lock.json" && [ -d "$home/node_modules" ]; then
	exit 0
fi
if ! command -v npm >/dev/null; then
	echo "npm: npm is missing: sudo apt-get install npm" >&2
	exit 1
fi
mkdir -p "$home"
cp "$list/package.json" "$list/package-lock.json" "$home"
# Whether it goes with this Node.js is of no matter: a browser runs it.
if ! npm ci --prefix "$home" --silent --ignore-scripts --no-audit --no-fund; then
	rm -f "$home/package-lock.json"
	echo "npm: cannot install what $list lists; is there a way to a package registry?" >&2
	exit 1
fi
