// SPDX-License-Identifier: Apache-2.0
// medic_victim: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The way of a set of the L2 that a new line takes (specification section 2.5, decision P16): the
// lowest free one, else of those that are not reserved one of the lowest class, and of these the
// one with the highest rank, found by comparing all with all.
module medic_victim #(
    parameter ASSOC = 16,
    parameter [0:0] KEYED = 1'b1,  // Lines of the lowest class leave first.
    // What follows from these; not to be set.
    parameter WAY = $clog2(ASSOC),
    parameter RANKS = ASSOC * WAY,
    parameter TYPES = 2 * ASSOC
) (
    // Something has happened to the set since reset; else its words mean nothing.
    input  wire             used,
    input  wire [RANKS-1:0] ranks,    // Its ranks and types, from way 0 on.
    input  wire [TYPES-1:0] types,
    input  wire [ASSOC-1:0] valid,    // Ways with a line.
    input  wire [ASSOC-1:0] reserved, // Ways that wait for one.
    output wire [WAY-1:0]   way,      // The way; 0 if there is none.
    output wire             none      // All are reserved.
);


    reg  [TYPES-1:0]         type_word;
    reg  [(ASSOC * WAY)-1:0] rank;
    // Ways whose line could leave, and those of them above the lowest class, and above the middle
    // one.
    wire [ASSOC-1:0]         leaving;
    reg  [ASSOC-1:0]         balanced;
    reg  [ASSOC-1:0]         hitting;
    reg  [ASSOC-1:0]         candidates;
    wire [ASSOC-1:0]         free;
    reg  [ASSOC-1:0]         older;        // Candidates with a higher rank than a way.
    reg  [ASSOC-1:0]         oldest;
    reg  [WAY-1:0]           chosen;
    wire                     unused;       // Which way it is stands in its number.
    wire [ASSOC-1:0]         lowest_first;
    wire [WAY-1:0]           lowest_index;

    first_set #(.N(ASSOC)) lowest (
        .requests (free),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    assign free = ~(valid | reserved);
    assign leaving = valid & ~reserved;
    assign none = &reserved;

    always @* begin : compute_type_word
        integer i;
        type_word = 0;
        for (i = 0; i < ASSOC; i = i + 1)
            rank[(i * WAY) +: WAY] = i[WAY-1:0];
        if (used) begin
            type_word = types;
            for (i = 0; i < ASSOC; i = i + 1)
                rank[(i * WAY) +: WAY] = ranks[(i * WAY) +: WAY];
        end
    end

    // Of types 0, 1 and more, those that there are first.
    always @* begin : compute_balanced
        integer i;
        balanced = 0;
        hitting = 0;
        for (i = 0; i < ASSOC; i = i + 1) begin
            hitting[i] = type_word[(2 * i) + 1];
            balanced[i] = type_word[2 * i] || type_word[(2 * i) + 1];
        end
    end

    always @* begin
        candidates = leaving;
        if (KEYED) begin
            if ((leaving & ~balanced) != {ASSOC{1'b0}}) begin
                candidates = leaving & ~balanced;
            end else if ((leaving & ~hitting) != {ASSOC{1'b0}}) begin
                candidates = leaving & ~hitting;
            end
        end
    end

    // A comparator for every two ways; the class is found meanwhile.
    always @* begin : compute_older
        integer i;
        integer j;
        oldest = 0;
        older = 0;
        for (i = 0; i < ASSOC; i = i + 1) begin
            for (j = 0; j < ASSOC; j = j + 1)
                older[j] = rank[(j * WAY) +: WAY] > rank[(i * WAY) +: WAY];
            oldest[i] = candidates[i] && ((older & candidates) == {ASSOC{1'b0}});
        end
    end

    assign unused = lowest_first != 0;

    always @* begin : compute_chosen
        integer i;
        i = 0;
        chosen = 0;
        if (free != 0) begin
            chosen = lowest_index;
        end else begin
            for (i = 0; i < ASSOC; i = i + 1) begin
                if (oldest[i]) begin
                    chosen = chosen | i[WAY-1:0];
                end
            end
        end
    end

    assign way = chosen;

endmodule

`default_nettype wire
