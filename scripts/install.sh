#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs Warpsmith, so that it works from any folder and without the source tree: the command, the runtime that programs are
# linked with, manual pages, completions, and CUDA headers, programs, machine files, Verilog and documentation.
#
#   scripts/install.sh [--prefix DIR] [--no-build]    default: /usr/local for root, else ~/.local
#   scripts/install.sh --uninstall [--prefix DIR]     removes what was installed there, and nothing else
#
# --no-build takes what cargo has built before. An installation over an older one removes what is no longer part of it.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."

usage() {
	echo "install: $1 (use: scripts/install.sh [--prefix DIR] [--no-build | --uninstall])" >&2
	exit 2
}

if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
build=1
uninstall=0
while [ "$#" != 0 ]; do
	case "$1" in
	--prefix)
		[ -n "${2:-}" ] || usage "--prefix needs a folder"
		prefix=$2
		shift
		;;
	--no-build) build=0 ;;
	--uninstall) uninstall=1 ;;
	*) usage "unknown argument '$1'" ;;
	esac
	shift
done
case "$prefix" in
/*) ;;
*) prefix=$here/$prefix ;;
esac

# Names of all files, from the prefix on, one a line.
list=share/warpsmith/installed.txt

# remove FILES...: those of them that are there, and folders that are empty without them.
remove() {
	local name folder
	for name in "$@"; do
		rm -f "$prefix/$name"
		folder=$(dirname "$name")
		while [ "$folder" != . ] && rmdir "$prefix/$folder" 2>/dev/null; do
			folder=$(dirname "$folder")
		done
	done
}

old=()
if [ -f "$prefix/$list" ]; then
	mapfile -t old <"$prefix/$list"
fi
if [ "$uninstall" = 1 ]; then
	if [ "${#old[@]}" = 0 ]; then
		echo "install: nothing is installed in $prefix: there is no $list" >&2
		exit 1
	fi
	remove "${old[@]}"
	echo "install: removed ${#old[@]} files from $prefix"
	exit 0
fi

target="${CARGO_TARGET_DIR:-target}"
release=$target/release
if [ "$build" = 1 ]; then
	scripts/setup.sh
	cargo build --release -p warpsmith -p warpsmith-cudart --features warpsmith/rtl
fi
for built in warpsmith libwarpsmith_cudart.a; do
	if [ ! -f "$release/$built" ]; then
		echo "install: $release/$built is missing; leave out --no-build, which takes what is built" >&2
		exit 1
	fi
done

# All is put together aside, then taken over file by file.
stage=$(mktemp -d "$target/install.XXXXXX")
trap 'rm -rf "$stage"' EXIT
share=$stage/share/warpsmith
install -D -m 755 "$release/warpsmith" "$stage/bin/warpsmith"
install -D -m 644 "$release/libwarpsmith_cudart.a" "$stage/lib/libwarpsmith_cudart.a"
mkdir -p "$share" "$stage/share/man/man1"
"$release/warpsmith" man -o "$stage/share/man/man1" >/dev/null
gzip -9n "$stage"/share/man/man1/*.1
completions() { # completions SHELL FILE
	mkdir -p "$(dirname "$stage/share/$2")"
	"$release/warpsmith" completions "$1" >"$stage/share/$2"
}
completions bash bash-completion/completions/warpsmith
completions zsh zsh/site-functions/_warpsmith
completions fish fish/vendor_completions.d/warpsmith.fish
copy() { # copy FOLDER NAME
	mkdir -p "$share/$2"
	cp -R "$1/." "$share/$2"
}
copy host/cudart/include include
copy tests/programs programs
copy machines machines
copy generated verilog
copy docs docs
install -m 644 LICENSE README.md "$share"

mapfile -t files < <(cd "$stage" && find . -type f -printf '%P\n' | LC_ALL=C sort)
printf '%s\n' "${files[@]}" "$list" >"$stage/$list"
for name in "${files[@]}" "$list"; do
	mode=644
	[ "$name" = bin/warpsmith ] && mode=755
	install -D -m "$mode" "$stage/$name" "$prefix/$name"
done
mapfile -t gone < <(LC_ALL=C comm -13 <(LC_ALL=C sort "$stage/$list") <(printf '%s\n' "${old[@]}" | sed '/^$/d' | LC_ALL=C sort))
remove "${gone[@]}"

echo "install: ${#files[@]} files in $prefix; programs, machines, Verilog and documentation in $prefix/share/warpsmith"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "install: $prefix/bin is not in PATH" ;;
esac
