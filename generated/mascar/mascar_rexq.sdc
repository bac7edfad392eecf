# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mascar_rexq in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset lsu_v lsu_base lsu_off lsu_warp lsu_reg lsu_mask lsu_op lsu_first l1_ack owner_v owner
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    lsu_rdy l1_v l1_src l1_base l1_off l1_warp l1_reg l1_mask l1_op l1_first rexq_has head_v
    head_warp count full head_leaves
}]
