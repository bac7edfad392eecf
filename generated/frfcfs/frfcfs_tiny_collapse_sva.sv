// SPDX-License-Identifier: Apache-2.0
// frfcfs_tiny_collapse_sva: the invariants of frfcfs_tiny_collapse, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 2: a request gets at most one RD or WR, of its kind and with the source, bank, row and column that it
// arrived with, and no command is for a request that is not there. Shown for any identification: the one that the
// inputs name in the first cycle.
module frfcfs_tiny_collapse_i02_requests #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter BANK = $clog2(n_bank)
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     req_valid,
    input wire [SRC-1:0]           req_src,
    input wire [id_bits-1:0]       req_id,
    input wire                     req_wr,
    input wire [BANK-1:0]          req_bank,
    input wire [row_bits-1:0]      req_row,
    input wire [col_bits-1:0]      req_col,
    input wire [n_cpu+n_gpu-1:0]   src_ready,
    input wire                     cmd_valid,
    input wire [1:0]               cmd,
    input wire [BANK-1:0]          cmd_bank,
    input wire [row_bits-1:0]      cmd_row,
    input wire [col_bits-1:0]      cmd_col,
    input wire [id_bits-1:0]       cmd_id,
    input wire [SRC-1:0]           cmd_src
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam TAG = SRC + 1 + BANK + row_bits + col_bits;

    reg               chosen = 1'b0;
    reg [id_bits-1:0] id;
    reg               waits;
    reg [TAG-1:0]     tag;      // What the request arrived with.

    wire accept = req_valid && src_ready[req_src] && req_id == id;
    wire served = cmd_valid && cmd[1] && cmd_id == id;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) id <= req_id;
        if (reset) waits <= 1'b0;
        else if (accept) begin
            waits <= 1'b1;
            tag <= {req_src, req_wr, req_bank, req_row, req_col};
        end else if (served) waits <= 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // Requests in flight have different identifications.
            begin assume (!(accept && waits)) else armed = 1'b0; end
            // A PRE or an ACT is for a request that waits, too.
            begin if (armed) assert (!(cmd_valid && cmd_id == id) || waits) else $error("%m: invariant 2"); end
            begin if (armed) assert (!(cmd_valid && cmd_id == id) || {cmd_src, cmd_bank, cmd_row, cmd_col} ==
                {tag[TAG-1 -: SRC], tag[BANK+row_bits+col_bits-1:0]}) else $error("%m: invariant 2"); end
            begin if (armed) assert (!served || cmd[0] == tag[TAG-SRC-1]) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 10: no timing rule is violated, RD and WR go only to the open row, ACT only to a closed bank, PRE only to
