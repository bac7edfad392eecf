// SPDX-License-Identifier: Apache-2.0
// Invariant 9: data never bypasses, and with the switch off nothing does.
// Engine: pdr
module i09_data (
    input wire       clock,
    input wire       reset,
    input wire [2:0] wm_depth,
    input wire       en_l2bypass,
    input wire       wm_bypass
);

    always @* assert (!wm_bypass || (wm_depth != 0 && en_l2bypass));

endmodule
