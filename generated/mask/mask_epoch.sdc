# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mask_epoch in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset res_valid res_hit res_core ptw_live l2_acc l2_hit uniq warps_peak core_app core_on
    app_active
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    epoch_tick bypass_bits quota quota_we share seen
}]
