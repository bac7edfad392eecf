// SPDX-License-Identifier: Apache-2.0
// ilp_scoreboard_tiny_sva: the invariants of ilp_scoreboard_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: a warp's list visits exactly its valid entries that are no zombies, in the order of issue; `in_board` says that there are some.
module ilp_scoreboard_tiny_i01_lists #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       sb_en,
    input wire [n_warps-1:0]         ready,
    input wire                       iss_valid,
    input wire [WARP-1:0]            iss_warp,
    input wire                       iss_dst_valid,
    input wire                       iss_store,
    input wire                       iss_branch,
    input wire [n_warps-1:0]         nxt_valid,
    input wire [n_warps-1:0]         nxt_dst,
    input wire [n_warps-1:0]         nxt_store,
    input wire [n_warps-1:0]         nxt_branch,
    input wire                       chk_valid,
    input wire [WARP-1:0]            chk_warp,
    input wire                       br_res_valid,
    input wire [WARP-1:0]            br_res_warp,
    input wire [n_warps-1:0]         br_pend,
    input wire                       sq_valid,
    input wire [WARP-1:0]            sq_warp,
    input wire                       trap_valid,
    input wire [WARP-1:0]            trap_warp,
    input wire                       flt_valid,
    input wire [K-1:0]               flt_entry,
    input wire [sb_entries-1:0]      valid,
    input wire [sb_entries-1:0]      done,
    input wire [sb_entries-1:0]      zombie,
    input wire [sb_entries-1:0]      spec,
    input wire [sb_entries-1:0]      excp,
    input wire [sb_entries-1:0]      oldest,
    input wire [sb_entries*WARP-1:0] wid,
    input wire [n_warps-1:0]         in_board,
    input wire [n_warps-1:0]         in_store,
    input wire [n_warps-1:0]         solo,
    input wire                       engine__busy,
    input wire [WARP-1:0]            engine__warp,
    input wire [K-1:0]               engine__entry,
    input wire                       iss_entry_valid,
    input wire [K-1:0]               iss_entry,
    input wire [K-1:0]               younger_0,
    input wire [K-1:0]               younger_1,
    input wire [n_warps*K-1:0]       head,
    input wire [K-1:0]               tail_0,
    input wire [K-1:0]               tail_1,
    input wire [K-1:0]               tail_2,
    input wire [K-1:0]               tail_3,
    input wire [K-1:0]               ck_tail_0,
    input wire [K-1:0]               ck_tail_1,
    input wire [K-1:0]               ck_tail_2,
    input wire [K-1:0]               ck_tail_3
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (sound) else $error("%m: invariant 1"); end
    end
endmodule

// Invariant 2: a register is found in one entry at most.
module ilp_scoreboard_tiny_i02_unique #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter tag_w = 3
) (
    input wire                        clock,
    input wire                        reset,
    input wire [sb_entries-1:0]       valid,
    input wire [sb_entries-1:0]       match_en,
    input wire [sb_entries-1:0]       zombie,
    input wire [sb_entries*tag_w-1:0] dst
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [sb_entries-1:0] live = valid & match_en & ~zombie;
    integer e, f;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset)
            for (e = 0; e < sb_entries; e = e + 1)
                for (f = 0; f < e; f = f + 1)
                    begin if (armed) assert (!live[e] || !live[f] || dst[e*tag_w +: tag_w] != dst[f*tag_w +: tag_w]) else $error("%m: invariant 2"); end
    end
endmodule

