#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lay the chapters of docs/SUMMARY.md into a folder as mdBook wants them: stage.py FOLDER, from the root of the source tree.

Chapters keep their places in the tree, so that links among them stay as they are. mdBook takes nothing from outside its folder, so the
files that chapters link to are copied too, and a link to a folder becomes one to its README or, without one, to a list of its files.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
FENCED = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)
SUMMARY = Path("docs/SUMMARY.md")

book = Path(sys.argv[1])
source = book / "src"
shutil.rmtree(source, ignore_errors=True)


def target_of(page, link):
    """The path from the root of what a relative link of a page leads to, or None for an address."""
    return None if "://" in link else Path(os.path.normpath(page.parent / link))


def place_of(chapter):
    """Where a chapter is in the book: the README of a folder is its index."""
    return chapter.with_name("index.md") if chapter.name == "README.md" else chapter


def put(path, text):
    """Write a file of the book."""
    place = source / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def files_below(folder):
    """The files of a folder that belong to the project."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--", folder], check=True, capture_output=True, text=True
    ).stdout
    return [Path(name) for name in names.split("\0") if name and Path(name).exists()]


def diagram(block):
    """A fenced block, or, of mermaid, what diagrams.js draws: mdBook would look for a highlighter of it."""
    head = "```mermaid\n"
    if not block.startswith(head):
        return block
    return f'<pre class="diagram">{html.escape(block[len(head):-3])}</pre>'


def copy(path):
    """Copy a file that is no chapter."""
    place = source / path
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)


def list_of(folder):
    """Copy the files of a folder, and write the list of them. The name of the list."""
    names = [path for path in files_below(folder) if path.suffix != ".md"]
    for path in names:
        copy(path)
    items = (str(path.relative_to(folder)) for path in names)
    rows = "\n".join(f'<li><a href="{html.escape(name)}">{html.escape(name)}</a></li>' for name in items)
    title = html.escape(str(folder))
    put(
        folder / "index.html",
        f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
        f"<h1>{title}</h1>\n<ul>\n{rows}\n</ul>\n</html>\n",
    )
    return "index.html"


summary = SUMMARY.read_text(encoding="utf-8")
chapters = {target_of(SUMMARY, found.group(1)) for found in LINK.finditer(summary)}


def linked(page, found):
    """A link of a page as it is in the book."""
    link, fragment = found.group(1), found.group(2) or ""
    path = target_of(page, link)
    if path is None:
        return found.group(0)
    if path in chapters:
        return f"]({link.removesuffix(path.name)}{place_of(path).name}{fragment})"
    if not path.exists():
        sys.exit(f"book: {page} links to {link}, which is not there")
    if path.is_dir():
        readme = path / "README.md"
        end = place_of(readme).name if readme in chapters else list_of(path)
        return f"]({link.rstrip('/')}/{end}{fragment})"
    if path.suffix == ".md":
        sys.exit(f"book: {page} links to {path}, which is not in {SUMMARY}")
    copy(path)
    return found.group(0)


for chapter in sorted(chapters):
    text = chapter.read_text(encoding="utf-8")
    # What is between fences is no prose.
    parts = FENCED.split(text)
    parts[::2] = [LINK.sub(lambda found: linked(chapter, found), part) for part in parts[::2]]
    parts[1::2] = [diagram(part) for part in parts[1::2]]
    put(place_of(chapter), "".join(parts))
put("SUMMARY.md", LINK.sub(lambda found: f"]({place_of(target_of(SUMMARY, found.group(1))).as_posix()})", summary))
