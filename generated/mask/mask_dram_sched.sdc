# SPDX-License-Identifier: Apache-2.0
# Timing constraints of mask_dram_sched in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset tick x_valid x_depth x_app x_bank x_row x_col x_id d_valid d_wr d_app d_bank d_row
    d_col d_id bank_ready open_valid open_row quota app_active epoch_tick
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    x_ready d_ready iss_valid iss_src iss_wr iss_depth iss_app iss_bank iss_row iss_col iss_id
    occ_golden occ_silver occ_normal silver_app
}]
