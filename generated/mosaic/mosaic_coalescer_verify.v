// SPDX-License-Identifier: Apache-2.0
// mosaic_coalescer_verify: part of mosaic, configuration verify
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=64 va_w=48 pa_w=40 base_page_log2=12 l1_base=128 l1_large=16 l1_mshrs=32
//   asid_w=9 pt_levels=4 eng_out=4 verify=1 mig_out=8 num_apps=32 frames=1536 slot_bits=9
//   cac_thresh=256 channels=6 chan_interleave_log2=8 num_cores=30 l2_ports=2 l2_base=512
//   l2_ways=16 l2_large=256 l2_lat=10 l2_serial=1 walk_ctx=64

`default_nettype none

module mosaic_coalescer_verify (
    input  wire          clock,      // Clock.
    input  wire          reset,      // Synchronous reset, active high.
    input  wire          cmd_valid,  // A command, taken if `cmd_ready`.
    input  wire          cmd_op,     // 0 COALESCE, 1 SPLINTER.
    input  wire [8:0]    cmd_asid,   // Its address space.
    input  wire [27:0]   cmd_root,   // Frame of 4 KB of the table of depth 1.
    input  wire [26:0]   cmd_lvpn,   // The large page.
    // SPLINTER: the base pages that stay allocated; of the others the mapping ends.
    input  wire [511:0]  cmd_bitmap,
    input  wire          m_ready,    // The operation at `m_*` is taken.
    input  wire          a_valid,    // An operation is done; in any order.
    input  wire [3:0]    a_tag,      // Its `m_tag`.
    input  wire [1023:0] a_data,     // What a read has found.
    input  wire          fl_ready,   // The flush at `fl_*` is taken.
    input  wire          fl_done,    // It is done.
    output wire          cmd_ready,  // A command is taken.
    output wire          m_valid,    // An operation on page tables, which stays until it is taken.
    // 0 READ8, 1 OR8, 2 ANDN8, 3 OR_LINE, 4 ANDN_LINE, 5 RD_LINE; 0 without `m_valid`, as the four
    // that follow. OR8 and ANDN8 are of the large bit.
    output wire [2:0]    m_op,
    output wire [39:0]   m_addr,     // Its physical address, of 8 bytes, or of a line of 128.
    // Entries of the line whose disabled bit is set (OR_LINE) or cleared (ANDN_LINE).
    output wire [15:0]   m_lane_dis,
    output wire [15:0]   m_lane_val, // Entries of the line whose valid bit is cleared (ANDN_LINE).
    output wire [3:0]    m_tag,      // Its number, which no other operation under way has.
    output wire          fl_valid,   // A flush of the large page, which stays until it is taken.
    // Its address space; 0 without `fl_valid`, as the two that follow.
    output wire [8:0]    fl_asid,
    output wire [26:0]   fl_lvpn,    // The large page.
    output wire          fl_kind,    // 0 LARGE; 1 BASE: its base pages, too.
    // Pulse: the large bit is set, and the large page can be used from now on.
    output wire          large_on,
    output wire          done,       // Pulse: the command is over.
    // How: 0 OK, 1 ALREADY, 2 NOTLARGE, 3 FAULT, 4 NOTCONTIG; 0 without `done`.
    output wire [2:0]    status
);

    mosaic_coalescer #(
        .VA_W      (48),
        .ADDRESS   (40),
        .SLOT_AT   (12),
        .ASID      (9),
        .PT_LEVELS (4),
        .TAGS      (4),
        .VERIFY    (1'b1)
    ) unit (
        .clock      (clock),
        .reset      (reset),
        .cmd_valid  (cmd_valid),
        .cmd_op     (cmd_op),
        .cmd_asid   (cmd_asid),
        .cmd_root   (cmd_root),
        .cmd_lvpn   (cmd_lvpn),
        .cmd_bitmap (cmd_bitmap),
        .m_ready    (m_ready),
        .a_valid    (a_valid),
        .a_tag      (a_tag),
        .a_data     (a_data),
        .fl_ready   (fl_ready),
        .fl_done    (fl_done),
        .cmd_ready  (cmd_ready),
        .m_valid    (m_valid),
        .m_op       (m_op),
        .m_addr     (m_addr),
        .m_lane_dis (m_lane_dis),
        .m_lane_val (m_lane_val),
        .m_tag      (m_tag),
        .fl_valid   (fl_valid),
        .fl_asid    (fl_asid),
        .fl_lvpn    (fl_lvpn),
        .fl_kind    (fl_kind),
        .large_on   (large_on),
        .done       (done),
        .status     (status)
    );

endmodule

`default_nettype wire
