# SPDX-License-Identifier: Apache-2.0
# Timing constraints of cta_pf_engine in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset kernel_start cta_start_valid cta_start_slot cta_start_first cta_start_nw cta_end_valid
    cta_end_slot ld_valid ld_pc ld_cta ld_widx ld_n ld_addr ld_indirect lead_cta lead_valid
    pf_ready
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    pf_valid pf_addr pf_warp job_full st_reg st_stride st_nonstride st_verify st_mis st_jobdrop
}]
