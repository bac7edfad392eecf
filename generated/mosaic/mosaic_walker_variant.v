// SPDX-License-Identifier: Apache-2.0
// mosaic_walker_variant: part of mosaic, configuration variant
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=44 va_w=57 pa_w=44 base_page_log2=14 l1_base=22 l1_large=5 l1_mshrs=9 asid_w=7
//   pt_levels=5 eng_out=7 verify=1 mig_out=11 num_apps=5 frames=23 slot_bits=6 cac_thresh=37
//   channels=7 chan_interleave_log2=16 num_cores=11 l2_ports=1 l2_base=40 l2_ways=5 l2_large=21
//   l2_lat=7 l2_serial=0 walk_ctx=13

`default_nettype none

module mosaic_walker_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup that has missed, taken if `miss_ready` has the bit.
    input  wire [0:0]  miss_valid,
    input  wire [3:0]  miss_core,   // Its SM, below `num_cores`.
    input  wire [6:0]  miss_asid,   // Its address space.
    input  wire [42:0] miss_vpn,    // Its virtual base page, which the SM does not wait for yet.
    input  wire        wm_ready,    // The read at `wm_*` is taken.
    input  wire        wd_valid,    // The entry that a read has found; always accepted.
    input  wire [3:0]  wd_tag,      // Its `wm_tag`.
    input  wire [63:0] wd_pte,      // The entry.
    input  wire        root_we,     // Write the root register of an SM that waits for nothing.
    input  wire [3:0]  root_core,   // That SM.
    input  wire [31:0] root_ppn,    // Frame of 4 KB of its table of depth 1.
    input  wire        flush_valid, // What walks have read is out of date; always accepted.
    input  wire [6:0]  flush_asid,  // Of this address space.
    input  wire [33:0] flush_lvpn,  // Of this large page.
    // Of all pages of the address space, whatever `flush_lvpn` says.
    input  wire        flush_space,
    input  wire        flush_all,   // Of all address spaces, whatever the three before say.
    output wire [0:0]  miss_ready,  // A bit for each port that takes a lookup in this cycle.
    output wire        wrsp_valid,  // A walk has ended.
    // The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    output wire [10:0] wrsp_mask,
    output wire [6:0]  wrsp_asid,   // The address space.
    output wire [42:0] wrsp_vpn,    // The base page that was looked up.
    output wire        wrsp_large,  // It lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    output wire [29:0] wrsp_ppn,
    output wire [3:0]  wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output wire        wrsp_fault,  // An entry on the way was not valid: a far-fault.
    // A read of an entry of a page table, which stays until it is taken.
    output wire        wm_valid,
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    output wire [43:0] wm_addr,
    output wire [2:0]  wm_depth,    // Its depth, 1 for the root.
    output wire [3:0]  wm_tag       // The walk, which no other read under way has.
);

    mosaic_walker #(
        .VA_W           (57),
        .ADDRESS        (44),
        .BASE_PAGE_LOG2 (14),
        .ASID           (7),
        .LEAF           (5),
        .CORES          (11),
        .PORTS          (1),
        .CONTEXTS       (13)
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
