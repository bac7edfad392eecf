// SPDX-License-Identifier: Apache-2.0
// eq_ballot: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Collects the votes of all SMs and finds the majority (specification section 2.6, A9, decision
// W17).
module eq_ballot #(
    parameter SMS = 15,
    // What follows from these; not to be set.
    parameter VOTES = 2 * SMS,
    parameter COUNT = $clog2(SMS + 1)
) (
    input  wire             clock,      // SM clock.
    input  wire             reset,      // Synchronous reset, active high.
    // The SM votes in this cycle; the vote replaces its earlier one.
    input  wire [SMS-1:0]   vote_valid,
    input  wire [VOTES-1:0] vote,       // Two bits an SM, SM 0 lowest: 1 COMP, 2 MEM, else NONE.
    // Count the votes and forget them; a vote in this cycle counts for the next time.
    input  wire             evaluate,
    output wire             comp_wins,  // More than half of all SMs voted COMP.
    output wire             mem_wins    // More than half of all SMs voted MEM.
);

    localparam [1:0] VOTE_COMP = 2'd1;
    localparam [1:0] VOTE_MEM = 2'd2;
    localparam HALF = SMS / 2; // Half of the SMs, rounded down.

    reg  [SMS-1:0]   comp;            // SMs whose vote is COMP.
    reg  [SMS-1:0]   mem;             // SMs whose vote is MEM.
    wire [COUNT-1:0] count_comp_ones;
    wire [COUNT-1:0] count_mem_ones;

    popcount #(.N(SMS)) count_comp (
        .enable (evaluate),
        .bits   (comp),
        .ones   (count_comp_ones)
    );

    popcount #(.N(SMS)) count_mem (
        .enable (evaluate),
        .bits   (mem),
        .ones   (count_mem_ones)
    );

    assign comp_wins = count_comp_ones > HALF[COUNT-1:0];
    assign mem_wins = count_mem_ones > HALF[COUNT-1:0];

    // Votes that stand until the next evaluation.
    always @(posedge clock) begin : update_comp
        integer sm;
        reg [SMS-1:0] kept;
        reg [SMS-1:0] new_comp;
        reg [SMS-1:0] new_mem;
        if (reset) begin
            comp <= 0;
            mem <= 0;
        end else begin
            kept = 0;
            if (!evaluate) begin
                kept = ~vote_valid;
            end
            new_comp = 0;
            new_mem = 0;
            if (vote_valid != 0) begin
                for (sm = 0; sm < SMS; sm = sm + 1) begin
                    new_comp[sm] = vote[(sm * 2) +: 2] == VOTE_COMP;
                    new_mem[sm] = vote[(sm * 2) +: 2] == VOTE_MEM;
                end
            end
            comp <= (comp & kept) | (new_comp & vote_valid);
            mem <= (mem & kept) | (new_mem & vote_valid);
        end
    end

endmodule

`default_nettype wire
