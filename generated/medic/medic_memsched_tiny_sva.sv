// SPDX-License-Identifier: Apache-2.0
// medic_memsched_tiny_sva: the invariants of medic_memsched_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 8: a request gets at most one RD or WR, of its kind and with the bank, row and column that it arrived with, and no command
// is for a request that is not there. Shown for any identification: the one that the inputs name in the first cycle.
module medic_memsched_tiny_i08_requests #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter BANK = $clog2(n_bank)
) (
    input wire                clock,
    input wire                reset,
    input wire                enq_valid,
    input wire                enq_hi,
    input wire [id_bits-1:0]  enq_id,
    input wire                enq_wr,
    input wire [BANK-1:0]     enq_bank,
    input wire [row_bits-1:0] enq_row,
    input wire [col_bits-1:0] enq_col,
    input wire                rdy_hi,
    input wire                rdy_lo,
    input wire                cmd_valid,
    input wire [1:0]          cmd,
    input wire [BANK-1:0]     cmd_bank,
    input wire [row_bits-1:0] cmd_row,
    input wire [col_bits-1:0] cmd_col,
    input wire [id_bits-1:0]  cmd_id,
    input wire                serve_high
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam TAG = 2 + BANK + row_bits + col_bits;

    reg               chosen = 1'b0;
    reg [id_bits-1:0] id;
    reg               waits;
    reg [TAG-1:0]     tag;      // What the request arrived with.

    wire accept = enq_valid && (enq_hi ? rdy_hi : rdy_lo) && enq_id == id;
    wire served = cmd_valid && cmd[1] && cmd_id == id;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) id <= enq_id;
        if (reset) waits <= 1'b0;
        else if (accept) begin
            waits <= 1'b1;
            tag <= {enq_hi, enq_wr, enq_bank, enq_row, enq_col};
        end else if (served) waits <= 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // Requests in flight have different identifications.
            begin assume (!(accept && waits)) else armed = 1'b0; end
            // A PRE or an ACT is for a request that waits, too.
            begin if (armed) assert (!(cmd_valid && cmd_id == id) || waits) else $error("%m: invariant 8"); end
            begin if (armed) assert (!(cmd_valid && cmd_id == id) || {cmd_bank, cmd_row, cmd_col} == tag[TAG-3:0]) else $error("%m: invariant 8"); end
            begin if (armed) assert (!(cmd_valid && cmd_id == id) || serve_high == tag[TAG-1]) else $error("%m: invariant 8"); end
            begin if (armed) assert (!served || cmd[0] == tag[TAG-2]) else $error("%m: invariant 8"); end
        end
    end

endmodule

