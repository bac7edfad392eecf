// SPDX-License-Identifier: Apache-2.0
// Invariant 11: where types do not decide, the least recently used line leaves, if no way is without one. The ranks are what
// invariant 6 says of them.
// Engine: pdr
// Cut: victim.rank
// For: insert_mode=stack
module i11_lru #(
    parameter assoc = 4,
    parameter WAY = $clog2(assoc)
) (
    input wire [assoc-1:0]     vq_valid_mask,
    input wire [assoc-1:0]     vq_resv_mask,
    input wire [WAY-1:0]       vq_way,
    input wire                 vq_none,
    input wire [assoc*WAY-1:0] victim__rank
);

    reg [assoc-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        for (i = 0; i < assoc; i = i + 1) seen[victim__rank[i*WAY +: WAY]] = 1'b1;
    end

    always @* assume (&seen);

    integer w;
    always @* if (!vq_none) begin
        assert (!vq_resv_mask[vq_way]);
        for (w = 0; w < assoc; w = w + 1)
            if (!vq_resv_mask[w]) begin
                assert (vq_valid_mask[w] || (!vq_valid_mask[vq_way] && vq_way <= w));
                assert (!vq_valid_mask[vq_way]
                    || victim__rank[w*WAY +: WAY] <= victim__rank[vq_way*WAY +: WAY]);
            end
    end

endmodule
