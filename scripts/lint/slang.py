#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Read Verilog with slang, whose command pip does not install: takes the arguments of `slang`. Needs pyslang (scripts/setup.sh --all).

    scripts/lint/slang.py -Weverything --std 1364-2005 -F generated/mascar/mascar.f
"""

import shlex
import sys

from pyslang import driver

slang = driver.Driver()
slang.addStandardArgs()
arguments = shlex.join(["slang", *sys.argv[1:]])
if not slang.parseCommandLine(arguments, driver.CommandLineOptions()) or not slang.processOptions():
    sys.exit(2)
sys.exit(0 if slang.parseAllSources() and slang.runFullCompilation(False) else 1)
