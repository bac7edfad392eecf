// SPDX-License-Identifier: Apache-2.0
// Invariant 10: a source is bypassed only if an ALU instruction that writes its register was issued exactly the length of the pipeline before, and as long as
// the beats of its instruction take.
// Engine: induction 6
module i10_distance #(
    parameter warp_size = 4,
    parameter simd = 2,
    parameter n_src = 2,
    parameter tag_w = 3,
    parameter alu_lat = 3
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   iss_valid,
    input wire [n_src-1:0]       iss_src_valid,
    input wire [n_src*tag_w-1:0] iss_src_tag,
    input wire                   iss_dst_valid,
    input wire [tag_w-1:0]       iss_dst_tag,
    input wire                   iss_fixed,
    input wire [n_src-1:0]       byp_sel
);

    localparam BEATS = warp_size / simd;
    // What was issued in the last cycles, the latest lowest; the sources that may be bypassed, and for how long.
    reg [alu_lat-1:0]       writes;
    reg [alu_lat*tag_w-1:0] tags;
    reg [n_src-1:0]         may;
    reg [7:0]               left;
    integer s;

    always @(posedge clock) begin
        writes <= {writes, !reset && iss_valid && iss_dst_valid && iss_fixed};
        tags <= {tags, iss_dst_tag};
        if (iss_valid) begin
            left <= BEATS;
            for (s = 0; s < n_src; s = s + 1)
                may[s] <= iss_src_valid[s] && writes[alu_lat-1]
                    && iss_src_tag[s*tag_w +: tag_w] == tags[(alu_lat-1)*tag_w +: tag_w];
        end else if (left != 0) left <= left - 1;
        if (reset) begin
            writes <= 0;
            left <= 0;
        end
    end

    always @* if (!reset) assert (byp_sel == 0 || (left != 0 && (byp_sel & ~may) == 0));

endmodule