// Invariant 8: each queue holds what it has accepted and not served, at most its depth, and takes a request while that is less; no
// command is issued without any.
module medic_memsched_tiny_i08_occupancy #(
    parameter q_depth_hi = 2,
    parameter q_depth_lo = 2,
    parameter W = $clog2((q_depth_hi > q_depth_lo ? q_depth_hi : q_depth_lo) + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  enq_valid,
    input wire                  enq_hi,
    input wire                  rdy_hi,
    input wire                  rdy_lo,
    input wire                  cmd_valid,
    input wire [1:0]            cmd,
    input wire                  serve_high,
    input wire [q_depth_hi-1:0] high__used,
    input wire [q_depth_lo-1:0] low__used
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [W:0] hi_held;    // Accepted, and neither read nor written yet.
    reg [W:0] lo_held;

    wire serve = cmd_valid && cmd[1];

    always @(posedge clock) begin
        if (reset) begin
            hi_held <= 0;
            lo_held <= 0;
        end else begin
            hi_held <= hi_held + (enq_valid && enq_hi && rdy_hi) - (serve && serve_high);
            lo_held <= lo_held + (enq_valid && !enq_hi && rdy_lo) - (serve && !serve_high);
        end
    end

    reg [W:0] hi_used;
    reg [W:0] lo_used;
    integer i;
    always @* begin
        hi_used = 0;
        lo_used = 0;
        for (i = 0; i < q_depth_hi; i = i + 1) hi_used = hi_used + high__used[i];
        for (i = 0; i < q_depth_lo; i = i + 1) lo_used = lo_used + low__used[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (hi_used == hi_held) else $error("%m: invariant 8"); end
            begin if (armed) assert (lo_used == lo_held) else $error("%m: invariant 8"); end
            begin if (armed) assert (rdy_hi == (hi_held < q_depth_hi)) else $error("%m: invariant 8"); end
            begin if (armed) assert (rdy_lo == (lo_held < q_depth_lo)) else $error("%m: invariant 8"); end
            begin if (armed) assert (!cmd_valid || (serve_high ? hi_held != 0 : lo_held != 0)) else $error("%m: invariant 8"); end
        end
    end

endmodule

// Invariant 9: no command of the low queue goes to a bank for which the high queue holds a request.
module medic_memsched_tiny_i09_banks #(
    parameter n_bank = 4,
    parameter q_depth_hi = 2,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [BANK-1:0]            cmd_bank,
    input wire                       serve_high,
    input wire [q_depth_hi-1:0]      high__used,
    input wire [q_depth_hi*BANK-1:0] high__banks
);

    integer i;
    always @(posedge clock) if (!reset && cmd_valid && !serve_high)
        for (i = 0; i < q_depth_hi; i = i + 1)
            assert (!high__used[i] || high__banks[i*BANK +: BANK] != cmd_bank);

endmodule

// Invariant 10: if a request of the high queue could legally issue its command (section 2.6), the command is one of the high queue; of that
// queue hits come before others, and a row that one of them hits is not closed.
module medic_memsched_tiny_i10_priority #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter q_depth_hi = 2,
    parameter BANK = $clog2(n_bank)
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           cmd_valid,
    input wire [1:0]                     cmd,
    input wire                           serve_high,
    input wire [q_depth_hi-1:0]          high__used,
    input wire [q_depth_hi-1:0]          high__writes,
    input wire [q_depth_hi*BANK-1:0]     high__banks,
    input wire [q_depth_hi*row_bits-1:0] high__rows,
    input wire [n_bank-1:0]              timing__open,
    input wire [n_bank*row_bits-1:0]     timing__open_row,
    input wire [n_bank-1:0]              timing__pre_ok,
    input wire [n_bank-1:0]              timing__act_ok,
    input wire [n_bank-1:0]              timing__rd_ok,
    input wire [n_bank-1:0]              timing__wr_ok
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [q_depth_hi-1:0] hits;
    reg [n_bank-1:0]     kept;       // Banks with an open row that a request hits.
    reg [q_depth_hi-1:0] eligible;
    reg [BANK-1:0]       bank;
    integer i;
    always @* begin
        hits = 0;
        kept = 0;
        eligible = 0;
        bank = 0;
        for (i = 0; i < q_depth_hi; i = i + 1) begin
            bank = high__banks[i*BANK +: BANK];
            if (high__used[i] && timing__open[bank]
                && timing__open_row[bank*row_bits +: row_bits] == high__rows[i*row_bits +: row_bits]) begin
                hits[i] = 1'b1;
                kept[bank] = 1'b1;
            end
        end
        for (i = 0; i < q_depth_hi; i = i + 1) begin
            bank = high__banks[i*BANK +: BANK];
            if (high__used[i]) begin
                if (hits[i]) eligible[i] = high__writes[i] ? timing__wr_ok[bank] : timing__rd_ok[bank];
                else if (timing__open[bank]) eligible[i] = timing__pre_ok[bank] && !kept[bank];
                else eligible[i] = timing__act_ok[bank];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (serve_high == (eligible != 0)) else $error("%m: invariant 10"); end
            begin if (armed) assert (!serve_high || cmd_valid) else $error("%m: invariant 10"); end
            begin if (armed) assert (!serve_high || cmd[1] == ((eligible & hits) != 0)) else $error("%m: invariant 10"); end
        end
    end

endmodule

bind medic_memsched_tiny medic_memsched_tiny_i08_requests #(
    .n_bank(4), .row_bits(1), .col_bits(1), .id_bits(3)) i08_requests (
    .clock(clock), .reset(reset), .enq_valid(enq_valid), .enq_hi(enq_hi), .enq_id(enq_id),
    .enq_wr(enq_wr), .enq_bank(enq_bank), .enq_row(enq_row), .enq_col(enq_col), .rdy_hi(rdy_hi),
    .rdy_lo(rdy_lo), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row),
    .cmd_col(cmd_col), .cmd_id(cmd_id), .serve_high(unit.serve_high));

bind medic_memsched_tiny medic_memsched_tiny_i08_occupancy #(
    .q_depth_hi(2), .q_depth_lo(2)) i08_occupancy (
    .clock(clock), .reset(reset), .enq_valid(enq_valid), .enq_hi(enq_hi), .rdy_hi(rdy_hi),
    .rdy_lo(rdy_lo), .cmd_valid(cmd_valid), .cmd(cmd), .serve_high(unit.serve_high),
    .high__used(unit.high.used), .low__used(unit.low.used));

bind medic_memsched_tiny medic_memsched_tiny_i09_banks #(
    .n_bank(4), .q_depth_hi(2)) i09_banks (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd_bank(cmd_bank),
    .serve_high(unit.serve_high), .high__used(unit.high.used), .high__banks(unit.high.banks));

bind medic_memsched_tiny medic_memsched_tiny_i10_priority #(
    .n_bank(4), .row_bits(1), .q_depth_hi(2)) i10_priority (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .serve_high(unit.serve_high),
    .high__used(unit.high.used), .high__writes(unit.high.writes), .high__banks(unit.high.banks),
    .high__rows(unit.high.rows), .timing__open(unit.timing.open),
    .timing__open_row(unit.timing.open_row), .timing__pre_ok(unit.timing.pre_ok),
    .timing__act_ok(unit.timing.act_ok), .timing__rd_ok(unit.timing.rd_ok),
    .timing__wr_ok(unit.timing.wr_ok));


`default_nettype wire
