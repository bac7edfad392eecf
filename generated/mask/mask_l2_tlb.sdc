# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mask_l2_tlb in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset lk_valid lk_core lk_warp lk_vpn wm_ready wd_valid wd_tag wd_pte root_we root_core
    root_ppn root_asid root_app flush_req flush_all flush_asid en_tokens seen share
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    lk_ready res_valid res_hit res_bypass res_core res_vpn res_ppn res_perm wrsp_valid wrsp_walk
    wrsp_mask wrsp_vpn wrsp_ppn wrsp_perm wrsp_fault wm_valid wm_addr wm_depth wm_app wm_tag
    flush_ready flush_ack ptw_live
}]