// Invariant 3: what commits is the oldest entry of its warp, complete, without a fault and behind no branch; an entry that leaves has been
// committed, or removed by a branch or a fault.
module ilp_scoreboard_tiny_i03_commits #(
    parameter warp_size = 4,
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter tag_w = 3,
    parameter commit_beats = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                              clock,
    input wire                              reset,
    input wire                              sb_en,
    input wire [n_warps-1:0]                ready,
    input wire                              iss_valid,
    input wire [WARP-1:0]                   iss_warp,
    input wire                              iss_dst_valid,
    input wire                              iss_store,
    input wire                              iss_branch,
    input wire [n_warps-1:0]                nxt_valid,
    input wire [n_warps-1:0]                nxt_dst,
    input wire [n_warps-1:0]                nxt_store,
    input wire [n_warps-1:0]                nxt_branch,
    input wire                              chk_valid,
    input wire [WARP-1:0]                   chk_warp,
    input wire                              br_res_valid,
    input wire [WARP-1:0]                   br_res_warp,
    input wire [n_warps-1:0]                br_pend,
    input wire                              sq_valid,
    input wire [WARP-1:0]                   sq_warp,
    input wire                              trap_valid,
    input wire [WARP-1:0]                   trap_warp,
    input wire                              flt_valid,
    input wire [K-1:0]                      flt_entry,
    input wire [sb_entries-1:0]             valid,
    input wire [sb_entries-1:0]             done,
    input wire [sb_entries-1:0]             zombie,
    input wire [sb_entries-1:0]             spec,
    input wire [sb_entries-1:0]             excp,
    input wire [sb_entries-1:0]             oldest,
    input wire [sb_entries*WARP-1:0]        wid,
    input wire [n_warps-1:0]                in_board,
    input wire [n_warps-1:0]                in_store,
    input wire [n_warps-1:0]                solo,
    input wire                              engine__busy,
    input wire [WARP-1:0]                   engine__warp,
    input wire [K-1:0]                      engine__entry,
    input wire                              iss_entry_valid,
    input wire [K-1:0]                      iss_entry,
    input wire [K-1:0]                      younger_0,
    input wire [K-1:0]                      younger_1,
    input wire [n_warps*K-1:0]              head,
    input wire [K-1:0]                      tail_0,
    input wire [K-1:0]                      tail_1,
    input wire [K-1:0]                      tail_2,
    input wire [K-1:0]                      tail_3,
    input wire [K-1:0]                      ck_tail_0,
    input wire [K-1:0]                      ck_tail_1,
    input wire [K-1:0]                      ck_tail_2,
    input wire [K-1:0]                      ck_tail_3,
    input wire                              cm_valid,
    input wire [WARP-1:0]                   cm_warp,
    input wire [tag_w-1:0]                  cm_tag,
    input wire [0:0]                        cm_beat,
    input wire [warp_size/commit_beats-1:0] cm_mask,
    input wire [sb_entries*tag_w-1:0]       dst,
    input wire [sb_entries*warp_size-1:0]   act,
    input wire [sb_entries-1:0]             kill_mask,
    input wire                              cm_ready
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    localparam LANES = warp_size / commit_beats;
    reg                  begun;
    reg [sb_entries-1:0] was_valid;
    reg [sb_entries-1:0] may_leave;
    integer e;

    always @(posedge clock) begin
        begun <= !reset;
        was_valid <= valid;
        may_leave <= kill_mask | zombie;
        if (cm_valid && cm_ready && cm_beat == commit_beats - 1) may_leave <= kill_mask | zombie | (1 << engine__entry);
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 3"); end
            if (cm_valid) begin
                begin if (armed) assert (cm_warp == wid[engine__entry*WARP +: WARP] && cm_tag == dst[engine__entry*tag_w +: tag_w]) else $error("%m: invariant 3"); end
                begin if (armed) assert (cm_mask == act[(engine__entry*warp_size + cm_beat*LANES) +: LANES]) else $error("%m: invariant 3"); end
            end
            if (begun) begin if (armed) assert ((was_valid & ~valid & ~may_leave) == 0) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4: an entry leaves only when all its threads have written, or when it is removed and no reply is to come.
