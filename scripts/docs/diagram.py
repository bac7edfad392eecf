#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draw a timing diagram: WaveDrom source on standard input, SVG on standard output. Needs wavedrom (scripts/setup.sh --all).

Shapes that the diagram does not use are left out, and its background is white, so that it can be read on a dark page.
"""

import re
import sys

import wavedrom

source = "".join(line for line in sys.stdin if not line.startswith("//"))
svg = wavedrom.render(source).tostring()
head, shapes, rest = re.fullmatch(r"(<svg.*?>)<defs>(.*)</defs>(.*)", svg, re.DOTALL).groups()
used = set(re.findall(r'xlink:href="#([^"]*)"', rest))
style = re.search(r"<style.*?</style>", shapes, re.DOTALL)
shapes = re.sub(r"<style.*?</style>", "", shapes, flags=re.DOTALL)
# A shape is a group with a name; groups without one are inside others.
shapes = "\n".join(shape for shape in re.split(r'(?=<g id=")', shapes) if shape[7:].split('"')[0] in used)
sys.stdout.write(
    "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
    f'{head}<defs>{style.group(0) if style else ""}\n{shapes}</defs>\n'
    f'<rect width="100%" height="100%" style="fill:#fff"/>{rest}\n'.replace("</g><g", "</g>\n<g")
)
