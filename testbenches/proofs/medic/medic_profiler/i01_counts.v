// SPDX-License-Identifier: Apache-2.0
// Invariant 1: a warp has at most as many hits as accesses, and fewer accesses than the highest bit of the counter is worth; and the table
// has what was counted. Shown for any warp: the one that the inputs name in the first cycle.
// Engine: pdr
module i01_counts #(
    parameter warps_per_sm = 3,
    parameter cnt_bits = 4,
    parameter epoch_cycles = 32,
    parameter WARP = $clog2(warps_per_sm),
    parameter CYCLE = $clog2(epoch_cycles)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    alloc_valid,
    input wire [WARP-1:0]         alloc_wid,
    input wire                    r_valid,
    input wire [WARP-1:0]         r_wid,
    input wire                    r_hit,
    input wire                    r_byp,
    input wire [CYCLE-1:0]        cycle,
    input wire [warps_per_sm-1:0] counted,
    input wire [cnt_bits-2:0]     kept_accesses,
    input wire [cnt_bits-2:0]     kept_hits
);

    reg                chosen = 1'b0;
    reg [WARP-1:0]     warp;
    reg [cnt_bits-1:0] accesses;
    reg [cnt_bits-1:0] hits;

    wire [cnt_bits-1:0] more = accesses + 1'b1;
    wire [cnt_bits-1:0] more_hits = hits + r_hit;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= r_wid;
        if (reset || cycle == epoch_cycles - 1 || (alloc_valid && alloc_wid == warp)) begin
            accesses <= 0;
            hits <= 0;
        end else if (r_valid && !r_byp && r_wid == warp) begin
            accesses <= more >> more[cnt_bits-1];
            hits <= more_hits >> more[cnt_bits-1];
        end
    end

    // The first cycle is a reset, and names a warp that there is, as all do.
    always @* begin
        assume (chosen || reset);
        assume (r_wid < warps_per_sm);
        assume (alloc_wid < warps_per_sm);
    end

    always @* if (chosen && !reset) begin
        assert (hits <= accesses);
        assert (!accesses[cnt_bits-1]);
        assert (counted[warp] == (accesses != 0));
        assert (r_wid != warp || accesses == 0 || (kept_accesses == accesses && kept_hits == hits));
    end

endmodule