module ilp_scoreboard_tiny_i04_freed #(
    parameter warp_size = 4,
    parameter simd = 2,
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            sb_en,
    input wire [n_warps-1:0]              ready,
    input wire                            iss_valid,
    input wire [WARP-1:0]                 iss_warp,
    input wire                            iss_dst_valid,
    input wire                            iss_store,
    input wire                            iss_branch,
    input wire [n_warps-1:0]              nxt_valid,
    input wire [n_warps-1:0]              nxt_dst,
    input wire [n_warps-1:0]              nxt_store,
    input wire [n_warps-1:0]              nxt_branch,
    input wire                            chk_valid,
    input wire [WARP-1:0]                 chk_warp,
    input wire                            br_res_valid,
    input wire [WARP-1:0]                 br_res_warp,
    input wire [n_warps-1:0]              br_pend,
    input wire                            sq_valid,
    input wire [WARP-1:0]                 sq_warp,
    input wire                            trap_valid,
    input wire [WARP-1:0]                 trap_warp,
    input wire                            flt_valid,
    input wire [K-1:0]                    flt_entry,
    input wire [sb_entries-1:0]           valid,
    input wire [sb_entries-1:0]           done,
    input wire [sb_entries-1:0]           zombie,
    input wire [sb_entries-1:0]           spec,
    input wire [sb_entries-1:0]           excp,
    input wire [sb_entries-1:0]           oldest,
    input wire [sb_entries*WARP-1:0]      wid,
    input wire [n_warps-1:0]              in_board,
    input wire [n_warps-1:0]              in_store,
    input wire [n_warps-1:0]              solo,
    input wire                            engine__busy,
    input wire [WARP-1:0]                 engine__warp,
    input wire [K-1:0]                    engine__entry,
    input wire                            iss_entry_valid,
    input wire [K-1:0]                    iss_entry,
    input wire [K-1:0]                    younger_0,
    input wire [K-1:0]                    younger_1,
    input wire [n_warps*K-1:0]            head,
    input wire [K-1:0]                    tail_0,
    input wire [K-1:0]                    tail_1,
    input wire [K-1:0]                    tail_2,
    input wire [K-1:0]                    tail_3,
    input wire [K-1:0]                    ck_tail_0,
    input wire [K-1:0]                    ck_tail_1,
    input wire [K-1:0]                    ck_tail_2,
    input wire [K-1:0]                    ck_tail_3,
    input wire [sb_entries-1:0]           fixed,
    input wire [sb_entries*warp_size-1:0] act,
    input wire [sb_entries*warp_size-1:0] status,
    input wire [sb_entries-1:0]           kill_mask,
    input wire [warp_size-1:0]            iss_active,
    input wire                            br_res_mis,
    input wire [warp_size-1:0]            br_res_mask,
    input wire                            wa_valid,
    input wire [K-1:0]                    wa_entry,
    input wire [0:0]                      wa_beat,
    input wire [simd-1:0]                 wa_mask,
    input wire                            wl_valid,
    input wire [K-1:0]                    wl_entry,
    input wire [0:0]                      wl_beat,
    input wire [simd-1:0]                 wl_mask
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    // Threads of each entry that have not written.
    reg [sb_entries*warp_size-1:0] owed;
    reg [sb_entries*warp_size-1:0] owed_next;
    reg                            begun;
    reg [sb_entries-1:0]           was_valid;
    reg [sb_entries-1:0]           dropped;
    integer e;

    always @* begin
        owed_next = owed;
        if (wa_valid) owed_next[(wa_entry*warp_size + wa_beat*simd) +: simd] = owed_next[(wa_entry*warp_size + wa_beat*simd) +: simd] & ~wa_mask;
        if (wl_valid) owed_next[(wl_entry*warp_size + wl_beat*simd) +: simd] = owed_next[(wl_entry*warp_size + wl_beat*simd) +: simd] & ~wl_mask;
        for (e = 0; e < sb_entries; e = e + 1)
            if (br_res_valid && !br_res_mis && valid[e] && spec[e] && !zombie[e] && wid[e*WARP +: WARP] == br_res_warp)
                owed_next[e*warp_size +: warp_size] = owed_next[e*warp_size +: warp_size] & br_res_mask;
        if (iss_entry_valid) owed_next[iss_entry*warp_size +: warp_size] = iss_active;
    end

    always @(posedge clock) begin
        owed <= owed_next;
        begun <= !reset;
        was_valid <= valid;
        dropped <= kill_mask & fixed;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 4"); end
            for (e = 0; e < sb_entries; e = e + 1) begin
                if (valid[e]) begin if (armed) assert (owed[e*warp_size +: warp_size]
                    == (act[e*warp_size +: warp_size] & ~status[e*warp_size +: warp_size])) else $error("%m: invariant 4"); end
                if (begun && was_valid[e] && !valid[e] && !dropped[e]) begin if (armed) assert (owed[e*warp_size +: warp_size] == 0) else $error("%m: invariant 4"); end
            end
        end
    end

