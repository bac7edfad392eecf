# SPDX-License-Identifier: Apache-2.0
"""Prints the registers that systemrdl-compiler finds in a file: name, address, bits, access and value after reset."""

import sys

from systemrdl import RDLCompiler

compiler = RDLCompiler()
compiler.compile_file(sys.argv[1])
for register in compiler.elaborate().top.registers():
    (field,) = register.fields()
    assert field.lsb == 0, "a register has one field, from bit 0 on"
    access = field.get_property("sw").name + (" counter" if field.get_property("counter") else "")
    print(register.inst_name, register.absolute_address, field.width, access, field.get_property("reset"))
