#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the benchmarks and print them as the tables of docs/benchmarks.md.

    scripts/benchmarks.py                         all of them; takes minutes
    scripts/benchmarks.py --only traces           one section; may be repeated
    scripts/benchmarks.py --before OLD/warpsmith  whole runs also with another build of the command
    scripts/benchmarks.py --page                  put the tables into the page instead of printing them

Times are wall times, so the machine should do nothing else. A section that was not run stays as it is in the page.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

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


def bench(arguments, filters=(), command=None):
    """Rows of name, median time and items a second, of one call of `cargo bench`."""
    environment = dict(os.environ, WARPSMITH_BIN=str(command)) if command else None
    done = subprocess.run(
        ["cargo", "bench", "--quiet", *arguments, "--benches", "--", *filters],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
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
        median = columns[2] if len(columns) > 2 else ""
        if branch:
            depth = len(branch.group()) // 3
            names[depth:] = [line[branch.end() : start].strip()]
            if median:
                found.append([" ".join(names), median, ""])
        elif median and found:
            found[-1][2] = median
    return found


def table(head, lines):
    lines = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def rate(text):
    """Items a second of a cell such as `2.5 Mitem/s`."""
    number, unit = text.split()
    return float(number) * {"item/s": 1, "Kitem/s": 1e3, "Mitem/s": 1e6, "Gitem/s": 1e9}[unit]


def before_and_after(before, after):
    """Whole runs that both builds have: SM cycles a second of each, and the ratio."""
    old = {name: items for name, _, items in before}
    both = [(name, old[name], items) for name, _, items in after if name in old]
    return table(
        ["whole run", "before", "now", "ratio"],
        [[name, was, now, f"{rate(now) / rate(was):.2f}"] for name, was, now in both],
    )


def put(page, mark, text):
    """Replaces what stands between `<!-- mark -->` and `<!-- end -->`."""
    pattern = re.compile(rf"(<!-- {re.escape(mark)} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(page):
        sys.exit(f"{PAGE}: nothing is marked with <!-- {mark} -->")
    return pattern.sub(lambda m: m.group(1) + text + "\n" + m.group(2), page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="this section")
    parser.add_argument("--before", type=pathlib.Path, help="another build of the command, to compare with")
    parser.add_argument("--page", action="store_true", help="write to docs/benchmarks.md")
    options = parser.parse_args()

    tables = {}
    for section in options.only or SECTIONS:
        found = bench(SECTIONS[section])
        tables[section] = table(["benchmark", "median", "rate"], found)
        if section == "runs" and options.before:
            # The reference model only, so that an old build needs no Verilator.
            filters = ["baseline", "equalizer_model"]
            old = bench(SECTIONS[section], filters, options.before.resolve())
            tables["before and after"] = before_and_after(old, found)

    if options.page:
        page = PAGE.read_text()
        for mark, text in tables.items():
            page = put(page, mark, text)
        PAGE.write_text(page)
    else:
        print("\n\n".join(f"### {mark}\n\n{text}" for mark, text in tables.items()))


if __name__ == "__main__":
    main()