endmodule

// Invariant 5: the next instruction of a ready warp needs no value that is not there. Registers belong to warps: the highest bits of their
// numbers are those of the warp.
module ilp_scoreboard_tiny_i05_ready #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            for (s = 0; s < n_src; s = s + 1) begin assume (!chk_valid || chk_src_tag[(s*tag_w + OWN) +: WARP] == chk_warp) else armed = 1'b0; end
            begin assume (!iss_valid || iss_dst_tag[OWN +: WARP] == iss_warp) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (e = 0; e < sb_entries; e = e + 1) begin
                if (valid[e]) begin if (armed) assert (dst[(e*tag_w + OWN) +: WARP] == wid[e*WARP +: WARP]) else $error("%m: invariant 5"); end
                for (w = 0; w < n_warps; w = w + 1)
                    for (s = 0; s < n_src; s = s + 1) begin
                        tag = tags[(w*n_src + s)*tag_w +: tag_w];
                        if (nxt_valid[w]) begin if (armed) assert (tag[OWN +: WARP] == w) else $error("%m: invariant 5"); end
                        if (nxt_valid[w] && needed[w*n_src+s] && valid[e] && match_en[e] && !zombie[e] && !avail[e]
                            && dst[e*tag_w +: tag_w] == tag)
                            begin if (armed) assert (raw_wait[e*n_warps+w] && !ready[w]) else $error("%m: invariant 5"); end
                    end
            end
        end
    end

endmodule

// Invariant 6: nothing of a warp with a store that is not complete commits, and no load of it issues.
module ilp_scoreboard_tiny_i06_store #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       sb_en,
    input wire [n_warps-1:0]         ready,
    input wire                       iss_valid,
    input wire [WARP-1:0]            iss_warp,
    input wire                       iss_dst_valid,
    input wire                       iss_store,
    input wire                       iss_branch,
    input wire [n_warps-1:0]         nxt_valid,
    input wire [n_warps-1:0]         nxt_dst,
    input wire [n_warps-1:0]         nxt_store,
    input wire [n_warps-1:0]         nxt_branch,
    input wire                       chk_valid,
    input wire [WARP-1:0]            chk_warp,
    input wire                       br_res_valid,
    input wire [WARP-1:0]            br_res_warp,
    input wire [n_warps-1:0]         br_pend,
    input wire                       sq_valid,
    input wire [WARP-1:0]            sq_warp,
    input wire                       trap_valid,
    input wire [WARP-1:0]            trap_warp,
    input wire                       flt_valid,
    input wire [K-1:0]               flt_entry,
    input wire [sb_entries-1:0]      valid,
    input wire [sb_entries-1:0]      done,
    input wire [sb_entries-1:0]      zombie,
    input wire [sb_entries-1:0]      spec,
    input wire [sb_entries-1:0]      excp,
    input wire [sb_entries-1:0]      oldest,
    input wire [sb_entries*WARP-1:0] wid,
    input wire [n_warps-1:0]         in_board,
    input wire [n_warps-1:0]         in_store,
    input wire [n_warps-1:0]         solo,
    input wire                       engine__busy,
    input wire [WARP-1:0]            engine__warp,
    input wire [K-1:0]               engine__entry,
    input wire                       iss_entry_valid,
    input wire [K-1:0]               iss_entry,
    input wire [K-1:0]               younger_0,
    input wire [K-1:0]               younger_1,
    input wire [n_warps*K-1:0]       head,
    input wire [K-1:0]               tail_0,
    input wire [K-1:0]               tail_1,
    input wire [K-1:0]               tail_2,
    input wire [K-1:0]               tail_3,
    input wire [K-1:0]               ck_tail_0,
    input wire [K-1:0]               ck_tail_1,
    input wire [K-1:0]               ck_tail_2,
    input wire [K-1:0]               ck_tail_3,
    input wire                       cm_valid,
    input wire [WARP-1:0]            cm_warp,
    input wire [n_warps-1:0]         nxt_load
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    integer w;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 6"); end
            if (cm_valid) begin if (armed) assert (!in_store[cm_warp]) else $error("%m: invariant 6"); end
            begin if (armed) assert ((in_store & ready & nxt_load) == 0) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 7: a warp with an instruction alone in flight is not ready and has no entry that is no zombie.
