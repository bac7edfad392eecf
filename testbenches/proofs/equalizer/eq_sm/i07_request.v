// SPDX-License-Identifier: Apache-2.0
// Invariant 7: gwde_req is never high while a CTA is paused.
// Engine: pdr
module i07_request #(
    parameter n_cta = 2
) (
    input wire             gwde_req,
    input wire [n_cta-1:0] pause_cta
);

    always @* assert (!gwde_req || pause_cta == 0);

endmodule
