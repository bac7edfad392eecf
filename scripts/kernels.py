#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measure the kernels of the tables of Equalizer and Mascar, and write them into docs/kernels.md.

    scripts/kernels.py [--warpsmith COMMAND] [--cache DIR] [KERNEL...]

Runs and records each program of tests/programs/kernels.toml with round-robin schedulers on the machine `mascar`, unless the cache has the results of
the same program with the same arguments, and writes the table between the marks of the page. With names of kernels, as in the first
column, it only runs those, and leaves the page alone.
"""

import argparse
import functools
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/kernels.md"
BEGIN, END = "<!-- kernels -->\n", "<!-- end -->\n"
OPTIONS = ["--machine", "mascar", "--with", "lrr", "--backend", "model"]
HEAD = ["kernel", "class, type", "instructions a miss: paper", "ours", "a line loaded", "CTAs x warps: paper", "ours", "CTAs",
        "footprint, MB: original", "ours", "program", "original", "ours"]


@functools.cache
def executable(command, program, cache):
    path = cache / program
    source = ROOT / "tests/programs" / f"{program}.cu"
    subprocess.run([command, "cc", source, "-o", path], check=True)
    return path


def results(command, row, cache):
    """The statistics of the program's run, by kernel and launch, and what each launch of a recording touches."""
    program = executable(command, row["program"], cache)
    name = row["program"] + "-" + hashlib.sha256(program.read_bytes()).hexdigest()[:16] + "-".join(["", *row["args"]])
    run, trace, kernels = (cache / f"{name}.{extension}" for extension in ("json", "trace", "kernels.json"))
    if not run.exists():
        line = [command, "run", *OPTIONS, "-o", run, "--", program, *row["args"]]
        subprocess.run(line, check=True, stdout=sys.stderr)
    if not kernels.exists():
        line = [command, "record", *OPTIONS, "-o", trace, "--", program, *row["args"]]
        subprocess.run(line, check=True, stdout=sys.stderr)
        listed = subprocess.run([command, "list", "kernels", trace, "--json"], check=True, stdout=subprocess.PIPE).stdout
        trace.unlink()
        kernels.write_bytes(listed)
    return json.loads(run.read_text())["statistics"]["kernels"], json.loads(kernels.read_text())


def figures(launches, listed, kernel):
    """Warp instructions an L1 miss and a line loaded, occupancy and grid of all launches of the kernel; bytes touched by the largest."""
    own = [launch for launch in launches if launch["name"].split("(")[0] == kernel]
    if not own:
        sys.exit(f"no kernel `{kernel}` among {sorted({launch['name'] for launch in launches})}; correct kernels.toml")
    stats = [launch["stats"] for launch in own]
    instructions = sum(s["sm"]["warp_instructions"] for s in stats)
    misses = sum(s["l1"]["misses"] for s in stats)
    lines = sum(s["l1"]["fills"] + s["texture"]["fills"] for s in stats)
    x, y, z = own[0]["grid"]
    occupancy = own[0]["occupancy"]
    return {
        "a miss": ratio(instructions, misses),
        "a line": ratio(instructions, lines),
        "shape": f"{occupancy['ctas_per_sm']} x {occupancy['warps_per_cta']}",
        "ctas": f"{x * y * z:,}",
        "bytes": max(int(launch["bytes touched"]) for launch in listed if launch["kernel"] == kernel),
    }


def rounded(value, whole):
    """From `whole` on without decimals, from a tenth of that on with one, below with two."""
    return f"{value:.{0 if value >= whole else 1 if value >= whole / 10 else 2}f}"


def megabytes(size):
    return rounded(size / 1e6, whole=10)


def ratio(instructions, events):
    if not events:
        return "-"
    return rounded(instructions / events, whole=100)


def cells(row, measured):
    equalizer, mascar = row.get("equalizer"), row.get("mascar")
    kinds = ", ".join([*(equalizer[:1] if equalizer else []), *(mascar[:1] if mascar else [])])
    arguments = " ".join([row["program"], *row["args"]]) if measured else ""
    return [
        row["name"],
        kinds,
        str(mascar[1]) if mascar else "",
        measured["a miss"] if measured else "",
        measured["a line"] if measured else "",
        f"{equalizer[2]} x {equalizer[3]}" if equalizer else "",
        measured["shape"] if measured else "",
        measured["ctas"] if measured else "",
        megabytes(sum(math.prod(array) for array in row["arrays"])) if "arrays" in row else "",
        megabytes(measured["bytes"]) if measured else "",
        f"`{arguments}`" if measured else "-",
        row["original"],
        row.get("ours", "" if measured else "not written"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warpsmith", default="warpsmith", help="the command")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "target/kernels", help="folder of programs and results")
    parser.add_argument("kernels", nargs="*", help="only run these")
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    rows = tomllib.loads((ROOT / "tests/programs/kernels.toml").read_text())["kernel"]
    unknown = set(args.kernels) - {row["name"] for row in rows}
    if unknown:
        parser.error(f"kernels.toml has no kernel {', '.join(sorted(unknown))}")
    table = []
    for row in rows:
        if args.kernels and row["name"] not in args.kernels:
            continue
        measured = figures(*results(args.warpsmith, row, args.cache), row["kernel"]) if "program" in row else None
        table.append("| " + " | ".join(cells(row, measured)) + " |\n")
    if args.kernels:
        print("".join(table), end="")
        return
    text = PAGE.read_text()
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    head = "| " + " | ".join(HEAD) + " |\n" + "|" + "---|" * len(HEAD) + "\n"
    beside = PAGE.with_name(PAGE.name + ".part")
    beside.write_text(before + BEGIN + head + "".join(table) + END + after)
    os.replace(beside, PAGE)


if __name__ == "__main__":
    main()