module ilp_scoreboard_tiny_i07_solo #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter WARP = $clog2(n_warps),
    parameter K = $clog2(sb_entries)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       sb_en,
    input wire [n_warps-1:0]         ready,
    input wire                       iss_valid,
    input wire [WARP-1:0]            iss_warp,
    input wire                       iss_dst_valid,
    input wire                       iss_store,
    input wire                       iss_branch,
    input wire [n_warps-1:0]         nxt_valid,
    input wire [n_warps-1:0]         nxt_dst,
    input wire [n_warps-1:0]         nxt_store,
    input wire [n_warps-1:0]         nxt_branch,
    input wire                       chk_valid,
    input wire [WARP-1:0]            chk_warp,
    input wire                       br_res_valid,
    input wire [WARP-1:0]            br_res_warp,
    input wire [n_warps-1:0]         br_pend,
    input wire                       sq_valid,
    input wire [WARP-1:0]            sq_warp,
    input wire                       trap_valid,
    input wire [WARP-1:0]            trap_warp,
    input wire                       flt_valid,
    input wire [K-1:0]               flt_entry,
    input wire [sb_entries-1:0]      valid,
    input wire [sb_entries-1:0]      done,
    input wire [sb_entries-1:0]      zombie,
    input wire [sb_entries-1:0]      spec,
    input wire [sb_entries-1:0]      excp,
    input wire [sb_entries-1:0]      oldest,
    input wire [sb_entries*WARP-1:0] wid,
    input wire [n_warps-1:0]         in_board,
    input wire [n_warps-1:0]         in_store,
    input wire [n_warps-1:0]         solo,
    input wire                       engine__busy,
    input wire [WARP-1:0]            engine__warp,
    input wire [K-1:0]               engine__entry,
    input wire                       iss_entry_valid,
    input wire [K-1:0]               iss_entry,
    input wire [K-1:0]               younger_0,
    input wire [K-1:0]               younger_1,
    input wire [n_warps*K-1:0]       head,
    input wire [K-1:0]               tail_0,
    input wire [K-1:0]               tail_1,
    input wire [K-1:0]               tail_2,
    input wire [K-1:0]               tail_3,
    input wire [K-1:0]               ck_tail_0,
    input wire [K-1:0]               ck_tail_1,
    input wire [K-1:0]               ck_tail_2,
    input wire [K-1:0]               ck_tail_3
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    integer e;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 7"); end
            begin if (armed) assert ((solo & ready) == 0) else $error("%m: invariant 7"); end
            for (e = 0; e < sb_entries; e = e + 1) begin if (armed) assert (!(valid[e] && !zombie[e] && solo[wid[e*WARP +: WARP]])) else $error("%m: invariant 7"); end
        end
    end

endmodule

// Invariant 8: free entries and valid ones are all entries.
module ilp_scoreboard_tiny_i08_count #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter COUNT = $clog2(sb_entries + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire [sb_entries-1:0] valid,
    input wire [COUNT-1:0]      free_count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [COUNT-1:0] used;
    integer e;
    always @* begin
        used = 0;
        for (e = 0; e < sb_entries; e = e + 1) used = used + valid[e];
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (free_count + used == sb_entries) else $error("%m: invariant 8"); end
    end
endmodule

