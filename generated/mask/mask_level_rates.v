// SPDX-License-Identifier: Apache-2.0
// mask_level_rates: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which depths of walk reads hit less often in the L2 cache than data does (specification section
// 2.7, decision D19), one depth in 27 cycles:
// the difference of the products of hits and accesses grows by a bit of the hits a cycle, from the
// highest on, and its sign decides.
module mask_level_rates #(
    parameter LEVELS = 4,
    parameter LEAST = 128,
    // What follows from these; not to be set.
    parameter LOOKS = LEVELS + 1,
    parameter PLACE = $clog2(LEVELS + 1)
) (
    input  wire                    clock,    // Clock.
    input  wire                    reset,    // Synchronous reset, active high.
    input  wire                    start,    // Begin; the counters stay until it is over.
    input  wire [(LOOKS * 24)-1:0] accesses, // Accesses and hits of data, then of each depth.
    input  wire [(LOOKS * 24)-1:0] hits,
    output reg  [LEVELS-1:0]       bypasses  // Depths that bypass, the first lowest.
);

    // Cycles of a depth: loaded, subtracted, a step for each bit, decided.
    localparam [4:0] LOAD = 5'd0;
    localparam [4:0] SUBTRACT = 5'd1;
    localparam [4:0] DECIDE = 5'd26;
    localparam [31:0] TOP = 32'd23;
    localparam [31:0] SIGN = 32'd49;

    wire [PLACE-1:0] level;
    reg  [49:0]      addend;
    reg  [PLACE-1:0] depth;          // The depth whose turn it is; none: 0.
    reg  [4:0]       at_time;
    reg              few;
    reg  [23:0]      level_accesses;
    reg  [23:0]      level_hits;
    reg  [23:0]      data_hits;
    // What a bit of the hits of data adds, two's complement: minus the accesses of the depth; with
    // one of the depth's hits those of data more.
    reg  [49:0]      negative;
    reg  [49:0]      difference;
    reg  [49:0]      sum;
    wire [49:0]      adder_sum;

    prefix_adder #(.W(50)) adder (
        .a   (sum << 1),
        .b   (addend),
        .sum (adder_sum)
    );

    always @(posedge clock) begin
        if (reset) begin
            depth <= 0;
            at_time <= 5'd0;
        end else if (start) begin
            depth <= 1;
            at_time <= 5'd0;
        end else if (depth != 0) begin
            at_time <= at_time + 5'd1;
            if (at_time == DECIDE) begin
                at_time <= 5'd0;
                depth <= depth + 1'b1;
                if (depth == LEVELS[PLACE-1:0]) begin
                    depth <= 0;
                end
            end
        end
    end

    always @(posedge clock) begin : update_few
        integer i;
        reg [23:0] some_accesses;
        reg [23:0] some_hits;
        some_accesses = 24'd0;
        some_hits = 24'd0;
        for (i = 0; i < LOOKS; i = i + 1) begin
            if (depth == i[PLACE-1:0]) begin
                some_accesses = accesses[(i * 24) +: 24];
                some_hits = hits[(i * 24) +: 24];
            end
        end
        if (at_time == LOAD) begin
            level_accesses <= some_accesses;
            level_hits <= some_hits;
            data_hits <= hits[23:0];
            few <= (some_accesses < LEAST[23:0]) || (accesses[23:0] < LEAST[23:0]);
        end else if (at_time != SUBTRACT) begin
            level_hits <= level_hits << 1;
            data_hits <= data_hits << 1;
        end
    end

    always @(posedge clock) begin
        negative <= 50'd0 - {26'd0, level_accesses};
        difference <= {26'd0, accesses[23:0]} - {26'd0, level_accesses};
    end

    // Hits of the depth count with the accesses of data, those of data with the accesses of the
    // depth.
    always @* begin
        addend = 50'd0;
        if (level_hits[TOP]) begin
            addend = {26'd0, accesses[23:0]};
            if (data_hits[TOP]) begin
                addend = difference;
            end
        end else if (data_hits[TOP]) begin
            addend = negative;
        end
    end

    always @(posedge clock) begin
        sum <= adder_sum;
        if ((at_time == LOAD) || (at_time == SUBTRACT)) begin
            sum <= 50'd0;
        end
    end

    assign level = depth - 1'b1;

    always @(posedge clock) begin : update_bypasses
        integer i;
        reg [LEVELS-1:0] level_bits;
        if (reset) begin
            bypasses <= 0;
        end else begin
            level_bits = bypasses;
            if ((at_time == DECIDE) && !few) begin
                for (i = 0; i < LEVELS; i = i + 1) begin
                    if (level == i[PLACE-1:0]) begin
                        level_bits[i] = sum[SIGN];
                    end
                end
            end
            bypasses <= level_bits;
        end
    end

endmodule

`default_nettype wire
