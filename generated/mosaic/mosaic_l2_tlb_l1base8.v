// SPDX-License-Identifier: Apache-2.0
// mosaic_l2_tlb_l1base8: part of mosaic, configuration l1base8
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=64 va_w=48 pa_w=40 base_page_log2=12 l1_base=8 l1_large=16 l1_mshrs=32 asid_w=9
//   pt_levels=4 eng_out=4 verify=0 mig_out=8 num_apps=32 frames=1536 slot_bits=9 cac_thresh=256
//   channels=6 chan_interleave_log2=8 num_cores=30 l2_ports=2 l2_base=512 l2_ways=16 l2_large=256
//   l2_lat=10 l2_serial=1 walk_ctx=64

`default_nettype none

module mosaic_l2_tlb_l1base8 (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    input  wire [1:0]  lk_valid,
    input  wire [9:0]  lk_core,     // Its SM, below `num_cores`.
    input  wire [71:0] lk_vpn,      // Its virtual base page, which the SM does not wait for yet.
    input  wire [1:0]  miss_ready,  // A bit for each port of the walker that takes a lookup.
    input  wire        wrsp_valid,  // A walk has ended; always accepted.
    input  wire [8:0]  wrsp_asid,   // Its address space.
    input  wire [35:0] wrsp_vpn,    // The base page that was looked up.
    input  wire        wrsp_large,  // It lies in a large page.
    input  wire [27:0] wrsp_ppn,    // Its frame; of a large page the lowest 9 bits do not count.
    input  wire [3:0]  wrsp_perm,   // Its permissions.
    input  wire        wrsp_fault,  // It has no frame: a far-fault.
    input  wire        root_we,     // Write the address space of an SM that waits for nothing.
    input  wire [4:0]  root_core,   // That SM.
    input  wire [8:0]  root_asid,   // Its address space.
    input  wire        fl_valid,    // A flush, taken if `fl_ready`.
    input  wire [8:0]  fl_asid,     // The address space that it is of.
    input  wire [26:0] fl_lvpn,     // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire        fl_kind,
    // Of all pages of the address space, whatever the two before say.
    input  wire        fl_space,
    input  wire        fl_all,      // Of all address spaces, whatever the four before say.
    input  wire [29:0] l1fl_ack,    // A bit for each SM: its TLB has done the flush of `l1fl_*`.
    output wire [1:0]  lk_ready,    // A bit for each port that accepts a lookup in this cycle.
    // A bit for each port: a lookup has hit, and this is the answer.
    output wire [1:0]  rsp_valid,
    output wire [9:0]  rsp_core,    // Its SM; 0 without `rsp_valid`, as the four that follow.
    output wire [71:0] rsp_vpn,     // Its base page.
    output wire [1:0]  rsp_large,   // That lies in a large page.
    output wire [55:0] rsp_ppn,     // Its frame, of a large page with 0 as its lowest 9 bits.
    output wire [7:0]  rsp_perm,    // Its permissions.
    // A bit for each port: a lookup that has missed, for the walker; if it is not taken now, it is
    // offered again `l2_lat` cycles later.
    output wire [1:0]  miss_valid,
    output wire [9:0]  miss_core,   // Its SM; 0 without `miss_valid`, as the two that follow.
    output wire [17:0] miss_asid,   // Its address space.
    output wire [71:0] miss_vpn,    // Its base page.
    output wire        flush_valid, // A flush for the walker, as its ports of this name.
    // The address space that it is of; 0 without `flush_valid`, as the three that follow.
    output wire [8:0]  flush_asid,
    output wire [26:0] flush_lvpn,  // The large page.
    output wire        flush_space, // Of all pages of the address space.
    output wire        flush_all,   // Of all address spaces.
    output wire        fl_ready,    // A flush is taken: none is under way.
    output wire        fl_done,     // Pulse: the flush is done, here, in the walker and in the SMs.
    // A flush for the TLBs of SMs, behind `rsp_*` and the walker's `wrsp_*` of this cycle and of
    // those before.
    output wire        l1fl_valid,
    // The SMs that it is for, each of which acknowledges it; 0 without `l1fl_valid`, as the three
    // that follow.
    output wire [29:0] l1fl_mask,
    output wire [26:0] l1fl_lvpn,   // The large page.
    output wire        l1fl_kind,   // 0 LARGE, 1 BASE.
    output wire        l1fl_all     // Of all pages.
);

    mosaic_l2_tlb #(
        .VA_W           (48),
        .PA_W           (40),
        .BASE_PAGE_LOG2 (12),
        .ASID           (9),
        .CORES          (30),
        .PORTS          (2),
        .L2_BASE        (512),
        .WAYS           (16),
        .LARGE          (256),
        .L2_LAT         (10),
        .L2_SERIAL      (1'b1)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .lk_valid    (lk_valid),
        .lk_core     (lk_core),
        .lk_vpn      (lk_vpn),
        .miss_ready  (miss_ready),
        .wrsp_valid  (wrsp_valid),
        .wrsp_asid   (wrsp_asid),
        .wrsp_vpn    (wrsp_vpn),
        .wrsp_large  (wrsp_large),
        .wrsp_ppn    (wrsp_ppn),
        .wrsp_perm   (wrsp_perm),
        .wrsp_fault  (wrsp_fault),
        .root_we     (root_we),
        .root_core   (root_core),
        .root_asid   (root_asid),
        .fl_valid    (fl_valid),
        .fl_asid     (fl_asid),
        .fl_lvpn     (fl_lvpn),
        .fl_kind     (fl_kind),
        .fl_space    (fl_space),
        .fl_all      (fl_all),
        .l1fl_ack    (l1fl_ack),
        .lk_ready    (lk_ready),
        .rsp_valid   (rsp_valid),
        .rsp_core    (rsp_core),
        .rsp_vpn     (rsp_vpn),
        .rsp_large   (rsp_large),
        .rsp_ppn     (rsp_ppn),
        .rsp_perm    (rsp_perm),
        .miss_valid  (miss_valid),
        .miss_core   (miss_core),
        .miss_asid   (miss_asid),
        .miss_vpn    (miss_vpn),
        .flush_valid (flush_valid),
        .flush_asid  (flush_asid),
        .flush_lvpn  (flush_lvpn),
        .flush_space (flush_space),
        .flush_all   (flush_all),
        .fl_ready    (fl_ready),
        .fl_done     (fl_done),
        .l1fl_valid  (l1fl_valid),
        .l1fl_mask   (l1fl_mask),
        .l1fl_lvpn   (l1fl_lvpn),
        .l1fl_kind   (l1fl_kind),
        .l1fl_all    (l1fl_all)
    );

endmodule

`default_nettype wire