// Invariant 9: an entry that can commit does not wait for an idle engine; a commit goes on with each beat that is taken; a zombie leaves with its
// last reply; with nothing under way every warp that has a next instruction is ready.
module ilp_scoreboard_tiny_i09_progress #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter commit_beats = 2,
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
    input wire                          cm_ready,
    input wire                          cm_valid,
    input wire [0:0]                    cm_beat,
    input wire [sb_entries*n_warps-1:0] raw_wait,
    input wire [sb_entries*n_warps-1:0] waw_wait
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire legal;
    ilp_scoreboard_tiny_board_rules #(.WARPS(n_warps), .E(sb_entries)) rules (
        .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid), .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid),
        .iss_store(iss_store), .iss_branch(iss_branch), .nxt_valid(nxt_valid), .nxt_dst(nxt_dst),
        .nxt_store(nxt_store), .nxt_branch(nxt_branch), .chk_valid(chk_valid), .chk_warp(chk_warp),
        .br_res_valid(br_res_valid), .br_res_warp(br_res_warp), .br_pend(br_pend), .sq_valid(sq_valid),
        .sq_warp(sq_warp), .trap_valid(trap_valid), .trap_warp(trap_warp), .flt_valid(flt_valid),
        .flt_entry(flt_entry), .valid(valid), .done(done), .legal(legal)
    );
    wire sound;
    ilp_scoreboard_tiny_board_lists #(.WARPS(n_warps)) lists (
        .clock(clock), .reset(reset), .valid(valid), .zombie(zombie), .spec(spec), .excp(excp), .oldest(oldest), .done(done),
        .wid(wid), .in_board(in_board), .in_store(in_store), .solo(solo), .br_pend(br_pend), .iss_entry_valid(iss_entry_valid),
        .iss_entry(iss_entry), .younger({younger_1, younger_0}), .head(head), .tail({tail_3, tail_2, tail_1, tail_0}),
        .ck_tail({ck_tail_3, ck_tail_2, ck_tail_1, ck_tail_0}), .busy(engine__busy), .warp(engine__warp),
        .entry(engine__entry), .sound(sound)
    );

    reg                  begun;
    reg                  chooses;
    reg                  continues;
    reg                  beat;
    reg [sb_entries-1:0] leaves;
    reg [sb_entries-1:0] can;
    integer e, w;

    always @* for (e = 0; e < sb_entries; e = e + 1)
        can[e] = valid[e] && !zombie[e] && !spec[e] && !excp[e] && done[e] && !in_store[wid[e*WARP +: WARP]]
            && head[wid[e*WARP +: WARP]] == e;

    always @(posedge clock) begin
        begun <= !reset;
        chooses <= can != 0 && !cm_valid;
        continues <= cm_valid && !(cm_ready && cm_beat == commit_beats - 1);
        beat <= cm_beat + cm_ready;
        leaves <= zombie & done;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 9"); end
            begin if (armed) assert ((zombie & ~valid) == 0) else $error("%m: invariant 9"); end
            for (e = 0; e < sb_entries; e = e + 1)
                if (!valid[e]) begin if (armed) assert (raw_wait[e*n_warps +: n_warps] == 0 && waw_wait[e*n_warps +: n_warps] == 0) else $error("%m: invariant 9"); end
            if (begun && chooses) begin if (armed) assert (cm_valid) else $error("%m: invariant 9"); end
            if (begun && continues) begin if (armed) assert (cm_valid && cm_beat == beat) else $error("%m: invariant 9"); end
            if (begun) begin if (armed) assert ((leaves & valid) == 0) else $error("%m: invariant 9"); end
            for (w = 0; w < n_warps; w = w + 1)
                if (valid == 0 && nxt_valid[w] && !solo[w] && !in_store[w] && !br_pend[w]
                    && !(br_res_valid && br_res_warp == w) && !(sq_valid && sq_warp == w))
                    begin if (armed) assert (ready[w]) else $error("%m: invariant 9"); end
        end
    end

endmodule

