// SPDX-License-Identifier: Apache-2.0
// mosaic_migrator_paper: part of mosaic, configuration paper
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=64 va_w=48 pa_w=40 base_page_log2=12 l1_base=128 l1_large=16 l1_mshrs=32
//   asid_w=9 pt_levels=4 eng_out=4 verify=0 mig_out=8 num_apps=32 frames=1536 slot_bits=9
//   cac_thresh=256 channels=6 chan_interleave_log2=8 num_cores=30 l2_ports=2 l2_base=512
//   l2_ways=16 l2_large=256 l2_lat=10 l2_serial=1 walk_ctx=64

`default_nettype none

module mosaic_migrator_paper (
    input  wire        clock,        // Clock.
    input  wire        reset,        // Synchronous reset, active high.
    input  wire        cmd_valid,    // A command, taken if `cmd_ready`.
    input  wire [27:0] cmd_src,      // The base page that is moved.
    input  wire [27:0] cmd_dst,      // Where it is moved, in the same channels.
    input  wire [39:0] cmd_pte_addr, // Physical address of its entry in the page table.
    input  wire [63:0] cmd_pte,      // The entry as it is to be.
    input  wire        cmd_bulk,     // Copy inside DRAM.
    input  wire        m_ready,      // The operation at `m_*` is taken.
    input  wire        a_valid,      // An operation is done; in any order.
    input  wire [3:0]  a_tag,        // Its `m_tag`.
    output wire        cmd_ready,    // A command is taken.
    output wire        m_valid,      // An operation, which stays until it is taken.
    // 0 RD_LINE, 1 WR_LINE, 2 BULK, 3 WR8; 0 without `m_valid`, as the four that follow.
    output wire [1:0]  m_op,
    // Its physical address: of a line of 128 bytes, of the page that BULK copies, of 8 bytes.
    output wire [39:0] m_addr,
    output wire [39:0] m_dst,        // BULK: the page that it is copied to; else 0.
    output wire [63:0] m_data,       // WR8: what is written; else 0.
    output wire [3:0]  m_tag,        // Its number; of a line that is written that of the read.
    output wire        done          // Pulse: the page is moved, and its entry written.
);

    mosaic_migrator #(
        .ADDRESS   (40),
        .PAGE_BITS (12),
        .TAGS      (8)
    ) unit (
        .clock        (clock),
        .reset        (reset),
        .cmd_valid    (cmd_valid),
        .cmd_src      (cmd_src),
        .cmd_dst      (cmd_dst),
        .cmd_pte_addr (cmd_pte_addr),
        .cmd_pte      (cmd_pte),
        .cmd_bulk     (cmd_bulk),
        .m_ready      (m_ready),
        .a_valid      (a_valid),
        .a_tag        (a_tag),
        .cmd_ready    (cmd_ready),
        .m_valid      (m_valid),
        .m_op         (m_op),
        .m_addr       (m_addr),
        .m_dst        (m_dst),
        .m_data       (m_data),
        .m_tag        (m_tag),
        .done         (done)
    );

endmodule

`default_nettype wire
