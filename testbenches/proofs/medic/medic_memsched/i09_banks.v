// SPDX-License-Identifier: Apache-2.0
// Invariant 9: no command of the low queue goes to a bank for which the high queue holds a request.
// Engine: pdr
// For: lo_starve_limit=0
module i09_banks #(
    parameter n_bank = 4,
    parameter q_depth_hi = 2,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [BANK-1:0]            cmd_bank,
    input wire                       serve_high,
    input wire [q_depth_hi-1:0]      high__used,
    input wire [q_depth_hi*BANK-1:0] high__banks
);

    integer i;
    always @(posedge clock) if (!reset && cmd_valid && !serve_high)
        for (i = 0; i < q_depth_hi; i = i + 1)
            assert (!high__used[i] || high__banks[i*BANK +: BANK] != cmd_bank);

endmodule
