// SPDX-License-Identifier: Apache-2.0
// Invariant 7: the way that a new line takes is not reserved; it is without a line, or no way without one is there, none that is
// not reserved has a lower class, and none of its class a higher rank. There is none only if all are reserved. The ranks are what
// invariant 6 says of them.
// Engine: pdr
// Cut: victim.rank
// For: insert_mode=type_key
module i07_victim #(
    parameter assoc = 4,
    parameter WAY = $clog2(assoc)
) (
    input wire [assoc-1:0]     vq_valid_mask,
    input wire [assoc-1:0]     vq_resv_mask,
    input wire [WAY-1:0]       vq_way,
    input wire                 vq_none,
    input wire [assoc*WAY-1:0] victim__rank,
    input wire [2*assoc-1:0]   victim__type_word
);

    // Types 2 and 3 are one class.
    function [1:0] class_of(input [1:0] warp_type);
        class_of = warp_type[1] ? 2'd2 : warp_type;
    endfunction

    wire [WAY-1:0] rank = victim__rank[vq_way*WAY +: WAY];
    wire [1:0]     here = class_of(victim__type_word[2*vq_way +: 2]);

    reg [assoc-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        for (i = 0; i < assoc; i = i + 1) seen[victim__rank[i*WAY +: WAY]] = 1'b1;
    end

    always @* assume (&seen);

    integer w;
    always @* begin
        assert (vq_none == &vq_resv_mask);
        assert (!vq_none || vq_way == 0);
        if (!vq_none) begin
            assert (!vq_resv_mask[vq_way]);
            for (w = 0; w < assoc; w = w + 1)
                if (!vq_resv_mask[w]) begin
                    assert (vq_valid_mask[w] || !vq_valid_mask[vq_way]);
                    assert (vq_valid_mask[w] || vq_way <= w);
                    if (vq_valid_mask[vq_way]) begin
                        assert (class_of(victim__type_word[2*w +: 2]) >= here);
                        assert (class_of(victim__type_word[2*w +: 2]) != here
                            || victim__rank[w*WAY +: WAY] <= rank);
                    end
                end
        end
    end

endmodule
