// SPDX-License-Identifier: Apache-2.0
// Invariant 11: without the switches nothing bypasses, everything allocates, and nothing goes first in DRAM.
// Engine: pdr
module i11_switches (
    input wire wbyp_en,
    input wire wms_en,
    input wire bypass,
    input wire no_alloc,
    input wire hi,
    input wire inval
);

    always @* begin
        assert (wbyp_en || !(bypass || no_alloc || inval));
        assert (wms_en || !hi);
    end

endmodule
