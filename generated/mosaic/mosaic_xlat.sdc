# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_xlat in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset lk_valid lk_core lk_vpn wm_ready wd_valid wd_tag wd_pte root_we root_core root_ppn
    root_asid fl_valid fl_asid fl_lvpn fl_kind fl_space fl_all l1fl_ack
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    lk_ready rsp_valid rsp_core rsp_vpn rsp_large rsp_ppn rsp_perm wrsp_valid wrsp_mask wrsp_vpn
    wrsp_large wrsp_ppn wrsp_perm wrsp_fault wm_valid wm_addr wm_depth wm_tag fl_ready fl_done
    l1fl_valid l1fl_mask l1fl_lvpn l1fl_kind l1fl_all
}]
