// SPDX-License-Identifier: Apache-2.0
// Invariant 9: at most one request a cycle moves to stage 3, at most one leaves a source's FIFO and at most one a
// bank's.
// Engine: pdr
module i09_rates #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   cmd_valid,
    input wire [n_cpu+n_gpu-1:0] pops,
    input wire [n_bank-1:0]      commands__arrives,
    input wire [n_bank-1:0]      commands__leaves
);

    always @* if (!reset) begin
        assert ((pops & (pops - 1'b1)) == 0);
        assert ((pops == 0) == (commands__arrives == 0));
        assert ((commands__arrives & (commands__arrives - 1'b1)) == 0);
        assert ((commands__leaves & (commands__leaves - 1'b1)) == 0);
        assert (commands__leaves == 0 || cmd_valid);
    end

endmodule
