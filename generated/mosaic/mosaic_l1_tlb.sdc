# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_l1_tlb in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset lk_valid lk_vpn lk_warp miss_ready fill_valid fill_vpn fill_large fill_ppn fill_perm
    fill_fault flush_valid flush_lvpn flush_kind flush_all
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    res_hit res_pending res_large res_ppn res_perm miss_valid miss_vpn wake_valid wake_waiters
    wake_large wake_ppn wake_perm wake_fault flush_ack
}]
