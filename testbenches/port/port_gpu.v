// SPDX-License-Identifier: Apache-2.0
// port_gpu: Mascar in a core and SMS in front of its memory, as docs/porting.md walks through it. What is not of
// generated/ here (port_*) stands for parts of your own.

`default_nettype none

module port_gpu (
    input  wire       clock,
    input  wire       reset,
    output wire       done,      // All warps have ended, and both CPUs.
    output wire       wrong,     // Something came that must not come.
    // What the units do, to look at.
    output wire       mp,        // Memory access priority mode.
    output wire       owner_v,   // A warp owns the way to memory.
    output wire [2:0] parked,    // Requests in the re-execution queue.
    output wire       picked_sjf // SMS has picked a batch shortest job first.
);

    // The core: Mascar's three modules between warps, load/store unit and L1.
    wire [7:0]  ib_valid, head_is_mem, ops_ready, dep_ll, exited, lsu_has, rexq_has;
    wire [23:0] age_rank;
    wire        lsu_free, head_v, head_leaves;
    wire [2:0]  head_warp, owner;
    wire [1:0]  grant_v, grant_mem;
    wire [5:0]  grant_warp;
    wire        load_v, lsu_v, lsu_first, lsu_rdy, l1_v, l1_ack, hit_v, fill_v;
    wire [2:0]  load_warp, lsu_warp, l1_warp, hit_warp, fill_warp;
    wire [10:0] load_line;
    wire [31:0] lsu_base, l1_base;
    wire [3:0]  mshr_used;
    wire [2:0]  mq_used;

    port_sm sm (
        .clock(clock), .reset(reset),
        .ib_valid(ib_valid), .head_is_mem(head_is_mem), .ops_ready(ops_ready), .dep_ll(dep_ll), .exited(exited),
        .age_rank(age_rank), .grant_v(grant_v), .grant_warp(grant_warp), .grant_mem(grant_mem),
        .load_v(load_v), .load_warp(load_warp), .load_line(load_line),
        .hit_v(hit_v), .hit_warp(hit_warp), .fill_v(fill_v), .fill_warp(fill_warp)
    );

    mascar_sched_small scheduler (
        .clock(clock), .reset(reset), .mp(mp),
        .slot_live(8'hff), .ib_valid(ib_valid), .head_is_mem(head_is_mem), .ops_ready(ops_ready), .dep_ll(dep_ll),
        // These warps know no barriers and no fences.
        .at_barrier(8'h00), .at_fence(8'h00), .exited(exited), .age_rank(age_rank),
        .comp_free(2'b11), .lsu_free(lsu_free), .lsu_has(lsu_has),
        .rexq_has(rexq_has), .rexq_head_v(head_v), .rexq_head_warp(head_warp), .rexq_head_leaves(head_leaves),
        .grant_v(grant_v), .grant_warp(grant_warp), .grant_mem(grant_mem),
        .owner_v(owner_v), .owner(owner), .wst_mem(), .wst_stall()
    );

    port_lsu lsu (
        .clock(clock), .reset(reset),
        .load_v(load_v), .load_warp(load_warp), .load_line(load_line), .lsu_free(lsu_free), .lsu_has(lsu_has),
        .lsu_v(lsu_v), .lsu_base(lsu_base), .lsu_warp(lsu_warp), .lsu_first(lsu_first), .lsu_rdy(lsu_rdy)
    );

    // Eight threads of one line each: offsets, register and mask go through the queue unread.
    mascar_rexq_small queue (
        .clock(clock), .reset(reset),
        .lsu_v(lsu_v), .lsu_base(lsu_base), .lsu_off(40'd0), .lsu_warp(lsu_warp), .lsu_reg(6'd0), .lsu_mask(8'hff),
        .lsu_op(2'd0), .lsu_first(lsu_first), .lsu_rdy(lsu_rdy),
        .owner_v(owner_v), .owner(owner),
        .l1_v(l1_v), .l1_src(), .l1_base(l1_base), .l1_off(), .l1_warp(l1_warp), .l1_reg(), .l1_mask(), .l1_op(),
        .l1_first(), .l1_ack(l1_ack),
        .rexq_has(rexq_has), .head_v(head_v), .head_warp(head_warp), .count(parked), .full(),
        .head_leaves(head_leaves)
    );

    mascar_sat_small detector (
        .clock(clock), .reset(reset),
        .mshr_used(mshr_used), .mq_used(mq_used), .sat_tex(1'b0), .sat_const(1'b0), .mp(mp)
    );

    wire        miss_v, miss_taken;
    wire [2:0]  miss_id;
    wire [10:0] miss_line;
    wire        cpl_valid;
    wire [1:0]  cpl_src;
    wire [5:0]  cpl_id;
    wire [31:0] cpl_data;

    port_l1 l1 (
        .clock(clock), .reset(reset), .mp(mp), .owner_v(owner_v), .owner(owner),
        .l1_v(l1_v), .line(l1_base[15:5]), .l1_warp(l1_warp), .l1_ack(l1_ack),
        .mshr_used(mshr_used), .mq_used(mq_used),
        .hit_v(hit_v), .hit_warp(hit_warp), .fill_v(fill_v), .fill_warp(fill_warp),
        .miss_v(miss_v), .miss_id(miss_id), .miss_line(miss_line), .miss_taken(miss_taken),
        .answer_v(cpl_valid && cpl_src == 2), .answer_id(cpl_id[2:0])
    );

    // Two CPUs, sources 0 and 1 of SMS; the core is source 2.
    wire [1:0]  cpu_v, cpu_wr, cpu_taken, cpu_done, cpu_wrong;
    wire [10:0] cpu_line [0:1];
    wire [31:0] cpu_data [0:1];

    port_cpu #(.BASE(11'd1024)) cpu0 (
        .clock(clock), .reset(reset), .req_v(cpu_v[0]), .req_wr(cpu_wr[0]), .req_line(cpu_line[0]),
        .req_data(cpu_data[0]), .req_taken(cpu_taken[0]), .answer_v(cpl_valid && cpl_src == 0),
        .answer_data(cpl_data), .done(cpu_done[0]), .wrong(cpu_wrong[0])
    );
    port_cpu #(.BASE(11'd1536)) cpu1 (
        .clock(clock), .reset(reset), .req_v(cpu_v[1]), .req_wr(cpu_wr[1]), .req_line(cpu_line[1]),
        .req_data(cpu_data[1]), .req_taken(cpu_taken[1]), .answer_v(cpl_valid && cpl_src == 1),
        .answer_data(cpl_data), .done(cpu_done[1]), .wrong(cpu_wrong[1])
    );

    // One request a cycle, of a source that is ready, in turn.
    wire [2:0]  src_ready;
    wire [2:0]  may = {miss_v, cpu_v} & src_ready;
    reg  [1:0]  turn;
    wire [1:0]  second = turn == 2 ? 0 : turn + 1;
    wire [1:0]  third = turn == 0 ? 2 : turn - 1;
    wire [1:0]  src = may[turn] ? turn : may[second] ? second : third;
    wire        req_valid = |may;
    wire [10:0] line = src == 2 ? miss_line : src == 1 ? cpu_line[1] : cpu_line[0];

    assign miss_taken = req_valid && src == 2;
    assign cpu_taken[0] = req_valid && src == 0;
    assign cpu_taken[1] = req_valid && src == 1;
    always @(posedge clock) begin
        if (reset) turn <= 0;
        else if (req_valid) turn <= src == 2 ? 0 : src + 1;
    end

    // The memory controller: address mapping, SMS, data path.
    wire       cmd_valid;
    wire [1:0] cmd, cmd_bank, cmd_src;
    wire [5:0] cmd_row, cmd_id;
    wire [2:0] cmd_col;
    wire       dram_wrong;

    sms_small controller (
        .clock(clock), .reset(reset),
        .req_valid(req_valid), .req_src(src), .req_id(src == 2 ? {3'd0, miss_id} : 6'd0),
        .req_wr(src != 2 && (src == 1 ? cpu_wr[1] : cpu_wr[0])),
        .req_row(line[10:5]), .req_bank(line[4:3]), .req_col(line[2:0]), .src_ready(src_ready),
        .cpl_valid(cpl_valid), .cpl_src(cpl_src),
        // The settings of the paper.
        .cfg_p_q10(11'd922), .cfg_thr({10'd40, 10'd30, 10'd13, 10'd0}), .cfg_gb_thr(7'd5),
        .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row), .cmd_col(cmd_col),
        .cmd_id(cmd_id), .cmd_src(cmd_src),
        .stat_pick(), .stat_pick_src(), .stat_sjf(picked_sjf), .stat_batch_len(), .stat_class()
    );

    port_dram dram (
        .clock(clock), .reset(reset),
        .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row), .cmd_col(cmd_col),
        .cmd_id(cmd_id), .cmd_src(cmd_src), .write_data(cmd_src == 1 ? cpu_data[1] : cpu_data[0]),
        .cpl_valid(cpl_valid), .cpl_src(cpl_src), .cpl_id(cpl_id), .cpl_data(cpl_data), .wrong(dram_wrong)
    );

    // A load issues only where it may.
    reg lsu_wrong;
    always @(posedge clock) begin
        if (reset) lsu_wrong <= 0;
        else if (load_v && !lsu_free) lsu_wrong <= 1;
    end

    // Of these the example needs a part.
    wire unused = &{1'b0, l1_base[31:16], l1_base[4:0], cpl_id[5:3]};

    assign done = &exited && &cpu_done;
    assign wrong = dram_wrong || lsu_wrong || |cpu_wrong;

endmodule

`default_nettype wire
