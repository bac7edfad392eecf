// SPDX-License-Identifier: Apache-2.0
// Invariant 5: the next instruction of a ready warp needs no value that is not there. Registers belong to warps: the highest bits of their
// numbers are those of the warp.
// Engine: induction 1
// For: sb_entries=2 n_warps=4
module i05_ready #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter n_src = 2,
    parameter tag_w = 3,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          sb_en,
    input wire [n_warps-1:0]            ready,
    input wire                          iss_valid,
    input wire [WARP-1:0]               iss_warp,
    input wire                          iss_dst_valid,
    input wire                          iss_store,
    input wire                          iss_branch,
    input wire [n_warps-1:0]            nxt_valid,
    input wire [n_warps-1:0]            nxt_dst,
    input wire [n_warps-1:0]            nxt_store,
    input wire [n_warps-1:0]            nxt_branch,
    input wire                          chk_valid,
    input wire [WARP-1:0]               chk_warp,
    input wire                          br_res_valid,
    input wire [WARP-1:0]               br_res_warp,
    input wire [n_warps-1:0]            br_pend,
    input wire                          sq_valid,
    input wire [WARP-1:0]               sq_warp,
    input wire                          trap_valid,
    input wire [WARP-1:0]               trap_warp,
    input wire                          flt_valid,
    input wire [K-1:0]                  flt_entry,
    input wire [sb_entries-1:0]         valid,
    input wire [sb_entries-1:0]         done,
    input wire [sb_entries-1:0]         zombie,
    input wire [sb_entries-1:0]         spec,
    input wire [sb_entries-1:0]         excp,
    input wire [sb_entries-1:0]         oldest,
    input wire [sb_entries*WARP-1:0]    wid,
    input wire [n_warps-1:0]            in_board,
    input wire [n_warps-1:0]            in_store,
    input wire [n_warps-1:0]            solo,
    input wire                          engine__busy,
    input wire [WARP-1:0]               engine__warp,
    input wire [K-1:0]                  engine__entry,
    input wire                          iss_entry_valid,
    input wire [K-1:0]                  iss_entry,
    input wire [K-1:0]                  younger_0,
    input wire [K-1:0]                  younger_1,
    input wire [n_warps*K-1:0]          head,
    input wire [K-1:0]                  tail_0,
    input wire [K-1:0]                  tail_1,
    input wire [K-1:0]                  tail_2,
    input wire [K-1:0]                  tail_3,
    input wire [K-1:0]                  ck_tail_0,
    input wire [K-1:0]                  ck_tail_1,
    input wire [K-1:0]                  ck_tail_2,
    input wire [K-1:0]                  ck_tail_3,
    input wire [n_src-1:0]              chk_src_valid,
    input wire [n_src*tag_w-1:0]        chk_src_tag,
    input wire [sb_entries-1:0]         match_en,
    input wire [sb_entries-1:0]         avail,
    input wire [sb_entries*tag_w-1:0]   dst,
    input wire [tag_w-1:0]              iss_dst_tag,
    input wire [sb_entries*n_warps-1:0] raw_wait
);

    wire legal;
    board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    always @* assume (legal);

    wire sound;
    board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    localparam OWN = tag_w - WARP;
    // The sources of each warp's next instruction.
    reg [n_warps*n_src-1:0]       needed;
    reg [n_warps*n_src*tag_w-1:0] tags;
    reg [tag_w-1:0]               tag;
    integer e, s, w;

    always @(posedge clock) if (chk_valid) begin
        needed[chk_warp*n_src +: n_src] <= chk_src_valid;
        tags[chk_warp*n_src*tag_w +: n_src*tag_w] <= chk_src_tag;
    end

    always @* begin
        for (s = 0; s < n_src; s = s + 1) assume (!chk_valid || chk_src_tag[(s*tag_w + OWN) +: WARP] == chk_warp);
        assume (!iss_valid || iss_dst_tag[OWN +: WARP] == iss_warp);
    end

    always @* if (!reset) begin
        for (e = 0; e < sb_entries; e = e + 1) begin
            if (valid[e]) assert (dst[(e*tag_w + OWN) +: WARP] == wid[e*WARP +: WARP]);
            for (w = 0; w < n_warps; w = w + 1)
                for (s = 0; s < n_src; s = s + 1) begin
                    tag = tags[(w*n_src + s)*tag_w +: tag_w];
                    if (nxt_valid[w]) assert (tag[OWN +: WARP] == w);
                    if (nxt_valid[w] && needed[w*n_src+s] && valid[e] && match_en[e] && !zombie[e] && !avail[e]
                        && dst[e*tag_w +: tag_w] == tag)
                        assert (raw_wait[e*n_warps+w] && !ready[w]);
                end
        end
    end

endmodule
