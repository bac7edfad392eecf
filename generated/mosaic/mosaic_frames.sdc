# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mosaic_frames in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset cmd_valid cmd_op cmd_app cmd_lvpn cmd_frame cmd_first cmd_len cmd_any cmd_phase cmd_at
    cmd_foreign
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    cmd_ready rsp_valid rsp_ok rsp_frame rsp_slot rsp_action rsp_owner rsp_lvpn rsp_count
    rsp_bitmap rsp_more rsp_next free_frames emergency free_slots
}]
