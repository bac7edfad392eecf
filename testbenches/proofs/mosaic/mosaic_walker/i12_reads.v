// SPDX-License-Identifier: Apache-2.0
// Invariant 12: from its beginning, or from its last new one, on a walk reads the entry above the last depth once more at most, and so takes two reads
// more than there are depths at most.
// Engine: induction 2
module i12_reads #(
    parameter walk_ctx = 2,
    parameter pt_levels = 2,
    parameter CONTEXT = ($clog2(walk_ctx) > 1 ? $clog2(walk_ctx) : 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  wm_valid,
    input wire                  wm_ready,
    input wire [2:0]            wm_depth,
    input wire [CONTEXT-1:0]    wm_tag,
    input wire [walk_ctx-1:0]   walks__busy,
    input wire [walk_ctx-1:0]   walks__ready,
    input wire [walk_ctx-1:0]   walks__over,
    input wire [walk_ctx-1:0]   walks__read_turn,
    input wire [walk_ctx-1:0]   walks__end_turn,
    input wire [walk_ctx-1:0]   walks__retried,
    input wire [walk_ctx*3-1:0] walks__depth
);

    // The read is that of the cycle before; reads of each walk with that which is new.
    reg                  stays;
    reg [walk_ctx*4-1:0] earlier, reads;
    wire                 first = wm_depth == 1 && !walks__retried[wm_tag];
    always @* begin
        reads = earlier;
        if (wm_valid && !stays) reads[wm_tag*4 +: 4] = first ? 4'd1 : earlier[wm_tag*4 +: 4] + 4'd1;
    end
    always @(posedge clock) begin
        stays <= !reset && wm_valid && !wm_ready;
        earlier <= reads;
    end

    integer   i;
    reg [3:0] depth, count;
    always @* begin
        {depth, count} = 0;
        if (!reset) begin
            assert (!(walks__read_turn & ~walks__ready));
            assert (!(walks__read_turn & (walks__read_turn - 1'b1)));
            assert (!(walks__end_turn & (walks__end_turn - 1'b1)));
        end
        if (!reset) for (i = 0; i < walk_ctx; i = i + 1) begin
            assert (walks__busy[i] || !(walks__ready[i] || walks__over[i]));
            depth = walks__depth[i*3 +: 3];
            count = reads[i*4 +: 4];
            if (walks__busy[i]) begin
                if (!walks__ready[i] || depth != 1 || walks__retried[i]) begin
                    assert (count <= pt_levels + 2);
                    // On the way there.
                    if (!walks__over[i]) assert (count == depth - walks__ready[i] + 2 * walks__retried[i]);
                end
                assert (depth >= 1 && depth <= pt_levels);
                assert (!walks__retried[i] || depth >= pt_levels - 1);
                assert (!(walks__ready[i] && walks__over[i]));
            end
            if (wm_valid && !stays && wm_tag == i) assert (!walks__ready[i] && !walks__over[i] && wm_depth == depth);
        end
    end

endmodule
