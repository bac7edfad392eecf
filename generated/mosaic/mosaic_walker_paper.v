// SPDX-License-Identifier: Apache-2.0
// mosaic_walker_paper: part of mosaic, configuration paper
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=64 va_w=48 pa_w=40 base_page_log2=12 l1_base=128 l1_large=16 l1_mshrs=32
//   asid_w=9 pt_levels=4 eng_out=4 verify=0 mig_out=8 num_apps=32 frames=1536 slot_bits=9
//   cac_thresh=256 channels=6 chan_interleave_log2=8 num_cores=30 l2_ports=2 l2_base=512
//   l2_ways=16 l2_large=256 l2_lat=10 l2_serial=1 walk_ctx=64

`default_nettype none

module mosaic_walker_paper (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup that has missed, taken if `miss_ready` has the bit.
    input  wire [1:0]  miss_valid,
    input  wire [9:0]  miss_core,   // Its SM, below `num_cores`.
    input  wire [17:0] miss_asid,   // Its address space.
    input  wire [71:0] miss_vpn,    // Its virtual base page, which the SM does not wait for yet.
    input  wire        wm_ready,    // The read at `wm_*` is taken.
    input  wire        wd_valid,    // The entry that a read has found; always accepted.
    input  wire [5:0]  wd_tag,      // Its `wm_tag`.
    input  wire [63:0] wd_pte,      // The entry.
    input  wire        root_we,     // Write the root register of an SM that waits for nothing.
    input  wire [4:0]  root_core,   // That SM.
    input  wire [27:0] root_ppn,    // Frame of 4 KB of its table of depth 1.
    input  wire        flush_valid, // What walks have read is out of date; always accepted.
    input  wire [8:0]  flush_asid,  // Of this address space.
    input  wire [26:0] flush_lvpn,  // Of this large page.
    // Of all pages of the address space, whatever `flush_lvpn` says.
    input  wire        flush_space,
    input  wire        flush_all,   // Of all address spaces, whatever the three before say.
    output wire [1:0]  miss_ready,  // A bit for each port that takes a lookup in this cycle.
    output wire        wrsp_valid,  // A walk has ended.
    // The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    output wire [29:0] wrsp_mask,
    output wire [8:0]  wrsp_asid,   // The address space.
    output wire [35:0] wrsp_vpn,    // The base page that was looked up.
    output wire        wrsp_large,  // It lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    output wire [27:0] wrsp_ppn,
    output wire [3:0]  wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output wire        wrsp_fault,  // An entry on the way was not valid: a far-fault.
    // A read of an entry of a page table, which stays until it is taken.
    output wire        wm_valid,
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    output wire [39:0] wm_addr,
    output wire [2:0]  wm_depth,    // Its depth, 1 for the root.
    output wire [5:0]  wm_tag       // The walk, which no other read under way has.
);

    mosaic_walker #(
        .VA_W           (48),
        .ADDRESS        (40),
        .BASE_PAGE_LOG2 (12),
        .ASID           (9),
        .LEAF           (4),
        .CORES          (30),
        .PORTS          (2),
        .CONTEXTS       (64)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .miss_valid  (miss_valid),
        .miss_core   (miss_core),
        .miss_asid   (miss_asid),
        .miss_vpn    (miss_vpn),
        .wm_ready    (wm_ready),
        .wd_valid    (wd_valid),
        .wd_tag      (wd_tag),
        .wd_pte      (wd_pte),
        .root_we     (root_we),
        .root_core   (root_core),
        .root_ppn    (root_ppn),
        .flush_valid (flush_valid),
        .flush_asid  (flush_asid),
        .flush_lvpn  (flush_lvpn),
        .flush_space (flush_space),
        .flush_all   (flush_all),
        .miss_ready  (miss_ready),
        .wrsp_valid  (wrsp_valid),
        .wrsp_mask   (wrsp_mask),
        .wrsp_asid   (wrsp_asid),
        .wrsp_vpn    (wrsp_vpn),
        .wrsp_large  (wrsp_large),
        .wrsp_ppn    (wrsp_ppn),
        .wrsp_perm   (wrsp_perm),
        .wrsp_fault  (wrsp_fault),
        .wm_valid    (wm_valid),
        .wm_addr     (wm_addr),
        .wm_depth    (wm_depth),
        .wm_tag      (wm_tag)
    );

endmodule

`default_nettype wire
