// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass_paper_sva: the invariants of mask_l2bypass_paper, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 9: data never bypasses, and with the switch off nothing does.
module mask_l2bypass_paper_i09_data (
    input wire       clock,
    input wire       reset,
    input wire [2:0] wm_depth,
    input wire       en_l2bypass,
    input wire       wm_bypass
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin if (armed) assert (!wm_bypass || (wm_depth != 0 && en_l2bypass)) else $error("%m: invariant 9"); end
    end
endmodule

bind mask_l2bypass_paper mask_l2bypass_paper_i09_data i09_data (
    .clock(clock), .reset(reset), .wm_depth(wm_depth), .en_l2bypass(en_l2bypass),
    .wm_bypass(wm_bypass));


`default_nettype wire
