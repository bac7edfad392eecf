// SPDX-License-Identifier: Apache-2.0
// eq_ballot: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Collects the votes of all SMs and finds the majority (specification section 2.6, A9, decision W17).
module eq_ballot (
    input  wire       clock,      // SM clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [1:0] vote_valid, // The SM votes in this cycle; the vote replaces its earlier one.
    input  wire [3:0] vote,       // Two bits an SM, SM 0 lowest: 1 COMP, 2 MEM, else NONE.
    input  wire       evaluate,   // Count the votes and forget them; a vote in this cycle counts for the next time.
    output wire       comp_wins,  // More than half of all SMs voted COMP.
    output wire       mem_wins    // More than half of all SMs voted MEM.
);

    localparam [1:0] VOTE_COMP = 2'd1;
    localparam [1:0] VOTE_MEM = 2'd2;
    localparam [1:0] HALF = 2'd1; // Half of the SMs, rounded down.

    reg  [1:0] comp;            // SMs whose vote is COMP.
    reg  [1:0] mem;             // SMs whose vote is MEM.
    wire [1:0] count_comp_ones;
    wire [1:0] count_mem_ones;

    popcount_2 count_comp (
        .enable (evaluate),
        .bits   (comp),
        .ones   (count_comp_ones)
    );

    popcount_2 count_mem (
        .enable (evaluate),
        .bits   (mem),
        .ones   (count_mem_ones)
    );

    assign comp_wins = count_comp_ones > HALF;
    assign mem_wins = count_mem_ones > HALF;

    // Votes that stand until the next evaluation.
    always @(posedge clock) begin : update_comp
        integer sm;
        reg [1:0] kept;
        reg [1:0] new_comp;
        reg [1:0] new_mem;
        if (reset) begin
            comp <= 2'd0;
            mem <= 2'd0;
        end else begin
            kept = 2'd0;
            if (!evaluate) begin
                kept = ~vote_valid;
            end
            new_comp = 2'd0;
            new_mem = 2'd0;
            if (vote_valid != 2'd0) begin
                for (sm = 0; sm < 2; sm = sm + 1) begin
                    new_comp[sm] = vote[(sm * 2) +: 2] == VOTE_COMP;
                    new_mem[sm] = vote[(sm * 2) +: 2] == VOTE_MEM;
                end
            end
            comp <= (comp & kept) | (new_comp & vote_valid);
            mem <= (mem & kept) | (new_mem & vote_valid);
        end
    end

endmodule
