# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mascar_sched in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset mp slot_live ib_valid head_is_mem ops_ready dep_ll at_barrier at_fence exited age_rank
    comp_free lsu_free lsu_has rexq_has rexq_head_v rexq_head_warp rexq_head_leaves
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    grant_v grant_warp grant_mem owner_v owner wst_mem wst_stall
}]
