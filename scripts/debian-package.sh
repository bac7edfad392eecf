#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package of what scripts/install.sh installs, with cargo-deb, and says where it is.
#
#   scripts/debian-package.sh [--no-build]
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v cargo-deb >/dev/null; then
	echo "debian-package: cargo-deb is missing: cargo install cargo-deb --locked" >&2
	exit 1
fi
# The manifest names it, relative to the crate.
stage=target/debian-stage
rm -rf "$stage"
scripts/install.sh --prefix "$stage" "$@" >/dev/null
# dpkg has a list of its own.
rm "$stage/share/warpsmith/installed.txt"
cargo deb --no-build -p warpsmith
