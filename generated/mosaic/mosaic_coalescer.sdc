# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_coalescer in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset cmd_valid cmd_op cmd_asid cmd_root cmd_lvpn cmd_bitmap m_ready a_valid a_tag a_data
    fl_ready fl_done
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    cmd_ready m_valid m_op m_addr m_lane_dis m_lane_val m_tag fl_valid fl_asid fl_lvpn fl_kind
    large_on done status
}]
