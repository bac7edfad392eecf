// SPDX-License-Identifier: Apache-2.0
// medic_insertion: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What a set of the L2 becomes when a line of it is hit or allocated (specification section 2.5,
// decision P17): the line's way gets the type, and moves in the order of use; those that it passes
// move by one.
module medic_insertion #(
    parameter ASSOC = 16,
    parameter [0:0] STACK = 1'b0,  // The type says where in the order a new line comes in.
    // What follows from these; not to be set.
    parameter WAY = $clog2(ASSOC),
    parameter RANKS = ASSOC * WAY,
    parameter TYPES = 2 * ASSOC
) (
    // Something has happened to the set since reset; else its words mean nothing.
    input  wire             used,
    input  wire [RANKS-1:0] ranks,      // Its ranks and types, from way 0 on.
    input  wire [TYPES-1:0] types,
    input  wire [WAY-1:0]   way,        // The way.
    input  wire             allocates,  // It gets a new line, and is not hit.
    input  wire [1:0]       warp_type,  // Type of the request's warp.
    output wire [RANKS-1:0] next_ranks, // Ranks and types afterwards.
    output wire [TYPES-1:0] next_types
);

    localparam LEAST = ASSOC - 1;
    localparam MIDDLE = ASSOC / 2;
    localparam [1:0] MISS = 2'd0;
    localparam [1:0] BALANCED = 2'd1;

    reg  [(ASSOC * WAY)-1:0] rank;
    reg  [(ASSOC * WAY)-1:0] next_rank;
    wire [WAY-1:0]           from;      // Rank of the way, and that which it gets.
    reg  [WAY-1:0]           to;
    reg  [RANKS-1:0]         rank_word;
    reg  [TYPES-1:0]         type_word;

    always @* begin : compute_rank
        integer i;
        for (i = 0; i < ASSOC; i = i + 1) begin
            rank[(i * WAY) +: WAY] = i[WAY-1:0];
            if (used) begin
                rank[(i * WAY) +: WAY] = ranks[(i * WAY) +: WAY];
            end
        end
    end

    assign from = rank[(way * WAY) +: WAY];

    always @* begin
        to = 0;
        if (STACK && allocates) begin
            if (warp_type == MISS) begin
                to = LEAST[WAY-1:0];
            end else if (warp_type == BALANCED) begin
                to = MIDDLE[WAY-1:0];
            end
        end
    end

    // Ranks between the two places move by one, towards the one that becomes free.
    always @* begin : compute_next_rank
        integer i;
        for (i = 0; i < ASSOC; i = i + 1) begin
            next_rank[(i * WAY) +: WAY] = rank[(i * WAY) +: WAY];
            if ((rank[(i * WAY) +: WAY] < from) && (rank[(i * WAY) +: WAY] >= to)) begin
                next_rank[(i * WAY) +: WAY] = rank[(i * WAY) +: WAY] + 1'b1;
            end else if ((rank[(i * WAY) +: WAY] > from) && (rank[(i * WAY) +: WAY] <= to)) begin
                next_rank[(i * WAY) +: WAY] = rank[(i * WAY) +: WAY] - 1'b1;
            end else if (way == i[WAY-1:0]) begin
                next_rank[(i * WAY) +: WAY] = to;
            end
        end
    end

    always @* begin : compute_rank_word
        integer i;
        rank_word = 0;
        for (i = 0; i < ASSOC; i = i + 1)
            rank_word[(i * WAY) +: WAY] = next_rank[(i * WAY) +: WAY];
    end

    assign next_ranks = rank_word;

    always @* begin : compute_type_word
        integer i;
        type_word = 0;
        if (used) begin
            type_word = types;
        end
        for (i = 0; i < ASSOC; i = i + 1) begin
            if (way == i[WAY-1:0]) begin
                type_word[2 * i] = warp_type[0];
                type_word[(2 * i) + 1] = warp_type[1];
            end
        end
    end

    assign next_types = type_word;

endmodule

`default_nettype wire
