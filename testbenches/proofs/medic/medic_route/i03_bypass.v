// SPDX-License-Identifier: Apache-2.0
// Invariant 3: only reads and writes of data of mostly-miss warps bypass, neither atomic ones nor fences; those look up the L2 but
// allocate nothing; no request does both. A write that bypasses makes the line in the L2 invalid.
// Engine: pdr
module i03_bypass #(
    parameter bypass_writes = 1
) (
    input wire       valid,
    input wire [1:0] kind,
    input wire       atomic,
    input wire       fence,
    input wire [1:0] warp_type,
    input wire       prof,
    input wire       wbyp_en,
    input wire       bypass,
    input wire       no_alloc,
    input wire       inval
);

    localparam [1:0] MISS = 2'd0;
    localparam [1:0] DATA_RD = 2'd0;
    localparam [1:0] DATA_WR = 2'd1;

    wire misses = valid && wbyp_en && warp_type == MISS && !prof;
    wire passes = kind == DATA_RD || (kind == DATA_WR && bypass_writes != 0);

    always @* begin
        assert (!bypass || (misses && !atomic && !fence));
        assert (!no_alloc || (misses && (atomic || fence)));
        assert (!(bypass && no_alloc));
        assert (bypass == (misses && !atomic && !fence && passes));
        assert (no_alloc == (misses && (atomic || fence)));
        assert (inval == (bypass && kind == DATA_WR));
    end

endmodule
