// SPDX-License-Identifier: Apache-2.0
// shift_list: part of cta_prefetch, apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// List of up to `N` words of `W` bits in order, the first at place 0. Where one is taken out, those
// behind it move up, so no place has to be looked for: the first word is a register, and a new one
// goes behind the last.
// A word is put in if `push` is high; it may come late, since a word that is only offered is stored
// too, behind the last one in use, where nobody reads it. `push` needs `offer`, and must be low
// while the list is full, unless a word is taken out.
module shift_list #(
    parameter N = 4,
    parameter W = 74
) (
    input  wire               clock,      // Clock.
    input  wire               reset,      // Synchronous reset, active high.
    input  wire               clear,      // Take out all words, and put none in.
    input  wire               take,       // Take out a word.
    // Its place and all places behind it, where words move up.
    input  wire [N-1:0]       up,
    input  wire               offer,      // There may be a word to put in.
    input  wire               push,       // It is put in.
    input  wire [W-1:0]       data,       // That word.
    // The words; those of places that are not in use mean nothing.
    output reg  [(N * W)-1:0] words,
    output wire [W-1:0]       first_next, // The first word of the next cycle.
    output reg  [N-1:0]       used        // Places in use, always the lowest ones.
);

    // The words, and behind them what the last place gets when it moves up.
    reg  [((N + 1) * W)-1:0] following;
    reg  [W-1:0]             first;
    reg  [N-1:0]             kept;      // Places in use after a word is taken out.

    always @* begin
        kept = used;
        if (take) begin
            kept = used >> 1;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else begin
            used <= kept;
            if (push) begin
                used <= (kept << 1) | {{(N - 1){1'b0}}, 1'b1};
            end
            if (clear) begin
                used <= 0;
            end
        end
    end

    // Every place behind the last word in use takes what is offered.
    always @* begin : compute_following
        integer i;
        for (i = 0; i < N + 1; i = i + 1)
            following[(i * W) +: W] = data;
        following[(N * W)-1:0] = words;
    end

    always @(posedge clock) begin : update_words
        integer i;
        if (offer || take) begin
            for (i = 0; i < N; i = i + 1) begin
                if (!kept[i]) begin
                    words[(i * W) +: W] <= data;
                end else if (take && up[i]) begin
                    words[(i * W) +: W] <= following[((i + 1) * W) +: W];
                end
            end
        end
    end

    always @* begin
        first = following[(0 * W) +: W];
        if (take && up[0]) begin
            first = following[W +: W];
        end
        if (!kept[0]) begin
            first = data;
        end
    end

    assign first_next = first;

endmodule

`default_nettype wire
