// SPDX-License-Identifier: Apache-2.0
// cta_pf_percta: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The PerCTA table: base addresses that the leading warp of each CTA and load PC has shown
// (specification section 2.2). A set-associative table: a CTA slot has `ENTRIES` entries, one in
// each way.
// Lookup takes one cycle: what the load of a cycle needs was looked up in the cycle before, as the
// load then left it.
module cta_pf_percta #(
    parameter CTAS = 8,
    parameter ENTRIES = 2,
    parameter PC = 32,
    parameter WARP = 6,
    parameter LAST = 2,
    parameter ADDRESSES = 128,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1),
    parameter DISTANCE = WARP + 1
) (
    input  wire                 clock,       // SM clock.
    input  wire                 reset,       // Synchronous reset, active high.
    // Slots whose entries are cleared at the end of this cycle.
    input  wire [CTAS-1:0]      clear,
    input  wire [CTA-1:0]       cta,         // The load of this cycle: its slot.
    input  wire [PC-1:0]        pc,          // Its PC.
    input  wire [WARP-1:0]      widx,        // Its warp's index in the CTA.
    input  wire [LAST-1:0]      last,        // Its requests, less one.
    input  wire [ADDRESSES-1:0] addresses,   // Their addresses.
    input  wire                 registers,   // It is registered: in its entry, else in a new one.
    input  wire                 own_done,    // All warps of its CTA are prefetched for.
    input  wire                 drop,        // Its entry is dropped.
    input  wire [CTA-1:0]       look_cta,    // The load of the next cycle.
    input  wire [PC-1:0]        look_pc,
    input  wire [WARP-1:0]      look_widx,
    output wire                 hit,         // The load of this cycle has an entry.
    // Its warp's index less that of the entry's leading warp, two's complement.
    output reg  [DISTANCE-1:0]  distance,
    output reg  [LAST-1:0]      entry_last,  // The entry's requests, less one.
    output reg  [ADDRESSES-1:0] bases,       // Their base addresses.
    output wire                 room,        // Its slot has a free entry.
    input  wire [PC-1:0]        job_pc,      // PC that is searched for a job.
    input  wire [CTA-1:0]       job_cta,     // The job's slot.
    output wire [CTAS-1:0]      holds,       // Slots with an entry for it.
    // Those of them whose warps are prefetched for already.
    output wire [CTAS-1:0]      served,
    // Index of the leading warp of the entry in the job's slot.
    output wire [WARP-1:0]      job_lead,
    // The slot that is prefetched for in the next cycle, one-hot.
    input  wire [CTAS-1:0]      target,
    output wire [ENTRIES-1:0]   target_hit,  // Its entry then, one-hot; zero if it has none.
    output wire [WARP-1:0]      target_lead, // Index of that entry's leading warp.
    output wire [LAST-1:0]      target_last, // Its requests, less one.
    input  wire [CTA-1:0]       read_cta,    // The slot that is prefetched for now.
    input  wire [ENTRIES-1:0]   read_entry,  // Its entry, one-hot.
    output wire [ADDRESSES-1:0] read_bases   // Its base addresses.
);

    wire                             same_cta;
    wire                             same_pc;
    // The next load's entry is written by this one.
    wire                             forward;
    wire [ENTRIES-1:0]               free;
    // The entry of the load's slot that was updated least recently, if all are in use.
    wire [(CTAS * ENTRIES)-1:0]      oldest;
    reg  [ENTRIES-1:0]               place;
    reg  [ENTRIES-1:0]               written;
    reg  [ENTRIES-1:0]               dropped;
    reg  [ENTRIES-1:0]               looked;
    reg  [WARP-1:0]                  look_lead;
    reg  [LAST-1:0]                  look_last;
    reg  [ADDRESSES-1:0]             look_bases;
    wire                             job_same;
    reg  [CTAS-1:0]                  any_holds;
    reg  [CTAS-1:0]                  any_served;
    reg  [WARP-1:0]                  any_lead;
    reg  [ENTRIES-1:0]               target_entry;
    reg  [WARP-1:0]                  any_target_lead;
    reg  [LAST-1:0]                  any_target_last;
    reg  [ADDRESSES-1:0]             any_bases;
    // The place of the first free entry is of no use here.
    wire                             unused;
    reg  [ENTRIES-1:0]               entry;            // The entry of this cycle's load, one-hot.
    wire [ENTRIES-1:0]               way_look_hit;
    wire [(ENTRIES * WARP)-1:0]      way_look_lead;
    wire [(ENTRIES * LAST)-1:0]      way_look_last;
    wire [(ENTRIES * ADDRESSES)-1:0] way_look_bases;
    wire [ENTRIES-1:0]               way_free;
    wire [(ENTRIES * CTAS)-1:0]      way_holds;
    wire [(ENTRIES * CTAS)-1:0]      way_served;
    wire [(ENTRIES * WARP)-1:0]      way_job_lead;
    wire [ENTRIES-1:0]               way_target_hit;
    wire [(ENTRIES * WARP)-1:0]      way_target_lead;
    wire [(ENTRIES * LAST)-1:0]      way_target_last;
    wire [(ENTRIES * ADDRESSES)-1:0] way_read_bases;
    reg  [(CTAS * ENTRIES)-1:0]      order_updated;
    wire [(CTAS * ENTRIES)-1:0]      order_oldest;
    wire [ENTRIES-1:0]               first_free_first;
    wire [ENTRY-1:0]                 first_free_index;

    genvar g;

    for (g = 0; g < ENTRIES; g = g + 1) begin : each_way
        cta_pf_way #(.CTAS(CTAS), .PC(PC), .WARP(WARP), .LAST(LAST), .ADDRESSES(ADDRESSES)) way (
            .clock         (clock),
            .reset         (reset),
            .clear         (clear),
            .cta           (cta),
            .write         (written[g]),
            .drop          (dropped[g]),
            .pc            (pc),
            .widx          (widx),
            .own_done      (own_done),
            .last          (last),
            .addresses     (addresses),
            .look_cta      (look_cta),
            .look_pc       (look_pc),
            .look_same_cta (same_cta),
            .look_same_pc  (same_pc),
            .look_hit      (way_look_hit[g]),
            .look_lead     (way_look_lead[(g * WARP) +: WARP]),
            .look_last     (way_look_last[(g * LAST) +: LAST]),
            .look_bases    (way_look_bases[(g * ADDRESSES) +: ADDRESSES]),
            .free          (way_free[g]),
            .job_pc        (job_pc),
            .job_same_pc   (job_same),
            .job_cta       (job_cta),
            .holds         (way_holds[(g * CTAS) +: CTAS]),
            .served        (way_served[(g * CTAS) +: CTAS]),
            .job_lead      (way_job_lead[(g * WARP) +: WARP]),
            .target        (target),
            .target_hit    (way_target_hit[g]),
            .target_lead   (way_target_lead[(g * WARP) +: WARP]),
            .target_last   (way_target_last[(g * LAST) +: LAST]),
            .read_cta      (read_cta),
            .read_bases    (way_read_bases[(g * ADDRESSES) +: ADDRESSES])
        );
    end

    for (g = 0; g < CTAS; g = g + 1) begin : each_order
        cta_pf_recency #(.ENTRIES(ENTRIES)) order (
            .clock   (clock),
            .reset   (reset),
            .updated (order_updated[(g * ENTRIES) +: ENTRIES]),
            .oldest  (order_oldest[(g * ENTRIES) +: ENTRIES])
        );
    end

    first_set #(.N(ENTRIES)) first_free (
        .requests (free),
        .first    (first_free_first),
        .index    (first_free_index)
    );

    assign free = way_free;
    assign room = free != 0;
    assign unused = first_free_index != 0;
    assign oldest = order_oldest;

    always @* begin
        place = oldest[(cta * ENTRIES) +: ENTRIES];
        if (free != 0) begin
            place = first_free_first;
        end
        if (entry != 0) begin
            place = entry;
        end
    end

    always @* begin
        written = 0;
        if (registers) begin
            written = place;
        end
    end

    always @* begin
        dropped = 0;
        if (drop) begin
            dropped = entry;
        end
    end

    always @* begin : compute_order_updated
        integer i;
        for (i = 0; i < CTAS; i = i + 1) begin
            order_updated[(i * ENTRIES) +: ENTRIES] = 0;
            if (cta == i[CTA-1:0]) begin
                order_updated[(i * ENTRIES) +: ENTRIES] = written;
            end
        end
    end

    assign same_cta = look_cta == cta;
    assign same_pc = look_pc == pc;
    assign forward = registers && same_cta && same_pc;
    assign job_same = job_pc == pc;

    // At most one way hits.
    always @* begin : compute_looked
        integer i;
        looked = 0;
        look_lead = 0;
        look_last = 0;
        look_bases = 0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            looked[i] = way_look_hit[i];
            look_lead = look_lead | way_look_lead[(i * WARP) +: WARP];
            look_last = look_last | way_look_last[(i * LAST) +: LAST];
            look_bases = look_bases | way_look_bases[(i * ADDRESSES) +: ADDRESSES];
        end
        if (forward) begin
            look_lead = widx;
            look_last = last;
            look_bases = addresses;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            entry <= 0;
        end else begin
            entry <= looked;
        end
    end

    always @(posedge clock) begin
        distance <= {{(DISTANCE - WARP){1'b0}}, look_widx} - {{(DISTANCE - WARP){1'b0}}, look_lead};
        entry_last <= look_last;
        bases <= look_bases;
    end

    assign hit = entry != 0;

    always @* begin : compute_any_holds
        integer i;
        any_holds = 0;
        any_served = 0;
        any_lead = 0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            any_holds = any_holds | way_holds[(i * CTAS) +: CTAS];
            any_served = any_served | way_served[(i * CTAS) +: CTAS];
            any_lead = any_lead | way_job_lead[(i * WARP) +: WARP];
        end
    end

    always @* begin : compute_target_entry
        integer i;
        target_entry = 0;
        any_target_lead = 0;
        any_target_last = 0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            target_entry[i] = way_target_hit[i];
            any_target_lead = any_target_lead | way_target_lead[(i * WARP) +: WARP];
            any_target_last = any_target_last | way_target_last[(i * LAST) +: LAST];
        end
    end

    always @* begin : compute_any_bases
        integer i;
        any_bases = 0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            if (read_entry[i]) begin
                any_bases = any_bases | way_read_bases[(i * ADDRESSES) +: ADDRESSES];
            end
        end
    end

    assign holds = any_holds;
    assign served = any_served;
    assign job_lead = any_lead;
    assign target_hit = target_entry;
    assign target_lead = any_target_lead;
    assign target_last = any_target_last;
    assign read_bases = any_bases;

endmodule

`default_nettype wire
