// SPDX-License-Identifier: Apache-2.0
// Invariant 12: a normal request is issued only if no silver one has a ready bank. Which silver requests wait is followed at the ports, by
// the bank alone, as counts.
// Engine: pdr
module i12_priority #(
    parameter n_bank = 4,
    parameter silver_depth = 2,
    parameter BANK = $clog2(n_bank),
    parameter COUNT = $clog2(silver_depth + 1)
) (
    input wire              clock,
    input wire              reset,
    input wire [n_bank-1:0] bank_ready,
    input wire              silver__insert,
    input wire [BANK-1:0]   d_bank,
    input wire              iss_valid,
    input wire [1:0]        iss_src,
    input wire [BANK-1:0]   iss_bank
);

    reg [COUNT*n_bank-1:0] waiting;
    reg [n_bank-1:0]       some;
    integer b;
    always @* for (b = 0; b < n_bank; b = b + 1) some[b] = waiting[b*COUNT +: COUNT] != 0;

    always @(posedge clock) begin
        for (b = 0; b < n_bank; b = b + 1)
            waiting[b*COUNT +: COUNT] <= waiting[b*COUNT +: COUNT]
                + (silver__insert && d_bank == b)
                - (iss_valid && iss_src == 1 && iss_bank == b);
        if (reset) waiting <= 0;
    end

    always @* if (!reset && iss_valid && iss_src == 2) assert ((some & bank_ready) == 0);

endmodule
