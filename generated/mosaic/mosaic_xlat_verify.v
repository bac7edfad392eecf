// SPDX-License-Identifier: Apache-2.0
// mosaic_xlat_verify: part of mosaic, configuration verify
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=64 va_w=48 pa_w=40 base_page_log2=12 l1_base=128 l1_large=16 l1_mshrs=32
//   asid_w=9 pt_levels=4 eng_out=4 verify=1 mig_out=8 num_apps=32 frames=1536 slot_bits=9
//   cac_thresh=256 channels=6 chan_interleave_log2=8 num_cores=30 l2_ports=2 l2_base=512
//   l2_ways=16 l2_large=256 l2_lat=10 l2_serial=1 walk_ctx=64

`default_nettype none

module mosaic_xlat_verify (
    input  wire        clock,      // Clock.
    input  wire        reset,      // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    input  wire [1:0]  lk_valid,
    input  wire [9:0]  lk_core,    // Its SM, below `num_cores`.
    input  wire [71:0] lk_vpn,     // Its virtual base page, which the SM does not wait for yet.
    input  wire        wm_ready,   // The read at `wm_*` is taken.
    input  wire        wd_valid,   // The entry that a read has found; always accepted.
    input  wire [5:0]  wd_tag,     // Its `wm_tag`.
    input  wire [63:0] wd_pte,     // The entry.
    // Write the root register and the address space of an SM that waits for nothing.
    input  wire        root_we,
    input  wire [4:0]  root_core,  // That SM.
    input  wire [27:0] root_ppn,   // Frame of 4 KB of its table of depth 1.
    input  wire [8:0]  root_asid,  // Its address space.
    input  wire        fl_valid,   // A flush, taken if `fl_ready`.
    input  wire [8:0]  fl_asid,    // The address space that it is of.
    input  wire [26:0] fl_lvpn,    // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire        fl_kind,
    // Of all pages of the address space, whatever the two before say.
    input  wire        fl_space,
    input  wire        fl_all,     // Of all address spaces, whatever the four before say.
    input  wire [29:0] l1fl_ack,   // A bit for each SM: its TLB has done the flush of `l1fl_*`.
    output wire [1:0]  lk_ready,   // A bit for each port that accepts a lookup in this cycle.
    output wire [1:0]  rsp_valid,  // A bit for each port: a lookup has hit, and this is the answer.
    output wire [9:0]  rsp_core,   // Its SM; 0 without `rsp_valid`, as the four that follow.
    output wire [71:0] rsp_vpn,    // Its base page.
    output wire [1:0]  rsp_large,  // That lies in a large page.
    output wire [55:0] rsp_ppn,    // Its frame, of a large page with 0 as its lowest 9 bits.
    output wire [7:0]  rsp_perm,   // Its permissions.
    output wire        wrsp_valid, // A walk has ended.
    // The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    output wire [29:0] wrsp_mask,
    output wire [35:0] wrsp_vpn,   // The base page that was looked up.
    output wire        wrsp_large, // It lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    output wire [27:0] wrsp_ppn,
    output wire [3:0]  wrsp_perm,  // Its permissions; 0 with `wrsp_fault`.
    output wire        wrsp_fault, // An entry on the way was not valid: a far-fault.
    // A read of an entry of a page table, which stays until it is taken.
    output wire        wm_valid,
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    output wire [39:0] wm_addr,
    output wire [2:0]  wm_depth,   // Its depth, 1 for the root.
    output wire [5:0]  wm_tag,     // The walk, which no other read under way has.
    output wire        fl_ready,   // A flush is taken: none is under way.
    output wire        fl_done,    // Pulse: the flush is done, here and in the SMs.
    // A flush for the TLBs of SMs, behind `rsp_*` and `wrsp_*` of this cycle and of those before.
    output wire        l1fl_valid,
    // The SMs that it is for, each of which acknowledges it; 0 without `l1fl_valid`, as the three
    // that follow.
    output wire [29:0] l1fl_mask,
    output wire [26:0] l1fl_lvpn,  // The large page.
    output wire        l1fl_kind,  // 0 LARGE, 1 BASE.
    output wire        l1fl_all    // Of all pages.
);

    mosaic_xlat #(
        .VA_W           (48),
        .ADDRESS        (40),
        .BASE_PAGE_LOG2 (12),
        .ASID           (9),
        .LEAF           (4),
        .CORES          (30),
        .PORTS          (2),
        .L2_BASE        (512),
        .WAYS           (16),
        .LARGE          (256),
        .L2_LAT         (10),
        .L2_SERIAL      (1'b1),
        .CONTEXTS       (64)
    ) unit (
        .clock      (clock),
        .reset      (reset),
        .lk_valid   (lk_valid),
        .lk_core    (lk_core),
        .lk_vpn     (lk_vpn),
        .wm_ready   (wm_ready),
        .wd_valid   (wd_valid),
        .wd_tag     (wd_tag),
        .wd_pte     (wd_pte),
        .root_we    (root_we),
        .root_core  (root_core),
        .root_ppn   (root_ppn),
        .root_asid  (root_asid),
        .fl_valid   (fl_valid),
        .fl_asid    (fl_asid),
        .fl_lvpn    (fl_lvpn),
        .fl_kind    (fl_kind),
        .fl_space   (fl_space),
        .fl_all     (fl_all),
        .l1fl_ack   (l1fl_ack),
        .lk_ready   (lk_ready),
        .rsp_valid  (rsp_valid),
        .rsp_core   (rsp_core),
        .rsp_vpn    (rsp_vpn),
        .rsp_large  (rsp_large),
        .rsp_ppn    (rsp_ppn),
        .rsp_perm   (rsp_perm),
        .wrsp_valid (wrsp_valid),
        .wrsp_mask  (wrsp_mask),
        .wrsp_vpn   (wrsp_vpn),
        .wrsp_large (wrsp_large),
        .wrsp_ppn   (wrsp_ppn),
        .wrsp_perm  (wrsp_perm),
        .wrsp_fault (wrsp_fault),
        .wm_valid   (wm_valid),
        .wm_addr    (wm_addr),
        .wm_depth   (wm_depth),
        .wm_tag     (wm_tag),
        .fl_ready   (fl_ready),
        .fl_done    (fl_done),
        .l1fl_valid (l1fl_valid),
        .l1fl_mask  (l1fl_mask),
        .l1fl_lvpn  (l1fl_lvpn),
        .l1fl_kind  (l1fl_kind),
        .l1fl_all   (l1fl_all)
    );

endmodule

`default_nettype wire