module ilp_scoreboard_tiny_board_rules #(
    parameter WARPS = 4,
    parameter WARP = $clog2(WARPS),
    parameter E = 2,
    parameter K = $clog2(E)
) (
    input wire             sb_en,
    input wire [WARPS-1:0] ready,
    input wire             iss_valid,
    input wire [WARP-1:0]  iss_warp,
    input wire             iss_dst_valid,
    input wire             iss_store,
    input wire             iss_branch,
    input wire [WARPS-1:0] nxt_valid,
    input wire [WARPS-1:0] nxt_dst,
    input wire [WARPS-1:0] nxt_store,
    input wire [WARPS-1:0] nxt_branch,
    input wire             chk_valid,
    input wire [WARP-1:0]  chk_warp,
    input wire             br_res_valid,
    input wire [WARP-1:0]  br_res_warp,
    input wire [WARPS-1:0] br_pend,
    input wire             sq_valid,
    input wire [WARP-1:0]  sq_warp,
    input wire             trap_valid,
    input wire [WARP-1:0]  trap_warp,
    input wire             flt_valid,
    input wire [K-1:0]     flt_entry,
    input wire [E-1:0]     valid,
    input wire [E-1:0]     done,
    output wire            legal
);

    wire issues = !iss_valid
        || (ready[iss_warp] && iss_dst_valid == nxt_dst[iss_warp] && iss_store == nxt_store[iss_warp]
            && (!iss_branch || nxt_branch[iss_warp]) && !(iss_dst_valid && (iss_store || iss_branch)));
    wire checks = !chk_valid || (!nxt_valid[chk_warp] && !(iss_valid && iss_warp == chk_warp));
    wire resolves = !br_res_valid || br_pend[br_res_warp];
    wire squashes = !sq_valid || (trap_valid && sq_warp == trap_warp && !(br_res_valid && br_res_warp == sq_warp));
    wire faults = !flt_valid || (valid[flt_entry] && !done[flt_entry]);
    assign legal = sb_en && issues && checks && resolves && squashes && faults && (iss_valid || !(iss_store || iss_branch));

endmodule

module ilp_scoreboard_tiny_board_lists #(
    parameter WARPS = 4,
    parameter WARP = $clog2(WARPS)
) (
    input wire                clock,
    input wire                reset,
    input wire [1:0]          valid,
    input wire [1:0]          zombie,
    input wire [1:0]          spec,
    input wire [1:0]          excp,
    input wire [1:0]          oldest,
    input wire [1:0]          done,
    input wire [2*WARP-1:0]   wid,
    input wire [WARPS-1:0]    head,
    input wire [WARPS-1:0]    tail,
    input wire [WARPS-1:0]    ck_tail,
    input wire [1:0]          younger,
    input wire [WARPS-1:0]    in_board,
    input wire [WARPS-1:0]    in_store,
    input wire [WARPS-1:0]    solo,
    input wire [WARPS-1:0]    br_pend,
    input wire                busy,
    input wire [WARP-1:0]     warp,
    input wire                entry,
    input wire                iss_entry_valid,
    input wire                iss_entry,
    output reg                sound
);

    reg       newest;
    reg [1:0] live;
    reg       h, t;
    integer w;

    always @(posedge clock) if (iss_entry_valid) newest <= iss_entry;

    always @* begin
        sound = (zombie & ~valid) == 0;
        for (w = 0; w < WARPS; w = w + 1) begin
            live = valid & ~zombie & {wid[WARP +: WARP] == w, wid[0 +: WARP] == w};
            h = head[w];
            t = tail[w];
            if (in_board[w] != (live != 0)) sound = 0;
            if ((live == 2'b01 && (h || t)) || (live == 2'b10 && !(h && t))) sound = 0;
            if (live != 0 && (live & oldest) != (2'b01 << h)) sound = 0;
            if (live == 2'b11 && (h == t || younger[h] != t || t != newest || (spec[h] && !spec[t]))) sound = 0;
            if ((live & spec) != 0 && !br_pend[w]) sound = 0;
            if (br_pend[w] && live != 0 && !spec[h] && ck_tail[w] != ((live == 2'b11 && !spec[t]) ? t : h)) sound = 0;
            if (solo[w] && (in_board[w] || br_pend[w])) sound = 0;
        end
        if (busy && !(in_board[warp] && head[warp] == entry && done[entry] && !spec[entry] && !excp[entry] && !in_store[warp]))
            sound = 0;
    end

endmodule

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i01_lists #(
    .n_warps(4), .sb_entries(2)) i01_lists (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i02_unique #(
    .n_warps(4), .sb_entries(2), .tag_w(3)) i02_unique (
    .clock(clock), .reset(reset), .valid(unit.valid), .match_en(unit.match_en),
    .zombie(unit.zombie), .dst(unit.dst));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i03_commits #(
    .warp_size(4), .n_warps(4), .sb_entries(2), .tag_w(3), .commit_beats(2)) i03_commits (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]), .cm_valid(cm_valid), .cm_warp(cm_warp), .cm_tag(cm_tag),
    .cm_beat(cm_beat), .cm_mask(cm_mask), .dst(unit.dst), .act(unit.act), .kill_mask(kill_mask),
    .cm_ready(cm_ready));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i04_freed #(
    .warp_size(4), .simd(2), .n_warps(4), .sb_entries(2)) i04_freed (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]), .fixed(unit.fixed), .act(unit.act), .status(unit.status),
    .kill_mask(kill_mask), .iss_active(iss_active), .br_res_mis(br_res_mis),
    .br_res_mask(br_res_mask), .wa_valid(wa_valid), .wa_entry(wa_entry), .wa_beat(wa_beat),
    .wa_mask(wa_mask), .wl_valid(wl_valid), .wl_entry(wl_entry), .wl_beat(wl_beat),
    .wl_mask(wl_mask));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i05_ready #(
    .n_warps(4), .sb_entries(2), .n_src(2), .tag_w(3)) i05_ready (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]), .chk_src_valid(chk_src_valid), .chk_src_tag(chk_src_tag),
    .match_en(unit.match_en), .avail(unit.avail), .dst(unit.dst), .iss_dst_tag(iss_dst_tag),
    .raw_wait(unit.raw_wait));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i06_store #(
    .n_warps(4), .sb_entries(2)) i06_store (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]), .cm_valid(cm_valid), .cm_warp(cm_warp), .nxt_load(unit.nxt_load));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i07_solo #(
    .n_warps(4), .sb_entries(2)) i07_solo (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i08_count #(
    .n_warps(4), .sb_entries(2)) i08_count (
    .clock(clock), .reset(reset), .valid(unit.valid), .free_count(free_count));

