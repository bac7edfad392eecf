// SPDX-License-Identifier: Apache-2.0
// Invariant 6: a warp lives from the start of its CTA until it is done, in the ready queue or pending; what issues is in the
// ready queue and can, and if a warp of the queue can, one issues.
// Engine: pdr
module i06_warps #(
    parameter n_warps = 8,
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire               clock,
    input wire               reset,
    input wire               cta_start_valid,
    input wire [WARP-1:0]    cta_start_first,
    input wire [COUNT-1:0]   cta_start_nw,
    input wire [n_warps-1:0] w_can_issue,
    input wire               warp_done_valid,
    input wire [WARP-1:0]    warp_done,
    input wire               issue_valid,
    input wire [WARP-1:0]    issue_warp,
    input wire [n_warps-1:0] ready_mask,
    input wire [n_warps-1:0] live
);

    reg [n_warps-1:0] runs;  // Started and not done.
    integer w;
    always @(posedge clock) for (w = 0; w < n_warps; w = w + 1) begin
        if (reset) runs[w] <= 1'b0;
        else if (cta_start_valid && w >= cta_start_first && w < cta_start_first + cta_start_nw) runs[w] <= 1'b1;
        else if (warp_done_valid && warp_done == w) runs[w] <= 1'b0;
    end

    always @* if (!reset) begin
        assert (live == runs && (ready_mask & ~runs) == 0);
        assert (issue_valid == ((ready_mask & w_can_issue) != 0));
        assert (issue_valid ? ready_mask[issue_warp] && w_can_issue[issue_warp] : issue_warp == 0);
    end

endmodule
