// SPDX-License-Identifier: Apache-2.0
// What is around a scoreboard, for every checker that follows one: only ready warps issue, what was checked; branches are resolved that are there,
// faults come before the last results and are taken when they show; an instruction is checked when its predecessor has issued.
module board_rules #(
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

// The lists of a scoreboard with two entries: each warp's are its valid entries in the order of issue, those behind a branch are the youngest, and what
// commits is the oldest of its warp and complete.
module board_lists #(
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
