# SPDX-License-Identifier: Apache-2.0
# Timing constraints of cta_sched in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset kernel_start cta_start_valid cta_start_slot cta_start_first cta_start_nw cta_end_valid
    cta_end_slot hold_fill w_can_issue w_stall warp_done_valid warp_done wake_valid wake_warp
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    issue_valid issue_warp ready_mask lead_cta lead_valid st_promote st_demote st_swap
    st_wakedrop
}]
