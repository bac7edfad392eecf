// SPDX-License-Identifier: Apache-2.0
// Invariant 10: no queue holds more requests than it has places; nothing goes to a bank that is not ready, and nothing without a tick.
// Engine: pdr
module i10_occupancy #(
    parameter golden_depth = 2,
    parameter silver_depth = 2,
    parameter normal_depth = 3,
    parameter n_bank = 4,
    parameter BANK = $clog2(n_bank),
    parameter GOLDEN = $clog2(golden_depth + 1),
    parameter SILVER = $clog2(silver_depth + 1),
    parameter NORMAL = $clog2(normal_depth + 1)
) (
    input wire              clock,
    input wire              reset,
    input wire              tick,
    input wire [n_bank-1:0] bank_ready,
    input wire              iss_valid,
    input wire [BANK-1:0]   iss_bank,
    input wire [GOLDEN-1:0] occ_golden,
    input wire [SILVER-1:0] occ_silver,
    input wire [NORMAL-1:0] occ_normal
);

    always @* if (!reset) begin
        assert (occ_golden <= golden_depth && occ_silver <= silver_depth && occ_normal <= normal_depth);
        assert (!iss_valid || (tick && bank_ready[iss_bank]));
    end

endmodule
