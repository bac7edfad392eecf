# SPDX-License-Identifier: Apache-2.0
# Timing constraints of simt_bpred in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset mode lk_valid lk_pc lk_target lk_warp lk_oracle rs_valid rs_warp rs_active rs_taken
    rs_pred rs_idx
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    pr_valid pr_taken pr_idx rs_div rs_mis rs_follow
}]
