# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mask_monitor in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset issue_valid issue_warp stalled tick
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    uniq warps_peak
}]
