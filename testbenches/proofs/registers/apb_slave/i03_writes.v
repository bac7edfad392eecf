// SPDX-License-Identifier: Apache-2.0
// Invariant 3: a register is written in the last cycle of a write and in no other cycle.
// Engine: pdr
module i03_writes (
    input wire reset,
    input wire psel,
    input wire penable,
    input wire pwrite,
    input wire pready,
    input wire write
);

    always @* if (!reset) assert (write == (psel && penable && pready && pwrite));

endmodule
