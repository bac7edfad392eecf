// SPDX-License-Identifier: Apache-2.0
// mosaic_xlat: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What translates addresses behind the TLBs of the SMs (specification section 5): Mosaic's shared
// TLB and its walker.
// Protocol: a lookup is accepted where `lk_ready` has its bit, and answered once: at `rsp_*` of its
// port if it hits, else at `wrsp_*`, with all lookups that wait for its page. Neither can be held
// up. The flushes at `l1fl_*` are behind the answers of their cycle.
module mosaic_xlat #(
    parameter VA_W = 48,               // Bits of a virtual address
    parameter ADDRESS = 40,            // Bits of a physical address
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter BASE_PAGE_LOG2 = 12,
    parameter ASID = 9,                // Bits of the number of an address space
    parameter LEAF = 4,                // Depth of the page tables
    parameter CORES = 30,              // SMs
    parameter PORTS = 2,               // Lookups that the shared TLB accepts in a cycle
    // Its entries for base pages; l2_ways times a power of two from 2 on
    parameter L2_BASE = 512,
    parameter WAYS = 16,               // Ways of those
    parameter LARGE = 256,             // Its entries for large pages
    // Cycles from a lookup of it to the answer, or to the second probe
    parameter L2_LAT = 10,
    parameter [0:0] L2_SERIAL = 1'b1,  // It probes base pages behind large ones
    parameter CONTEXTS = 64,           // Walks at a time
    // What follows from these; not to be set.
    parameter CORE = $clog2(CORES),
    parameter STAGES = L2_LAT - 1,
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter VPN = VA_W - BASE_PAGE_LOG2,
    parameter LVPN = VPN - 9,
    parameter PPN = ADDRESS - BASE_PAGE_LOG2,
    parameter TABLE = ADDRESS - 12,
    parameter PORT_CORES = PORTS * CORE,
    parameter PORT_ASIDS = PORTS * ASID,
    parameter PORT_VPNS = PORTS * VPN,
    parameter PORT_PPNS = PORTS * PPN,
    parameter PORT_PERMS = PORTS * 4
) (
    input  wire                  clock,      // SM clock.
    input  wire                  reset,      // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    input  wire [PORTS-1:0]      lk_valid,
    input  wire [PORT_CORES-1:0] lk_core,    // Its SM, below `num_cores`.
    // Its virtual base page, which the SM does not wait for yet.
    input  wire [PORT_VPNS-1:0]  lk_vpn,
    input  wire                  wm_ready,   // The read at `wm_*` is taken.
    input  wire                  wd_valid,   // The entry that a read has found; always accepted.
    input  wire [CONTEXT-1:0]    wd_tag,     // Its `wm_tag`.
    input  wire [63:0]           wd_pte,     // The entry.
    // Write the root register and the address space of an SM that waits for nothing.
    input  wire                  root_we,
    input  wire [CORE-1:0]       root_core,  // That SM.
    input  wire [TABLE-1:0]      root_ppn,   // Frame of 4 KB of its table of depth 1.
    input  wire [ASID-1:0]       root_asid,  // Its address space.
    input  wire                  fl_valid,   // A flush, taken if `fl_ready`.
    input  wire [ASID-1:0]       fl_asid,    // The address space that it is of.
    input  wire [LVPN-1:0]       fl_lvpn,    // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire                  fl_kind,
    // Of all pages of the address space, whatever the two before say.
    input  wire                  fl_space,
    input  wire                  fl_all,     // Of all address spaces, whatever the four before say.
    // A bit for each SM: its TLB has done the flush of `l1fl_*`.
    input  wire [CORES-1:0]      l1fl_ack,
    // A bit for each port that accepts a lookup in this cycle.
    output wire [PORTS-1:0]      lk_ready,
    // A bit for each port: a lookup has hit, and this is the answer.
    output wire [PORTS-1:0]      rsp_valid,
    // Its SM; 0 without `rsp_valid`, as the four that follow.
    output wire [PORT_CORES-1:0] rsp_core,
    output wire [PORT_VPNS-1:0]  rsp_vpn,    // Its base page.
    output wire [PORTS-1:0]      rsp_large,  // That lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits.
    output wire [PORT_PPNS-1:0]  rsp_ppn,
    output wire [PORT_PERMS-1:0] rsp_perm,   // Its permissions.
    output wire                  wrsp_valid, // A walk has ended.
    // The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    output wire [CORES-1:0]      wrsp_mask,
    output wire [VPN-1:0]        wrsp_vpn,   // The base page that was looked up.
    output wire                  wrsp_large, // It lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    output wire [PPN-1:0]        wrsp_ppn,
    output wire [3:0]            wrsp_perm,  // Its permissions; 0 with `wrsp_fault`.
    output wire                  wrsp_fault, // An entry on the way was not valid: a far-fault.
    // A read of an entry of a page table, which stays until it is taken.
    output wire                  wm_valid,
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    output wire [ADDRESS-1:0]    wm_addr,
    output wire [2:0]            wm_depth,   // Its depth, 1 for the root.
    output wire [CONTEXT-1:0]    wm_tag,     // The walk, which no other read under way has.
    output wire                  fl_ready,   // A flush is taken: none is under way.
    output wire                  fl_done,    // Pulse: the flush is done, here and in the SMs.
    // A flush for the TLBs of SMs, behind `rsp_*` and `wrsp_*` of this cycle and of those before.
    output wire                  l1fl_valid,
    // The SMs that it is for, each of which acknowledges it; 0 without `l1fl_valid`, as the three
    // that follow.
    output wire [CORES-1:0]      l1fl_mask,
    output wire [LVPN-1:0]       l1fl_lvpn,  // The large page.
    output wire                  l1fl_kind,  // 0 LARGE, 1 BASE.
    output wire                  l1fl_all    // Of all pages.
);

    wire [PORTS-1:0]      tlb_miss_valid;
    wire [PORT_CORES-1:0] tlb_miss_core;
    wire [PORT_ASIDS-1:0] tlb_miss_asid;
    wire [PORT_VPNS-1:0]  tlb_miss_vpn;
    wire                  tlb_flush_valid;
    wire [ASID-1:0]       tlb_flush_asid;
    wire [LVPN-1:0]       tlb_flush_lvpn;
    wire                  tlb_flush_space;
    wire                  tlb_flush_all;
    wire [PORTS-1:0]      walker_miss_ready;
    wire [ASID-1:0]       walker_wrsp_asid;

    mosaic_l2_tlb #(
        .VA_W           (VA_W),
        .PA_W           (ADDRESS),
        .BASE_PAGE_LOG2 (BASE_PAGE_LOG2),
        .ASID           (ASID),
        .CORES          (CORES),
        .PORTS          (PORTS),
        .L2_BASE        (L2_BASE),
        .WAYS           (WAYS),
        .LARGE          (LARGE),
        .L2_LAT         (STAGES + 1),
        .L2_SERIAL      (L2_SERIAL)
    ) tlb (
        .clock       (clock),
        .reset       (reset),
        .lk_valid    (lk_valid),
        .lk_core     (lk_core),
        .lk_vpn      (lk_vpn),
        .miss_ready  (walker_miss_ready),
        .wrsp_valid  (wrsp_valid),
        .wrsp_asid   (walker_wrsp_asid),
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
        .miss_valid  (tlb_miss_valid),
        .miss_core   (tlb_miss_core),
        .miss_asid   (tlb_miss_asid),
        .miss_vpn    (tlb_miss_vpn),
        .flush_valid (tlb_flush_valid),
        .flush_asid  (tlb_flush_asid),
        .flush_lvpn  (tlb_flush_lvpn),
        .flush_space (tlb_flush_space),
        .flush_all   (tlb_flush_all),
        .fl_ready    (fl_ready),
        .fl_done     (fl_done),
        .l1fl_valid  (l1fl_valid),
        .l1fl_mask   (l1fl_mask),
        .l1fl_lvpn   (l1fl_lvpn),
        .l1fl_kind   (l1fl_kind),
        .l1fl_all    (l1fl_all)
    );

    mosaic_walker #(
        .VA_W           (VA_W),
        .ADDRESS        (ADDRESS),
        .BASE_PAGE_LOG2 (BASE_PAGE_LOG2),
        .ASID           (ASID),
        .LEAF           (LEAF),
        .CORES          (CORES),
        .PORTS          (PORTS),
        .CONTEXTS       (CONTEXTS)
    ) walker (
        .clock       (clock),
        .reset       (reset),
        .miss_valid  (tlb_miss_valid),
        .miss_core   (tlb_miss_core),
        .miss_asid   (tlb_miss_asid),
        .miss_vpn    (tlb_miss_vpn),
        .wm_ready    (wm_ready),
        .wd_valid    (wd_valid),
        .wd_tag      (wd_tag),
        .wd_pte      (wd_pte),
        .root_we     (root_we),
        .root_core   (root_core),
        .root_ppn    (root_ppn),
        .flush_valid (tlb_flush_valid),
        .flush_asid  (tlb_flush_asid),
        .flush_lvpn  (tlb_flush_lvpn),
        .flush_space (tlb_flush_space),
        .flush_all   (tlb_flush_all),
        .miss_ready  (walker_miss_ready),
        .wrsp_valid  (wrsp_valid),
        .wrsp_mask   (wrsp_mask),
        .wrsp_asid   (walker_wrsp_asid),
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