bind ilp_scoreboard_tiny ilp_scoreboard_tiny_i09_progress #(
    .n_warps(4), .sb_entries(2), .commit_beats(2)) i09_progress (
    .clock(clock), .reset(reset), .sb_en(sb_en), .ready(ready), .iss_valid(iss_valid),
    .iss_warp(iss_warp), .iss_dst_valid(iss_dst_valid), .iss_store(iss_store),
    .iss_branch(iss_branch), .nxt_valid(unit.nxt_valid), .nxt_dst(unit.nxt_dst),
    .nxt_store(unit.nxt_store), .nxt_branch(unit.nxt_branch), .chk_valid(chk_valid),
    .chk_warp(chk_warp), .br_res_valid(br_res_valid), .br_res_warp(br_res_warp),
    .br_pend(unit.br_pend), .sq_valid(sq_valid), .sq_warp(sq_warp), .trap_valid(trap_valid),
    .trap_warp(trap_warp), .flt_valid(flt_valid), .flt_entry(flt_entry), .valid(unit.valid),
    .done(unit.done), .zombie(unit.zombie), .spec(unit.spec), .excp(unit.excp),
    .oldest(unit.oldest), .wid(unit.wid), .in_board(in_board), .in_store(in_store),
    .solo(unit.solo), .engine__busy(unit.engine.busy), .engine__warp(unit.engine.warp),
    .engine__entry(unit.engine.entry), .iss_entry_valid(iss_entry_valid), .iss_entry(iss_entry),
    .younger_0(unit.younger[0]), .younger_1(unit.younger[1]), .head(unit.head),
    .tail_0(unit.tail[0]), .tail_1(unit.tail[1]), .tail_2(unit.tail[2]), .tail_3(unit.tail[3]),
    .ck_tail_0(unit.ck_tail[0]), .ck_tail_1(unit.ck_tail[1]), .ck_tail_2(unit.ck_tail[2]),
    .ck_tail_3(unit.ck_tail[3]), .cm_ready(cm_ready), .cm_valid(cm_valid), .cm_beat(cm_beat),
    .raw_wait(unit.raw_wait), .waw_wait(unit.waw_wait));


`default_nettype wire
