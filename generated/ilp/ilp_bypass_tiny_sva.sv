// SPDX-License-Identifier: Apache-2.0
// ilp_bypass_tiny_sva: the invariants of ilp_bypass_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 10: a source is bypassed only if an ALU instruction that writes its register was issued exactly the length of the pipeline before, and as long as
// the beats of its instruction take.
module ilp_bypass_tiny_i10_distance #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (byp_sel == 0 || (left != 0 && (byp_sel & ~may) == 0)) else $error("%m: invariant 10"); end
    end
endmodule

bind ilp_bypass_tiny ilp_bypass_tiny_i10_distance #(
    .warp_size(4), .simd(2), .n_src(2), .tag_w(3), .alu_lat(3)) i10_distance (
    .clock(clock), .reset(reset), .iss_valid(iss_valid), .iss_src_valid(iss_src_valid),
    .iss_src_tag(iss_src_tag), .iss_dst_valid(iss_dst_valid), .iss_dst_tag(iss_dst_tag),
    .iss_fixed(iss_fixed), .byp_sel(byp_sel));


`default_nettype wire
