// SPDX-License-Identifier: Apache-2.0
// Invariant 5: tokens are no more than the warps of the epoch, or one, and no fewer than the parameter says, unless there are fewer warps (M8).
// Engine: induction 3
module i05_tokens #(
    parameter token_min = 1
) (
    input wire        clock,
    input wire [14:0] warps,
    input wire [14:0] tokens,
    input wire [14:0] in_step,
    input wire [14:0] at_first,
    input wire [14:0] new_tokens
);

    // Cycles so far, three at most; all numbers are below 2^14, as those of 64 SMs with 255 warps each are.
    reg [1:0] cycles = 0;
    always @(posedge clock) if (cycles != 3) cycles <= cycles + 1;

    // Of the cycle before, as the tokens are.
    reg [14:0] most;
    always @(posedge clock) most <= warps == 0 ? 1 : warps;

    always @* begin
        assume (warps < 16384 && tokens < 16384 && in_step < 8192 && at_first < 16384);
        if (cycles == 3) begin
            assert (new_tokens <= most);
            assert (new_tokens >= (token_min < most ? token_min : most));
        end
    end

endmodule
