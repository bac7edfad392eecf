// SPDX-License-Identifier: Apache-2.0
// Invariant 11: a divergent branch is never predicted wrongly, only active threads follow, and a prediction that is the outcome is right.
// Engine: pdr
module i11_follow #(
    parameter warp_size = 4
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 rs_valid,
    input wire [warp_size-1:0] rs_active,
    input wire [warp_size-1:0] rs_taken,
    input wire                 rs_pred,
    input wire                 rs_div,
    input wire                 rs_mis,
    input wire [warp_size-1:0] rs_follow
);

    wire some = (rs_active & rs_taken) != 0;
    wire others = (rs_active & ~rs_taken) != 0;
    always @* if (!reset) begin
        assert (!(rs_div && rs_mis));
        assert ((rs_follow & ~rs_active) == 0);
        if (rs_pred == some) assert (!rs_mis);
        if (rs_valid) assert (rs_div == (some && others));
    end

endmodule
