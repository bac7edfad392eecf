# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_migrator in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset cmd_valid cmd_src cmd_dst cmd_pte_addr cmd_pte cmd_bulk m_ready a_valid a_tag
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    cmd_ready m_valid m_op m_addr m_dst m_data m_tag done
}]
