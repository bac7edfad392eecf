// SPDX-License-Identifier: Apache-2.0
// Invariant 9: a job that is not held back is over within n_cta * n_base + n_cta cycles (case 1) or
// n_warps * (n_base + 1) (case 2).
// Engine: pdr
module i09_progress #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter n_base = 2
) (
    input wire clock,
    input wire reset,
    input wire pf_valid,
    input wire pf_ready,
    input wire generator__running,
    input wire generator__own
);

    localparam OTHERS = n_cta * n_base + n_cta;
    localparam OWN = n_warps * (n_base + 1);

    // Cycles of the job in which it was not held back.
    reg [$clog2(OWN+OTHERS+1)-1:0] busy;
    always @(posedge clock) begin
        if (reset || !generator__running) busy <= 0;
        else if (pf_ready || !pf_valid) busy <= busy + 1'b1;
    end

    always @* if (!reset && generator__running) assert (busy < (generator__own ? OWN : OTHERS));

endmodule
