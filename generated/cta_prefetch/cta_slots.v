// SPDX-License-Identifier: Apache-2.0
// cta_slots: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The resident CTAs of an SM: which slots are active, and which warps each has: `nw` contiguous
// ones from `first` on.
// A slot that ends and starts in one cycle is active afterwards (P12).
module cta_slots #(
    parameter CTAS = 8,
    parameter WARP = 6,
    parameter COUNT = 6,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1)
) (
    input  wire             clock,       // SM clock.
    input  wire             reset,       // Synchronous reset, active high.
    input  wire             start_valid, // A CTA starts.
    input  wire [CTA-1:0]   start_slot,  // Its slot.
    input  wire [WARP-1:0]  start_first, // Its first warp.
    input  wire [COUNT-1:0] start_nw,    // Its warps.
    input  wire             end_valid,   // A CTA ends.
    input  wire [CTA-1:0]   end_slot,    // Its slot.
    input  wire [CTA-1:0]   read,        // The slot that is read.
    input  wire [CTA-1:0]   count,       // A slot whose warps are counted.
    output reg  [CTAS-1:0]  active,      // Active slots.
    output wire [CTAS-1:0]  active_next, // Those of the next cycle.
    output wire [CTAS-1:0]  changed,     // Slots that start or end a CTA.
    output wire [WARP-1:0]  first,       // First warp of the slot that is read.
    output wire [COUNT-1:0] nw,          // Its warps.
    output wire [COUNT-1:0] counted      // Warps of the slot that is counted.
);

    localparam [CTAS-1:0] ONE = 1;

    reg  [CTAS-1:0]           starts;
    reg  [CTAS-1:0]           ends;
    wire [CTAS-1:0]           following;
    reg  [WARP-1:0]           first_warp [0:CTAS-1];
    reg  [COUNT-1:0]          warps [0:CTAS-1];

    always @(posedge clock) begin
        if (start_valid) begin
            first_warp[start_slot] <= start_first;
        end
        if (start_valid) begin
            warps[start_slot] <= start_nw;
        end
    end

    always @* begin
        starts = 0;
        if (start_valid) begin
            starts = ONE << start_slot;
        end
    end

    always @* begin
        ends = 0;
        if (end_valid) begin
            ends = ONE << end_slot;
        end
    end

    assign following = (active & ~ends) | starts;

    always @(posedge clock) begin
        if (reset) begin
            active <= 0;
        end else begin
            active <= following;
        end
    end

    assign active_next = following;
    assign changed = starts | ends;
    assign first = first_warp[read];
    assign nw = warps[read];
    assign counted = warps[count];

endmodule

`default_nettype wire
