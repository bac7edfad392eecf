// SPDX-License-Identifier: Apache-2.0
// Invariant 4: only requests of warps that mostly or always hit go first in DRAM, so none of them bypasses.
// Engine: pdr
module i04_priority (
    input wire       valid,
    input wire [1:0] warp_type,
    input wire       wms_en,
    input wire       bypass,
    input wire       hi
);

    always @* begin
        assert (hi == (valid && wms_en && warp_type >= 2'd2));
        assert (!(bypass && hi));
    end

endmodule
