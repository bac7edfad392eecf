// SPDX-License-Identifier: Apache-2.0
// simt_bpred_tiny_sva: the invariants of simt_bpred_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 11: a divergent branch is never predicted wrongly, only active threads follow, and a prediction that is the outcome is right.
module simt_bpred_tiny_i11_follow #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire some = (rs_active & rs_taken) != 0;
    wire others = (rs_active & ~rs_taken) != 0;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!(rs_div && rs_mis)) else $error("%m: invariant 11"); end
            begin if (armed) assert ((rs_follow & ~rs_active) == 0) else $error("%m: invariant 11"); end
            if (rs_pred == some) begin if (armed) assert (!rs_mis) else $error("%m: invariant 11"); end
            if (rs_valid) begin if (armed) assert (rs_div == (some && others)) else $error("%m: invariant 11"); end
        end
    end

endmodule

bind simt_bpred_tiny simt_bpred_tiny_i11_follow #(
    .warp_size(4)) i11_follow (
    .clock(clock), .reset(reset), .rs_valid(rs_valid), .rs_active(rs_active), .rs_taken(rs_taken),
    .rs_pred(rs_pred), .rs_div(rs_div), .rs_mis(rs_mis), .rs_follow(rs_follow));


`default_nettype wire
