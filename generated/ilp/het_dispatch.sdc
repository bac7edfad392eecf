# SPDX-License-Identifier: Apache-2.0
# Timing constraints of het_dispatch in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset pool k_valid k_tbs k_threads k_regs k_smem k_conc_warps k_total_threads l_ready
    d_valid d_sm d_kid
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    k_ready k_kid l_valid l_sm l_kid l_tb kdone_valid kdone_kid
}]
