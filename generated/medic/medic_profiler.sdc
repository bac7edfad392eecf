# SPDX-License-Identifier: Apache-2.0
# Timing constraints of medic_profiler in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset alloc_valid alloc_wid q_valid q_wid r_valid r_wid r_hit r_byp r_prof
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    q_type q_prof lo_pct_o ev_classify ev_wid ev_type5 epoch_pulse
}]
