#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the benchmarks and print them as the tables of docs/benchmarks.md.

    scripts/benchmarks.py                        all of them; takes minutes
    scripts/benchmarks.py --only traces          one section; may be repeated
    scripts/benchmarks.py --compare OLD NEW      whole runs with two builds of the command `warpsmith`, in turn
    scripts/benchmarks.py --loop COMMAND         whole runs of a build with the RTL, with the model and the RTL of each unit in turn
    scripts/benchmarks.py --page ...             put the tables into the page instead of printing them

Benchmarks are timed by the clock, so the machine should do nothing else; on one that is busy the fastest sample of a short
benchmark still means something. The comparisons count processor time. A section that was not run stays as it is in the page.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/benchmarks.md"
# Section of the page: arguments of `cargo bench`.
SECTIONS = {
    "ptx": ["-p", "warpsmith-ptx"],
    "traces": ["-p", "warpsmith-trace"],
    "gpu": ["-p", "warpsmith-gpu"],
    "units": ["-p", "warpsmith-testbenches"],
    "runs": ["-p", "warpsmith-tests", "--features", "rtl"],
}
PROGRAMS = ("stream", "bfs")
EQUALIZER = ["--with", "equalizer:mode=performance"]
# What is compared: program, options. LRR is the scheduler of builds from before machines named one.
LRR = ["--with", "lrr"]
COMPARED = [(program, options) for program in PROGRAMS for options in (LRR, [*LRR, *EQUALIZER, "--backend", "model"])]
TURNS = 5
# Each unit with the machine that its paper evaluates it on, and the programs that it runs.
LOOP = [
    EQUALIZER,
    ["--machine", "mascar", "--with", "mascar"],
    ["--with", "sms"],
    ["--with", "frfcfs"],
    ["--machine", "cta", "--with", "cta_prefetch"],
    ["--machine", "apogee", "--with", "apogee"],
    ["--machine", "medic", "--with", "medic"],
    ["--machine", "maxwell", "--with", "mask"],
    # On its paper's machine pages come from the host, for which a run waits most of its time.
    ["--machine", "maxwell", "--with", "mosaic"],
    ["--machine", "ilp", "--with", "ilp"],
]


def bench(arguments):
    """Rows of name, fastest and median time, and items a second of the fastest, of one call of `cargo bench`."""
    command = ["cargo", "bench", "--quiet", *arguments, "--benches"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"cargo bench {' '.join(arguments)} failed")
    return rows(done.stdout)


def rows(text):
    """Reads divan's tree: a line with a name has times, the one below it the rate."""
    found, names, start = [], [], None
    for line in text.splitlines():
        if "fastest" in line and "median" in line:
            start, names = line.index("fastest"), [line.split()[0]]
            continue
        if start is None or not line.strip():
            continue
        branch = re.match(r"[│ ]*[├╰]─ ", line[:start])
        columns = [column.strip() for column in line[start:].split("│")]
        fastest, _, median = columns[:3] if len(columns) > 2 else ("", "", "")
        if branch:
            depth = len(branch.group()) // 3
            names[depth:] = [line[branch.end() : start].strip()]
            if median:
                found.append([" ".join(names), fastest, median, ""])
        elif fastest and found:
            found[-1][3] = fastest
    return found


def table(head, lines):
    lines = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def once(command, folder, program, options):
    """Processor seconds of a run, program included, and its cycles of all SMs."""
    result = folder / "result.json"
    line = [command, "run", *options, "-o", result, "--", folder / program]
    child = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, line))} failed")
    found = json.loads(result.read_text())
    cycles = found["statistics"]["total"]["time"]["sm_cycles"]
    return usage.ru_utime + usage.ru_stime, cycles * found["configuration"]["machine"]["sm"]["count"]


def compiled(command, folder):
    """Compiles the programs with a build of the command."""
    for program in PROGRAMS:
        source = ROOT / "tests/programs" / f"{program}.cu"
        subprocess.run([command, "cc", source, "-o", folder / program], check=True)


def medians(program, sides):
    """Median processor seconds of a program and its cycles of all SMs with each of `sides` (build, folder, options), in turns."""

    def turn():
        return [once(command, folder, program, options) for command, folder, options in sides]

    turn()  # warms up
    turns = zip(*(turn() for _ in range(TURNS)))
    return [(statistics.median(time for time, _ in runs), runs[0][1]) for runs in turns]


def compare(builds):
    """A table of whole runs with an old and a new build."""
    rows = []
    with tempfile.TemporaryDirectory() as root:
        folders = [pathlib.Path(root) / name for name in ("old", "new")]
        for folder, command in zip(folders, builds):
            folder.mkdir()
            compiled(command, folder)
        for program, options in COMPARED:
            found = medians(program, [(c, f, options) for c, f in zip(builds, folders)])
            cells = [cell for s, cycles in found for cell in (f"{s:.2f}", f"{cycles / s / 1e6:.2f}")]
            rows.append([f"{program} {' '.join(options)}".strip(), *cells])
    return table(["run", "before, s", "Mcycles/s", "now, s", "Mcycles/s"], rows)


def loop(command):
    """A table of whole runs with the reference model and the RTL of each unit."""
    rows = []
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root)
        compiled(command, folder)
        for options in LOOP:
            for program in PROGRAMS:
                sides = [(command, folder, [*options, "--backend", backend]) for backend in ("model", "rtl")]
                (model, _), (rtl, cycles) = medians(program, sides)
                cells = [f"{model:.2f}", f"{rtl:.2f}", f"{rtl / model:.2f}", f"{cycles / rtl / 1e6:.2f}"]
                rows.append([" ".join(options), program, *cells])
    return table(["run", "program", "model, s", "RTL, s", "RTL / model", "Mcycles/s, RTL"], rows)


def put(page, mark, text):
    """Replaces what stands between `<!-- mark -->` and `<!-- end -->`."""
    pattern = re.compile(rf"(<!-- {re.escape(mark)} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(page):
        sys.exit(f"{PAGE}: nothing is marked with <!-- {mark} -->")
    return pattern.sub(lambda m: m.group(1) + text + "\n" + m.group(2), page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="this section")
    parser.add_argument("--compare", nargs=2, type=pathlib.Path, metavar=("OLD", "NEW"), help="two builds")
    parser.add_argument("--loop", type=pathlib.Path, metavar="COMMAND", help="a build with the RTL")
    parser.add_argument("--page", action="store_true", help="write to docs/benchmarks.md")
    options = parser.parse_args()

    tables = {}
    if options.compare:
        tables["before and after"] = compare([build.resolve() for build in options.compare])
    if options.loop:
        tables["rtl in the loop"] = loop(options.loop.resolve())
    for section in options.only or ([] if options.compare or options.loop else SECTIONS):
        tables[section] = table(["benchmark", "fastest", "median", "rate of the fastest"], bench(SECTIONS[section]))

    if options.page:
        page = PAGE.read_text()
        for mark, text in tables.items():
            page = put(page, mark, text)
        PAGE.write_text(page)
    else:
        print("\n\n".join(f"### {mark}\n\n{text}" for mark, text in tables.items()))


if __name__ == "__main__":
    main()
