#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what Warpsmith needs and what is missing, from Debian 12's own packages.
#
#   scripts/setup.sh         what building with RTL and running CUDA programs needs
#   scripts/setup.sh --all   also the tools for synthesis, timing and proofs, and those that check what is emitted; of these
#                            some come from pip (scripts/python-tools.txt), into target/python-tools
#
# Where npm is installed, and always with --all, it also gets the chart library of `warpsmith report` (scripts/charts), into
# target/charts, from where the next build takes it into the command. --all also gets what draws the diagrams of the book.
#
# As root it installs. As another user it prints the line to run as root and exits with 1.
set -euo pipefail

cd "$(dirname "$0")/.."

all=0
case "${1:-}" in
"") ;;
--all) all=1 ;;
*)
	echo "setup: unknown argument '$1' (use: scripts/setup.sh [--all])" >&2
	exit 2
	;;
esac

if ! command -v cargo >/dev/null; then
	echo "setup: cargo is missing. Install Rust 1.85 or newer with rustup (see rustup.rs), then run this again." >&2
	exit 1
fi

missing=()
need() { # need COMMAND PACKAGE
	command -v "$1" >/dev/null || missing+=("$2")
}

need verilator verilator
need clang-16 clang-16
need g++ g++
# The header is looked for by compiling with it: its place differs from system to system.
if ! echo '#include <zlib.h>' | c++ -E -x c++ - >/dev/null 2>&1; then
	missing+=(zlib1g-dev)
fi
if [ "$all" = 1 ]; then
	need yosys yosys
	need berkeley-abc berkeley-abc
	need nextpnr-ice40 nextpnr-ice40
	need iverilog iverilog
	need bwrap bubblewrap
	need sta opensta
	need npm npm
	need chromium chromium
	need sbatch slurm-wlm
	need munge munge
	need parallel parallel
	need ssh openssh-client
	need /usr/sbin/sshd openssh-server
	if ! python3 -c 'import ensurepip' >/dev/null 2>&1; then
		missing+=(python3-venv)
	fi
	if [ ! -d /usr/share/qflow/tech/osu018 ]; then
		missing+=(qflow-tech-osu018)
	fi
fi

python_tools() {
	local home="${CARGO_TARGET_DIR:-target}/python-tools"
	if [ ! -x "$home/bin/pip" ]; then
		python3 -m venv "$home"
	fi
	if ! "$home/bin/pip" install --quiet --disable-pip-version-check -r scripts/python-tools.txt; then
		echo "setup: pip cannot install what scripts/python-tools.txt lists; is there a way to a package index?" >&2
		exit 1
	fi
}

charts() {
	scripts/npm.sh scripts/charts "${CARGO_TARGET_DIR:-target}/charts"
}

# What comes from elsewhere than Debian, once that is there.
others() {
	if [ "$all" = 1 ]; then
		python_tools
		charts || exit 1
		scripts/npm.sh scripts/book "${CARGO_TARGET_DIR:-target}/book-packages" || exit 1
	elif ! command -v npm >/dev/null; then
		echo "setup: without npm there are no charts: \`warpsmith report\` will write no pages"
	else
		# All but the pages can be done without them.
		charts || true
	fi
}

if [ "${#missing[@]}" = 0 ]; then
	others
	echo "setup: nothing is missing"
	exit 0
fi
if [ "$(id -u)" != 0 ]; then
	echo "setup: missing: ${missing[*]}. Run this, then come back:" >&2
	echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
	exit 1
fi
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends "${missing[@]}"
others
