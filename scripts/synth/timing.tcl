# SPDX-License-Identifier: Apache-2.0
# The longest path of the mapped netlist.
#   reads  netlist.v, cells.lib
# @TOP@: the top module. @PERIOD@: the clock period, ns. @DRIVER@: the cell that drives each input.
# @LOAD_PF@: the load on each output, pF.
read_liberty cells.lib
read_verilog netlist.v
link_design @TOP@
set_cmd_units -time ns -capacitance pF
create_clock -name clock -period @PERIOD@ [get_ports clock]
foreach port [all_inputs] {
  if {[get_property $port full_name] != "clock"} {
    set_input_delay 0 -clock clock $port
    set_driving_cell -lib_cell @DRIVER@ $port
  }
}
set_output_delay 0 -clock clock [all_outputs]
set_load @LOAD_PF@ [all_outputs]
report_checks -path_delay max -digits 4
