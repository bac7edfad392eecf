# SPDX-License-Identifier: Apache-2.0
# Timing constraints of eq_sm in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset en grid_active kernel_start w_cta_in nb_max_in slot_live ib_valid at_barrier sb_ready
    is_mem issued lsu_blocked warp_cta cta_launch cta_done gwde_empty gwde_gnt
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    gwde_req pause_warp pause_cta vote_valid vote num_blocks dbg_acc_active dbg_acc_wait
    dbg_acc_xalu dbg_acc_xmem
}]