// an open one. Shown for any bank: the one that the inputs name in the first cycle.
module frfcfs_tiny_collapse_i10_timing #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter t_rcd = 2,
    parameter t_cl = 2,
    parameter t_rp = 2,
    parameter t_ras = 4,
    parameter t_rc = 7,
    parameter t_rrd = 2,
    parameter t_wtr = 1,
    parameter t_rtp = 1,
    parameter t_wr = 2,
    parameter t_cwl = 1,
    parameter t_ccd = 2,
    parameter t_bl = 1,
    parameter t_faw = 10,
    parameter BANK = $clog2(n_bank)
) (
    input wire                clock,
    input wire                reset,
    input wire [BANK-1:0]     req_bank,
    input wire                cmd_valid,
    input wire [1:0]          cmd,
    input wire [BANK-1:0]     cmd_bank,
    input wire [row_bits-1:0] cmd_row,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw,
    input wire [n_bank-1:0]   timing__pre_waits,
    input wire [n_bank-1:0]   timing__act_waits,
    input wire [n_bank-1:0]   timing__rd_waits,
    input wire [n_bank-1:0]   timing__wr_waits,
    input wire [n_bank-1:0]   timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire pre = cmd_valid && cmd == 0;
    wire act = cmd_valid && cmd == 1;
    wire rd = cmd_valid && cmd == 2;
    wire wr = cmd_valid && cmd == 3;

    reg                chosen = 1'b0;
    reg [BANK-1:0]     bank;
    reg                open;
    reg [row_bits-1:0] row;
    // What went out one cycle ago, two cycles ago, and so on: to the bank, and to any bank.
    reg [t_rc-1:1]                 bank_act;
    reg [t_rp-1:1]                 bank_pre;
    reg [t_rtp:1]                  bank_rd;
    reg [t_cwl+t_bl+t_wr-1:1]      bank_wr;
    reg [t_faw-1:1]                any_act;
    reg [t_cl+t_ccd+2-t_cwl-1:1]   any_rd;
    reg [t_cwl+t_bl+t_wtr+t_ccd:1] any_wr;

    wire here = cmd_bank == bank;
    reg [2:0] acts;
    integer i;
    always @* begin
        acts = 0;
        for (i = 1; i < t_faw; i = i + 1) if (acts < 4) acts = acts + any_act[i];
    end

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) bank <= req_bank;
        if (reset) begin
            open <= 1'b0;
            {bank_act, bank_pre, bank_rd, bank_wr} <= 0;
            {any_act, any_rd, any_wr} <= 0;
        end else begin
            if (here && act) {open, row} <= {1'b1, cmd_row};
            if (here && pre) open <= 1'b0;
            bank_act <= {bank_act, act && here};
            bank_pre <= {bank_pre, pre && here};
            bank_rd <= {bank_rd, rd && here};
            bank_wr <= {bank_wr, wr && here};
            any_act <= {any_act, act};
            any_rd <= {any_rd, rd};
            any_wr <= {any_wr, wr};
        end
    end

    // What waits has a counter above 0, which the engine would otherwise have to find out. A word has one bit of every bank's counter.
    reg [n_bank-1:0] pre_counts;
    reg [n_bank-1:0] act_counts;
    reg [n_bank-1:0] col_counts;
    integer k;
    always @* begin
        {pre_counts, act_counts, col_counts} = 0;
        for (k = 0; k < 6; k = k + 1) begin
            pre_counts = pre_counts | timing__t_pre[k*n_bank +: n_bank];
            act_counts = act_counts | timing__t_act[k*n_bank +: n_bank];
            col_counts = col_counts | timing__t_col[k*n_bank +: n_bank];
        end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (timing__pre_waits == pre_counts) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__act_waits == (act_counts | {n_bank{timing__t_rrd != 0 || timing__t_faw[23:18] != 0}})) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__rd_waits == (col_counts | {n_bank{timing__t_rd != 0}})) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__wr_waits == (col_counts | {n_bank{timing__t_wr != 0}})) else $error("%m: invariant 10"); end
        end
    end

    // As much is left of an interval as has not passed since the command that began it.
    localparam WRITE_TO_PRE = t_cwl + t_bl + t_wr;
    localparam READ_TO_WRITE = t_cl + t_ccd + 2 - t_cwl;
    localparam WRITE_TO_READ = t_cwl + t_bl + t_wtr;
    reg [5:0] pre_left;
    reg [5:0] act_left;
    reg [5:0] col_left;
    reg       in_step;
    reg [2:0] newer;    // ACTs after the one that is looked at.
    integer j;
    always @* begin
        {pre_left, act_left, col_left} = 0;
        for (j = 0; j < 6; j = j + 1) begin
            pre_left[j] = timing__t_pre[j*n_bank + bank];
            act_left[j] = timing__t_act[j*n_bank + bank];
            col_left[j] = timing__t_col[j*n_bank + bank];
        end
        in_step = 1'b1;
        for (j = 1; j < t_rc; j = j + 1) if (bank_act[j] && (act_left + j < t_rc || pre_left + j < t_ras
            || col_left + j < t_rcd)) in_step = 1'b0;
        for (j = 1; j < t_rp; j = j + 1) if (bank_pre[j] && act_left + j < t_rp) in_step = 1'b0;
        for (j = 1; j < t_rtp; j = j + 1) if (bank_rd[j] && pre_left + j < t_rtp) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_PRE; j = j + 1) if (bank_wr[j] && pre_left + j < WRITE_TO_PRE) in_step = 1'b0;
        newer = 0;
        for (j = 1; j < t_faw; j = j + 1) if (any_act[j] && newer < 4) begin
            if (timing__t_faw[6*newer +: 6] + j < t_faw || timing__t_rrd + j < t_rrd) in_step = 1'b0;
            newer = newer + 1;
        end
        for (j = 1; j < READ_TO_WRITE; j = j + 1) if (any_rd[j] && (timing__t_wr + j < READ_TO_WRITE
            || timing__t_rd + j < t_ccd)) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_READ; j = j + 1) if (any_wr[j] && (timing__t_rd + j < WRITE_TO_READ
            || timing__t_wr + j < t_ccd)) in_step = 1'b0;
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (in_step) else $error("%m: invariant 10"); end
            begin if (armed) assert (open == timing_open[bank]) else $error("%m: invariant 10"); end
            begin if (armed) assert (!open || row == timing_open_row[bank*row_bits +: row_bits]) else $error("%m: invariant 10"); end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            if (here) begin
                begin if (armed) assert (!act || !open) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || open) else $error("%m: invariant 10"); end
                begin if (armed) assert (!(rd || wr) || (open && cmd_row == row)) else $error("%m: invariant 10"); end
                begin if (armed) assert (!(rd || wr) || t_rcd < 2 || bank_act[t_rcd-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || t_ras < 2 || bank_act[t_ras-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!act || t_rc < 2 || bank_act[t_rc-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!act || t_rp < 2 || bank_pre[t_rp-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || t_rtp < 2 || bank_rd[(t_rtp < 2 ? 1 : t_rtp-1):1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || bank_wr == 0) else $error("%m: invariant 10"); end
            end
            begin if (armed) assert (!act || t_rrd < 2 || any_act[t_rrd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!act || acts < 4) else $error("%m: invariant 10"); end
            begin if (armed) assert (!rd || t_ccd < 2 || any_rd[t_ccd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!wr || t_ccd < 2 || any_wr[t_ccd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!wr || any_rd == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!rd || any_wr[t_cwl+t_bl+t_wtr-1:1] == 0) else $error("%m: invariant 10"); end
        end
    end

endmodule

// Invariant 12 (and 1): the count of entries is what was accepted and not served, at most N; GPUs have at most half of
// them; and no command is issued without any.
module frfcfs_tiny_collapse_i12_occupancy #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n = 4,
    parameter W = $clog2(n + 1),
    parameter SRC = $clog2(n_cpu + n_gpu)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   req_valid,
    input wire [SRC-1:0]         req_src,
    input wire [n_cpu+n_gpu-1:0] src_ready,
    input wire                   cmd_valid,
    input wire [1:0]             cmd,
    input wire [SRC-1:0]         cmd_src,
    input wire [W-1:0]           occupied,
    input wire [W-1:0]           gpu_occupied
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [W:0] held;       // Accepted, and neither read nor written yet.
    reg [W:0] gpu_held;

    wire accept = req_valid && req_src < n_cpu + n_gpu && src_ready[req_src];
    wire serve = cmd_valid && cmd[1];

    always @(posedge clock) begin
        if (reset) begin
            held <= 0;
            gpu_held <= 0;
        end else begin
            held <= held + accept - serve;
            gpu_held <= gpu_held + (accept && req_src >= n_cpu) - (serve && cmd_src >= n_cpu);
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (occupied == held) else $error("%m: invariant 12"); end
            begin if (armed) assert (gpu_occupied == gpu_held) else $error("%m: invariant 12"); end
            begin if (armed) assert (held <= n) else $error("%m: invariant 12"); end
            begin if (armed) assert (gpu_held <= (n_cpu == 0 ? n : n / 2)) else $error("%m: invariant 12"); end
            begin if (armed) assert (!cmd_valid || held != 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (!serve || cmd_src < n_cpu || gpu_held != 0) else $error("%m: invariant 12"); end
        end
    end

endmodule

// Invariant 12: as i12_winner, of a buffer that is kept in the order of arrival.
module frfcfs_tiny_collapse_i12_winner_collapse #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter n = 4,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [1:0]                 cmd,
    input wire [BANK-1:0]            cmd_bank,
    input wire [n-1:0]               buffer__encoder__first,
    input wire [n-1:0]               buffer__valid,
    input wire [n*BANK-1:0]          buffer__banks,
    input wire [n*row_bits-1:0]      buffer__rows,
    input wire [n-1:0]               buffer__hits,
    input wire [n-1:0]               buffer__writes,
    input wire [n_bank-1:0]          buffer__rows_open__misses,
    input wire [n_bank-1:0]          buffer__rows_open__reads,
    input wire [n_bank-1:0]          buffer__rows_open__writes,
    input wire                       buffer__rows_open__served,
    input wire                       buffer__rows_open__changed,
    input wire                       buffer__rows_open__opened,
    input wire [BANK-1:0]            buffer__rows_open__served_bank,
    input wire [row_bits-1:0]        buffer__rows_open__served_row,
    input wire [$clog2(n+1)-1:0]     occupied,
    input wire [n_bank-1:0]          timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row,
    input wire [n_bank-1:0]          timing_pre_ok,
    input wire [n_bank-1:0]          timing_act_ok,
    input wire [n_bank-1:0]          timing_rd_ok,
    input wire [n_bank-1:0]          timing_wr_ok
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    frfcfs_tiny_collapse_winner #(.n_bank(n_bank), .row_bits(row_bits), .n(n)) frfcfs_tiny_collapse_winner (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .served(buffer__encoder__first),
        .valid(buffer__valid), .urgent({n{1'b0}}), .banks(buffer__banks), .rows(buffer__rows), .open(timing_open),
        .open_row(timing_open_row), .pre_ok(timing_pre_ok), .act_ok(timing_act_ok),
        .rd_ok(timing_rd_ok), .wr_ok(timing_wr_ok), .hit_bits(buffer__hits), .writes(buffer__writes),
        .misses_of(buffer__rows_open__misses), .reads_of(buffer__rows_open__reads), .writes_of(buffer__rows_open__writes),
        .commanded(buffer__rows_open__served), .changed(buffer__rows_open__changed), .opened(buffer__rows_open__opened),
        .commanded_bank(buffer__rows_open__served_bank), .commanded_row(buffer__rows_open__served_row), .occupied(occupied)
    );

    // Entries in use are the first ones; the proof needs it.
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert ((buffer__valid & (buffer__valid + 1'b1)) == 0) else $error("%m: invariant 12"); end
    end
endmodule

// Invariant 12 (and 1): as i12_order, of a buffer that is kept in the order of arrival: it is shown which entries hold the
// two requests, and that makes it inductive.
module frfcfs_tiny_collapse_i12_order_collapse #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter n = 4,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter BANK = $clog2(n_bank),
    parameter REST = id_bits + SRC + col_bits,
    parameter TAG = 1 + BANK + row_bits,
    parameter W = $clog2(n + 1)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   req_valid,
    input wire [SRC-1:0]         req_src,
    input wire [id_bits-1:0]     req_id,
    input wire                   req_wr,
    input wire [BANK-1:0]        req_bank,
    input wire [row_bits-1:0]    req_row,
    input wire [n_cpu+n_gpu-1:0] src_ready,
    input wire                   cmd_valid,
    input wire [1:0]             cmd,
    input wire [id_bits-1:0]     cmd_id,
    input wire [W-1:0]           occupied,
    input wire [n-1:0]           buffer__legality__valid,
    input wire [n-1:0]           buffer__legality__writes,
    input wire [n*BANK-1:0]      buffer__legality__banks,
    input wire [n*row_bits-1:0]  buffer__rows,
    input wire [n*REST-1:0]      buffer__payload
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [1:0]         chosen = 2'b00;
    reg [id_bits-1:0] old;
    reg [id_bits-1:0] young;
    reg               old_waits;
    reg               young_waits;
    reg [TAG-1:0]     tag;           // What the older one wants.

    wire accept = req_valid && req_src < n_cpu + n_gpu && src_ready[req_src];
    wire serve = cmd_valid && cmd[1];
    wire [TAG-1:0] req_tag = {req_wr, req_bank, req_row};

    always @(posedge clock) begin
        chosen <= {chosen, 1'b1};
        if (!chosen[0]) old <= req_id;
        if (!chosen[1]) young <= req_id;
        if (reset || !chosen[1]) begin
            old_waits <= 1'b0;
            young_waits <= 1'b0;
        end else begin
            if (accept && req_id == old) begin
                old_waits <= 1'b1;
                tag <= req_tag;
            end else if (serve && cmd_id == old) old_waits <= 1'b0;
            if (accept && req_id == young) young_waits <= 1'b1;
            else if (serve && cmd_id == young) young_waits <= 1'b0;
        end
    end

    reg [W-1:0]       entries, olds, youngs;   // Entries in use, and those that hold the two requests.
    reg               in_order;                // They want the same, and the older one comes first.
    reg [id_bits-1:0] id;
    integer i;
    always @* begin
        entries = 0;
        olds = 0;
        youngs = 0;
        in_order = 1'b1;
        for (i = 0; i < n; i = i + 1) if (buffer__legality__valid[i]) begin
            id = buffer__payload[i*REST+SRC+col_bits +: id_bits];
            entries = entries + 1'b1;
            if ((id == old || (id == young && old_waits)) && tag != {buffer__legality__writes[i],
                buffer__legality__banks[i*BANK +: BANK], buffer__rows[i*row_bits +: row_bits]}) in_order = 1'b0;
            if (id == old) begin
                olds = olds + 1'b1;
                if (youngs != 0) in_order = 1'b0;
            end
            if (id == young) youngs = youngs + 1'b1;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (chosen[1] || reset) else armed = 1'b0; end
            if (chosen[1] && !reset) begin
                begin assume (old != young) else armed = 1'b0; end
                // Requests in the buffer have different identifications; the young one comes second, to the same row.
                begin assume (!(accept && req_id == old && (old_waits || young_waits))) else armed = 1'b0; end
                begin assume (!(accept && req_id == young && (!old_waits || young_waits || tag != req_tag))) else armed = 1'b0; end
                begin if (armed) assert (!(old_waits && serve && cmd_id == young)) else $error("%m: invariant 12"); end
                // What makes it inductive.
                begin if (armed) assert ((buffer__legality__valid & (buffer__legality__valid + 1'b1)) == 0 && entries == occupied) else $error("%m: invariant 12"); end
                begin if (armed) assert (olds == old_waits && youngs == young_waits && in_order) else $error("%m: invariant 12"); end
            end
        end
    end

endmodule

// Invariant 12: as i12_progress, of a buffer that is kept in the order of arrival.
module frfcfs_tiny_collapse_i12_progress_collapse #(
    parameter n = 4,
    parameter n_bank = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(n + 1)
) (
    input wire                clock,
    input wire                reset,
    input wire                cmd_valid,
    input wire [W-1:0]        occupied,
    input wire [n-1:0]        buffer__valid,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw
);

    frfcfs_tiny_collapse_progress #(
        .n(n), .n_bank(n_bank), .t_rc(t_rc), .t_faw(t_faw), .t_cwl(t_cwl), .t_bl(t_bl), .t_wtr(t_wtr), .t_wr(t_wr)
    ) frfcfs_tiny_collapse_progress (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .occupied(occupied),
        .valid(buffer__valid),
        .of_banks({timing__t_act, timing__t_col, timing__t_pre}),
        .of_channel({timing__t_rd, timing__t_wr, timing__t_rrd, timing__t_faw})
    );

endmodule

module frfcfs_tiny_collapse_winner #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter n = 4,
    parameter choice_cycles = 1,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [1:0]                 cmd,
    input wire [BANK-1:0]            cmd_bank,
    input wire [n-1:0]               served,   // The frfcfs_tiny_collapse_winner, one-hot.
    input wire [n-1:0]               valid,
    input wire [n-1:0]               urgent,
    input wire [n*BANK-1:0]          banks,
    input wire [n*row_bits-1:0]      rows,
    input wire [n_bank-1:0]          open,
    input wire [n_bank*row_bits-1:0] open_row,
    input wire [n_bank-1:0]          pre_ok,
    input wire [n_bank-1:0]          act_ok,
    input wire [n_bank-1:0]          rd_ok,
    input wire [n_bank-1:0]          wr_ok,
    // What the entries and, for the entries of each bank, the buffer remember (decision S22).
    input wire [n-1:0]               hit_bits,
    input wire [n-1:0]               writes,
    input wire [n_bank-1:0]          misses_of,
    input wire [n_bank-1:0]          reads_of,
    input wire [n_bank-1:0]          writes_of,
    input wire                       commanded,      // A command went in the cycle before,
    input wire                       changed,        // which opened or closed the row of its bank,
    input wire                       opened,         // opened it;
    input wire [BANK-1:0]            commanded_bank, // its bank
    input wire [row_bits-1:0]        commanded_row,  // and row.
    input wire [$clog2(n+1)-1:0]     occupied        // Entries in use.
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [n-1:0] valid_before, urgent_before;
    always @(posedge clock) begin
        valid_before <= valid;
        urgent_before <= urgent;
    end

    // In the cycle of the choice.
    wire [n-1:0] known = choice_cycles == 2 ? valid_before : valid;
    wire [n-1:0] pressing = choice_cycles == 2 ? urgent_before : urgent;

    reg [n-1:0] open_rows; // Entries whose row is open.
    reg [n-1:0] hits;
    reg         pending;   // Some entry's row is open in the frfcfs_tiny_collapse_winner's bank.
    reg         in_bank;   // The command is for the frfcfs_tiny_collapse_winner's bank.
    integer i;
    always @* begin
        open_rows = 0;
        hits = 0;
        pending = 1'b0;
        in_bank = 1'b0;
        for (i = 0; i < n; i = i + 1) begin
            open_rows[i] = open[banks[i*BANK +: BANK]]
                && open_row[banks[i*BANK +: BANK]*row_bits +: row_bits] == rows[i*row_bits +: row_bits];
            hits[i] = known[i] && open_rows[i];
            if (hits[i] && banks[i*BANK +: BANK] == cmd_bank) pending = 1'b1;
            if (served[i] && banks[i*BANK +: BANK] == cmd_bank) in_bank = 1'b1;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && cmd_valid) begin
            begin if (armed) assert ((served & valid & known) != 0 && (served & (served - 1'b1)) == 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (in_bank) else $error("%m: invariant 12"); end
            begin if (armed) assert (cmd[1] == ((served & hits) != 0)) else $error("%m: invariant 12"); end
            case (cmd)
                0: begin if (armed) assert (open[cmd_bank] && pre_ok[cmd_bank]) else $error("%m: invariant 12"); end
                1: begin if (armed) assert (!open[cmd_bank] && act_ok[cmd_bank]) else $error("%m: invariant 12"); end
                2: begin if (armed) assert (open[cmd_bank] && rd_ok[cmd_bank]) else $error("%m: invariant 12"); end
                3: begin if (armed) assert (open[cmd_bank] && wr_ok[cmd_bank]) else $error("%m: invariant 12"); end
            endcase
            begin if (armed) assert (cmd[1] || !pending || (served & pressing) != 0) else $error("%m: invariant 12"); end
        end
    end

    // What is remembered is right: of an entry but in the cycle after its bank's row was opened or closed, of a bank but
    // in the cycle after a command to it. The proof of the above needs this.
    wire [n_bank-1:0] exact = ~({{(n_bank-1){1'b0}}, commanded} << commanded_bank);
    wire [n_bank-1:0] same_row = ~({{(n_bank-1){1'b0}}, changed} << commanded_bank);
    reg [n_bank-1:0] wait_row, wait_rd, wait_wr;
    reg [n-1:0] settled;
    reg [$clog2(n+1)-1:0] entries;
    integer e;
    always @* begin
        wait_row = 0;
        wait_rd = 0;
        wait_wr = 0;
        settled = 0;
        entries = 0;
        for (e = 0; e < n; e = e + 1) begin
            settled[e] = valid[e] && same_row[banks[e*BANK +: BANK]];
            entries = entries + valid[e];
            if (valid[e] && !hit_bits[e]) wait_row[banks[e*BANK +: BANK]] = 1'b1;
            if (valid[e] && hit_bits[e] && !writes[e]) wait_rd[banks[e*BANK +: BANK]] = 1'b1;
            if (valid[e] && hit_bits[e] && writes[e]) wait_wr[banks[e*BANK +: BANK]] = 1'b1;
        end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (((hit_bits ^ open_rows) & settled) == 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (((misses_of ^ wait_row) & exact) == 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (((reads_of ^ wait_rd) & exact) == 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (((writes_of ^ wait_wr) & exact) == 0) else $error("%m: invariant 12"); end
            begin if (armed) assert (commanded || !changed) else $error("%m: invariant 12"); end
            begin if (armed) assert (!changed || opened == open[commanded_bank]) else $error("%m: invariant 12"); end
            begin if (armed) assert (!(changed && opened) || open_row[commanded_bank*row_bits +: row_bits] == commanded_row) else $error("%m: invariant 12"); end
            begin if (armed) assert (entries == occupied) else $error("%m: invariant 12"); end
        end
    end

endmodule

module frfcfs_tiny_collapse_progress #(
    parameter n = 4,
    parameter choice_cycles = 1,
    parameter n_bank = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(n + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  cmd_valid,
    input wire [W-1:0]          occupied,
    input wire [n-1:0]          valid,
    input wire [18*n_bank-1:0]  of_banks,   // Three counters of each bank, each by bits: bit 0 of all banks first.
    input wire [6*7-1:0]        of_channel  // Seven counters.
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam WRITE = t_cwl + t_bl + (t_wtr > t_wr ? t_wtr : t_wr);
    localparam FEW = t_rc > t_faw ? t_rc : t_faw;
    localparam LONGEST = FEW > WRITE ? FEW : WRITE;
    localparam PATIENCE = LONGEST + choice_cycles - 1;

    reg [$clog2(PATIENCE+2)-1:0] idle;   // Cycles without a command in which a request waited.
    always @(posedge clock) begin
        if (reset || cmd_valid || occupied == 0) idle <= 0;
        else idle <= idle + 1'b1;
    end

    // What makes it inductive: a counter of the timing runs out before the longest interval has passed without a command,
    // and there are as many entries as are counted.
    reg         in_time;
    reg [W-1:0] entries;
    reg [5:0]   counter;
    integer i, b, k;
    always @* begin
        in_time = 1'b1;
        entries = 0;
        counter = 0;
        for (i = 0; i < 3; i = i + 1) for (b = 0; b < n_bank; b = b + 1) begin
            for (k = 0; k < 6; k = k + 1) counter[k] = of_banks[(6*i+k)*n_bank+b];
            if (counter != 0 && counter + idle >= LONGEST) in_time = 1'b0;
        end
        for (i = 0; i < 7; i = i + 1)
            if (of_channel[i*6 +: 6] != 0 && of_channel[i*6 +: 6] + idle >= LONGEST) in_time = 1'b0;
        for (i = 0; i < n; i = i + 1) entries = entries + valid[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (in_time && entries == occupied) else $error("%m: invariant 12"); end
            begin if (armed) assert (idle <= PATIENCE) else $error("%m: invariant 12"); end
        end
    end

endmodule

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i02_requests #(
    .n_cpu(1), .n_gpu(1), .n_bank(4), .row_bits(1), .col_bits(1), .id_bits(3)) i02_requests (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_src(req_src), .req_id(req_id),
    .req_wr(req_wr), .req_bank(req_bank), .req_row(req_row), .req_col(req_col),
    .src_ready(src_ready), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row),
    .cmd_col(cmd_col), .cmd_id(cmd_id), .cmd_src(cmd_src));

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i10_timing #(
    .n_bank(4), .row_bits(1), .t_rcd(2), .t_cl(2), .t_rp(2), .t_ras(4), .t_rc(7), .t_rrd(2),
    .t_wtr(1), .t_rtp(2), .t_wr(2), .t_cwl(1), .t_ccd(2), .t_bl(1), .t_faw(10)) i10_timing (
    .clock(clock), .reset(reset), .req_bank(req_bank), .cmd_valid(cmd_valid), .cmd(cmd),
    .cmd_bank(cmd_bank), .cmd_row(cmd_row), .timing__t_pre(unit.timing.t_pre),
    .timing__t_act(unit.timing.t_act), .timing__t_col(unit.timing.t_col),
    .timing__t_rd(unit.timing.t_rd), .timing__t_wr(unit.timing.t_wr),
    .timing__t_rrd(unit.timing.t_rrd), .timing__t_faw(unit.timing.t_faw),
    .timing__pre_waits(unit.timing.pre_waits), .timing__act_waits(unit.timing.act_waits),
    .timing__rd_waits(unit.timing.rd_waits), .timing__wr_waits(unit.timing.wr_waits),
    .timing_open(unit.timing_open), .timing_open_row(unit.timing_open_row));

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i12_occupancy #(
    .n_cpu(1), .n_gpu(1), .n(4)) i12_occupancy (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_src(req_src), .src_ready(src_ready),
    .cmd_valid(cmd_valid), .cmd(cmd), .cmd_src(cmd_src), .occupied(unit.occupied),
    .gpu_occupied(unit.gpu_occupied));

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i12_winner_collapse #(
    .n_bank(4), .row_bits(1), .n(4)) i12_winner_collapse (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank),
    .buffer__encoder__first(unit.buffer.encoder.first), .buffer__valid(unit.buffer.valid),
    .buffer__banks(unit.buffer.banks), .buffer__rows(unit.buffer.rows),
    .buffer__hits(unit.buffer.hits), .buffer__writes(unit.buffer.writes),
    .buffer__rows_open__misses(unit.buffer.rows_open.misses),
    .buffer__rows_open__reads(unit.buffer.rows_open.reads),
    .buffer__rows_open__writes(unit.buffer.rows_open.writes),
    .buffer__rows_open__served(unit.buffer.rows_open.served),
    .buffer__rows_open__changed(unit.buffer.rows_open.changed),
    .buffer__rows_open__opened(unit.buffer.rows_open.opened),
    .buffer__rows_open__served_bank(unit.buffer.rows_open.served_bank),
    .buffer__rows_open__served_row(unit.buffer.rows_open.served_row), .occupied(unit.occupied),
    .timing_open(unit.timing_open), .timing_open_row(unit.timing_open_row),
    .timing_pre_ok(unit.timing_pre_ok), .timing_act_ok(unit.timing_act_ok),
    .timing_rd_ok(unit.timing_rd_ok), .timing_wr_ok(unit.timing_wr_ok));

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i12_order_collapse #(
    .n_cpu(1), .n_gpu(1), .n_bank(4), .row_bits(1), .col_bits(1), .id_bits(3), .n(4)) i12_order_collapse (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_src(req_src), .req_id(req_id),
    .req_wr(req_wr), .req_bank(req_bank), .req_row(req_row), .src_ready(src_ready),
    .cmd_valid(cmd_valid), .cmd(cmd), .cmd_id(cmd_id), .occupied(unit.occupied),
    .buffer__legality__valid(unit.buffer.legality.valid),
    .buffer__legality__writes(unit.buffer.legality.writes),
    .buffer__legality__banks(unit.buffer.legality.banks), .buffer__rows(unit.buffer.rows),
    .buffer__payload(unit.buffer.payload));

bind frfcfs_tiny_collapse frfcfs_tiny_collapse_i12_progress_collapse #(
    .n(4), .n_bank(4), .t_rc(7), .t_faw(10), .t_cwl(1), .t_bl(1), .t_wtr(1), .t_wr(2)) i12_progress_collapse (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .occupied(unit.occupied),
    .buffer__valid(unit.buffer.valid), .timing__t_act(unit.timing.t_act),
    .timing__t_col(unit.timing.t_col), .timing__t_pre(unit.timing.t_pre),
    .timing__t_rd(unit.timing.t_rd), .timing__t_wr(unit.timing.t_wr),
    .timing__t_rrd(unit.timing.t_rrd), .timing__t_faw(unit.timing.t_faw));


`default_nettype wire
