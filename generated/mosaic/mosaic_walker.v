// SPDX-License-Identifier: Apache-2.0
// mosaic_walker: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's walker (specification sections 2.5 and 2.10), with the MSHRs of the shared TLB: lookups
// that have missed join the walk of their page or begin one. A walk reads an entry at each depth;
// the one above the last says whether the page lies in a large one, whose frame is in slot 0 of the
// last table. Protocol: a lookup is taken where `miss_ready` has its bit, and answered once, with
// all others of its page, at `wrsp_*`, which goes without a halt. Flushes are always taken; from
// the next cycle on nothing is answered that was read before.
module mosaic_walker #(
    parameter VA_W = 48,                    // Bits of a virtual address
    parameter ADDRESS = 40,                 // Bits of a physical address
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter BASE_PAGE_LOG2 = 12,
    parameter ASID = 9,                     // Bits of the number of an address space
    parameter LEAF = 4,                     // Depth of the page tables
    parameter CORES = 30,                   // SMs
    parameter PORTS = 2,                    // Lookups that the shared TLB accepts in a cycle
    parameter CONTEXTS = 64,                // Walks at a time
    // What follows from these; not to be set.
    parameter CORE = $clog2(CORES),
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter VPN = VA_W - BASE_PAGE_LOG2,
    parameter LVPN = VPN - 9,
    parameter PPN = ADDRESS - BASE_PAGE_LOG2,
    parameter LPPN = PPN - 9,
    parameter TABLE = ADDRESS - 12,
    parameter PAGE = VPN + ASID,
    parameter PORT_CORES = PORTS * CORE,
    parameter PORT_ASIDS = PORTS * ASID,
    parameter PORT_VPNS = PORTS * VPN,
    parameter PORT_PAGES = PORTS * PAGE,
    parameter LEVELS = LEAF,
    // Bits of a base page's offset above those of a table's.
    parameter WIDER = BASE_PAGE_LOG2 - 12
) (
    input  wire                  clock,       // SM clock.
    input  wire                  reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup that has missed, taken if `miss_ready` has the bit.
    input  wire [PORTS-1:0]      miss_valid,
    input  wire [PORT_CORES-1:0] miss_core,   // Its SM, below `num_cores`.
    input  wire [PORT_ASIDS-1:0] miss_asid,   // Its address space.
    // Its virtual base page, which the SM does not wait for yet.
    input  wire [PORT_VPNS-1:0]  miss_vpn,
    input  wire                  wm_ready,    // The read at `wm_*` is taken.
    input  wire                  wd_valid,    // The entry that a read has found; always accepted.
    input  wire [CONTEXT-1:0]    wd_tag,      // Its `wm_tag`.
    input  wire [63:0]           wd_pte,      // The entry.
    // Write the root register of an SM that waits for nothing.
    input  wire                  root_we,
    input  wire [CORE-1:0]       root_core,   // That SM.
    input  wire [TABLE-1:0]      root_ppn,    // Frame of 4 KB of its table of depth 1.
    // What walks have read is out of date; always accepted.
    input  wire                  flush_valid,
    input  wire [ASID-1:0]       flush_asid,  // Of this address space.
    input  wire [LVPN-1:0]       flush_lvpn,  // Of this large page.
    // Of all pages of the address space, whatever `flush_lvpn` says.
    input  wire                  flush_space,
    // Of all address spaces, whatever the three before say.
    input  wire                  flush_all,
    // A bit for each port that takes a lookup in this cycle.
    output wire [PORTS-1:0]      miss_ready,
    output reg                   wrsp_valid,  // A walk has ended.
    // The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    output reg  [CORES-1:0]      wrsp_mask,
    output wire [ASID-1:0]       wrsp_asid,   // The address space.
    output wire [VPN-1:0]        wrsp_vpn,    // The base page that was looked up.
    output reg                   wrsp_large,  // It lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    output reg  [PPN-1:0]        wrsp_ppn,
    output reg  [3:0]            wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output reg                   wrsp_fault,  // An entry on the way was not valid: a far-fault.
    // A read of an entry of a page table, which stays until it is taken.
    output reg                   wm_valid,
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    output reg  [ADDRESS-1:0]    wm_addr,
    output reg  [2:0]            wm_depth,    // Its depth, 1 for the root.
    output reg  [CONTEXT-1:0]    wm_tag       // The walk, which no other read under way has.
);

    localparam [31:0] SLOT_BITS = 32'd9; // Bits of the number of a base page in its large page.
    localparam [2:0] TOP = 3'd1;

    reg  [PORT_PAGES-1:0]      pages;
    reg  [VPN-1:0]             vpn;
    reg  [ASID-1:0]            space;
    reg  [PAGE-1:0]            page;
    // The bits in which a page must be that which is flushed.
    reg  [PAGE-1:0]            mask;
    wire [VPN-1:0]             flushed_vpn;
    wire                       free_read;
    wire                       at_root;
    wire [2:0]                 below;
    // Bits of entries that mean nothing here, and of pages that are no part of an address.
    wire                       unused;
    reg  [(CORES * TABLE)-1:0] roots;              // The table of depth 1 of each SM.
    reg  [PAGE-1:0]            answer_page;
    wire                       walks_reads;
    wire [CONTEXT-1:0]         walks_read_context;
    wire [2:0]                 walks_read_depth;
    wire [PAGE-1:0]            walks_read_page;
    wire [CORE-1:0]            walks_read_core;
    wire [TABLE-1:0]           walks_read_table;
    wire                       walks_read_large;
    wire                       walks_ends;
    wire [PAGE-1:0]            walks_end_page;
    wire [CORES-1:0]           walks_end_waiters;
    wire                       walks_end_found;
    wire                       walks_end_large;
    wire [3:0]                 walks_end_perm;
    wire [TABLE-1:0]           walks_end_table;

    mosaic_walks #(
        .PORTS    (PORTS),
        .CONTEXTS (CONTEXTS),
        .CORES    (CORES),
        .CORE     (CORE),
        .PAGE     (PAGE),
        .TABLE    (TABLE),
        .LEAF     (LEVELS)
    ) walks (
        .clock         (clock),
        .reset         (reset),
        .misses        (miss_valid),
        .cores         (miss_core),
        .pages         (pages),
        .room          (miss_ready),
        .read          (free_read),
        .reads         (walks_reads),
        .read_context  (walks_read_context),
        .read_depth    (walks_read_depth),
        .read_page     (walks_read_page),
        .read_core     (walks_read_core),
        .read_table    (walks_read_table),
        .read_large    (walks_read_large),
        .data          (wd_valid),
        .data_context  (wd_tag),
        .data_valid    (wd_pte[0]),
        .data_large    (wd_pte[7]),
        .data_disabled (wd_pte[10]),
        .data_perm     (wd_pte[4:1]),
        .data_table    (wd_pte[12 +: TABLE]),
        .flush         (flush_valid),
        .flush_page    ({flush_asid, flushed_vpn}),
        .flush_mask    (mask),
        .ends          (walks_ends),
        .end_page      (walks_end_page),
        .end_waiters   (walks_end_waiters),
        .end_found     (walks_end_found),
        .end_large     (walks_end_large),
        .end_perm      (walks_end_perm),
        .end_table     (walks_end_table)
    );

    always @(posedge clock) begin : update_roots
        integer i;
        if (reset) begin
            roots <= 0;
        end else if (root_we) begin
            for (i = 0; i < CORES; i = i + 1) begin
                if (root_core == i[CORE-1:0]) begin
                    roots[(i * TABLE) +: TABLE] <= root_ppn;
                end
            end
        end
    end

    // Lookups that have missed.
    always @* begin : compute_pages
        integer port;
        vpn = 0;
        space = 0;
        page = 0;
        pages = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            vpn = miss_vpn[(port * VPN) +: VPN];
            space = miss_asid[(port * ASID) +: ASID];
            page = {space, vpn};
            pages = pages | ({{(PORT_PAGES - PAGE){1'b0}}, page} << (port * PAGE));
        end
    end

    // A flush.
    assign flushed_vpn = {{(VPN - LVPN){1'b0}}, flush_lvpn} << SLOT_BITS;

    always @* begin
        mask = 0;
        if (!flush_all) begin
            mask = ~mask << SLOT_BITS;
            if (flush_space) begin
                mask = (mask >> VPN) << VPN;
            end
        end
    end

    // Entries that were read.
    assign unused = (wd_pte != 64'd0) || (walks_read_page != 0) || (walks_end_table != 0);

    // The next read: 9 bits of the page's number for each depth; of a large page slot 0 of the
    // last.
    assign free_read = !wm_valid || wm_ready;
    assign at_root = walks_read_depth == TOP;

    always @(posedge clock) begin : update_wm_valid
        integer i;
        reg [TABLE-1:0] node;
        reg [VPN-1:0] index;
        reg [8:0] slot;
        if (reset) begin
            wm_valid <= 1'b0;
            wm_addr <= 0;
            wm_depth <= 3'd0;
            wm_tag <= 0;
        end else begin
            node = walks_read_table;
            if (at_root) begin
                node = roots[(walks_read_core * TABLE) +: TABLE];
            end
            index = walks_read_page[VPN-1:0];
            for (i = 0; i < 4; i = i + 1) begin
                if (below > i[2:0]) begin
                    index = index >> 9;
                end
            end
            slot = index[8:0];
            if ((below == 3'd0) && walks_read_large) begin
                slot = 9'd0;
            end
            if (free_read) begin
                wm_valid <= walks_reads;
                wm_addr <= 0;
                wm_depth <= 3'd0;
                wm_tag <= 0;
                if (walks_reads) begin
                    wm_addr <= {node, slot, 3'd0};
                    wm_depth <= walks_read_depth;
                    wm_tag <= walks_read_context;
                end
            end
        end
    end

    assign below = LEVELS[2:0] - walks_read_depth;

    // The walk that ends.
    always @(posedge clock) begin : update_wrsp_mask
        reg [PPN-1:0] ppn;
        reg [LPPN-1:0] lppn;
        if (reset) begin
            wrsp_mask <= 0;
            answer_page <= 0;
            wrsp_large <= 1'b0;
            wrsp_ppn <= 0;
            wrsp_perm <= 4'd0;
            wrsp_fault <= 1'b0;
        end else begin
            ppn = walks_end_table[WIDER +: PPN];
            lppn = ppn[SLOT_BITS +: LPPN];
            if (walks_end_large) begin
                ppn = {{(PPN - LPPN){1'b0}}, lppn} << SLOT_BITS;
            end
            wrsp_mask <= 0;
            answer_page <= 0;
            wrsp_large <= 1'b0;
            wrsp_ppn <= 0;
            wrsp_perm <= 4'd0;
            wrsp_fault <= 1'b0;
            if (walks_ends) begin
                wrsp_mask <= walks_end_waiters;
                answer_page <= walks_end_page;
                wrsp_fault <= !walks_end_found;
                if (walks_end_found) begin
                    wrsp_large <= walks_end_large;
                    wrsp_ppn <= ppn;
                    wrsp_perm <= walks_end_perm;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            wrsp_valid <= 1'b0;
        end else begin
            wrsp_valid <= walks_ends;
        end
    end

    assign wrsp_asid = answer_page[VPN +: ASID];
    assign wrsp_vpn = answer_page[VPN-1:0];

endmodule

`default_nettype wire
