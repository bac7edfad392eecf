# SPDX-License-Identifier: Apache-2.0
# Timing constraints of ilp_bypass in any configuration. Emitted by Warpsmith.
# Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after
# outputs leave, before this file is read.
if {![info exists period]} { set period 10.0 }
if {![info exists outside]} { set outside 0.2 }

create_clock -name clock -period $period [get_ports clock]
set_input_delay [expr {$outside * $period}] -clock clock [get_ports {
    reset bypass_en iss_valid iss_warp iss_src_valid iss_src_tag iss_dst_valid iss_dst_tag
    iss_fixed iss_spec iss_entry_valid iss_entry iss_solo kill_valid kill_warp kill_all
}]
set_output_delay [expr {$outside * $period}] -clock clock [get_ports {
    byp_sel av_valid av_entry dwb_valid dwb_warp
}]
