# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_walker in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset miss_valid miss_core miss_asid miss_vpn wm_ready wd_valid wd_tag wd_pte root_we
    root_core root_ppn flush_valid flush_asid flush_lvpn flush_space flush_all
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    miss_ready wrsp_valid wrsp_mask wrsp_asid wrsp_vpn wrsp_large wrsp_ppn wrsp_perm wrsp_fault
    wm_valid wm_addr wm_depth wm_tag
}]
