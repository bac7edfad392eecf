# SPDX-License-Identifier: Apache-2.0
# Timing constraints of ilp_scoreboard in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset sb_en chk_valid chk_warp chk_src_valid chk_src_tag chk_dst_valid chk_dst_tag
    chk_active chk_class iss_valid iss_warp iss_src_valid iss_src_tag iss_dst_valid iss_dst_tag
    iss_active iss_fixed iss_store iss_branch wa_valid wa_entry wa_beat wa_mask wl_valid
    wl_entry wl_beat wl_mask av_valid av_entry dwb_mask st_done_mask br_res_valid br_res_warp
    br_res_mis br_res_mask flt_valid flt_entry sq_valid sq_warp cm_ready
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    ready in_board in_store iss_entry_valid iss_entry iss_solo src_hit src_entry src_lanes
    cm_valid cm_warp cm_entry cm_tag cm_beat cm_mask trap_valid trap_warp kill_mask free_count
}]
