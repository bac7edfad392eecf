// SPDX-License-Identifier: Apache-2.0
// Invariant 4: num_blocks changes only in the decision cycle, by at most 1, and at least hyst_epochs decisions after
// the previous change. (A kernel start, en = 0 and reset set it.)
// Engine: pdr
module i04_steps #(
    parameter n_cta = 2,
    parameter hyst_epochs = 2,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          en,
    input wire          kernel_start,
    input wire          vote_valid,
    input wire [NB-1:0] num_blocks
);

    reg          comparable; // The cycle before was neither reset nor kernel start nor disabled.
    reg [NB-1:0] earlier;
    reg [3:0]    decisions;  // Since the last change, saturating.

    wire moved = comparable && num_blocks != earlier;

    always @(posedge clock) begin
        comparable <= !reset && en && !kernel_start;
        earlier <= num_blocks;
        if (!comparable) decisions <= 4'd15;
        else if (moved) decisions <= 4'd0;
        else if (vote_valid && decisions != 4'd15) decisions <= decisions + 4'd1;
    end

    always @* begin
        if (moved) begin
            assert (vote_valid);
            assert (num_blocks == earlier + 1'b1 || earlier == num_blocks + 1'b1);
            assert (decisions == 4'd15 || decisions + 4'd1 >= hyst_epochs);
        end
    end

endmodule
