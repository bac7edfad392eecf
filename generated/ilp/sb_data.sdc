# SPDX-License-Identifier: Apache-2.0
# Timing constraints of sb_data in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset wa_valid wa_entry wa_beat wa_mask wa_data wl_valid wl_entry wl_beat wl_mask wl_data
    rd_entry rd_beat cm_entry cm_beat
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    rd_data cm_data
}]
