#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Print the registers that systemrdl-compiler finds in a map: name, address, bits, access and value after reset. Needs
systemrdl-compiler (scripts/setup.sh --all).

    scripts/lint/rdl.py rtl/sms_paper.rdl
"""

import sys

from systemrdl import RDLCompiler

compiler = RDLCompiler()
compiler.compile_file(sys.argv[1])
for register in compiler.elaborate().top.registers():
    (field,) = register.fields()
    assert field.lsb == 0, f"{register.inst_name}: its field does not begin at bit 0"
    access = field.get_property("sw").name + (" counter" if field.get_property("counter") else "")
    print(register.inst_name, register.absolute_address, field.width, access, field.get_property("reset"))
