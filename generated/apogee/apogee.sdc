# SPDX-License-Identifier: Apache-2.0
# Timing constraints of apogee in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset flush iter_threads live_warps ld_v ld_first ld_last ld_pc ld_warp ld_mask ld_addr
    res_v res_miss res_merged res_entry res_line pf_rdy pf_sent fill_v fill_entry fill_warp
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    ld_rdy pf_v pf_line pf_entry pf_warp pf_track pf_trig stat_trained stat_trusted
    stat_mismatch stat_alloc stat_evict stat_dist_inc stat_dist_dec stat_trig_fire
    stat_trig_move stat_drop
}]
