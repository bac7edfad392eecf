// SPDX-License-Identifier: Apache-2.0
// mosaic_migrator_tiny_sva: the invariants of mosaic_migrator_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 11, and 10 of the migrator: the entry is written only after all lines are, or after the copy inside DRAM; a command ends once, after that.
module mosaic_migrator_tiny_i11_entry #(
    parameter mig_out = 2,
    parameter base_page_log2 = 12,
    parameter LINES = 1 << (base_page_log2 - 7),
    parameter LINE = $clog2(LINES + 1)
) (
    input wire               clock,
    input wire               reset,
    input wire               cmd_valid,
    input wire               cmd_ready,
    input wire               m_valid,
    input wire               m_ready,
    input wire [1:0]         m_op,
    input wire [3:0]         m_tag,
    input wire               a_valid,
    input wire [3:0]         a_tag,
    input wire               done,
    input wire               working,
    input wire               copied,
    input wire               bulk,
    input wire [LINE-1:0]    read,
    input wire [LINE-1:0]    write,
    input wire [mig_out-1:0] busy,
    input wire [mig_out-1:0] full,
    input wire [mig_out-1:0] writing
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam WR_LINE = 1, BULK = 2, WR8 = 3;

    // The operations that are taken and not done, and what has been done of the command.
    reg [mig_out-1:0]   taken;
    reg [2*mig_out-1:0] ops;
    reg [LINE-1:0]      written;
    reg                 whole, entry, under_way;

    wire       ends = a_valid && a_tag < mig_out && taken[a_tag];
    wire [1:0] ended = ops[2*a_tag +: 2];
    always @(posedge clock) begin
        if (ends) taken[a_tag] <= 1'b0;
        if (m_valid && m_ready) begin
            taken[m_tag] <= 1'b1;
            ops[2*m_tag +: 2] <= m_op;
        end
        if (ends && ended == WR_LINE) written <= written + 1;
        if (ends && ended == BULK) whole <= 1'b1;
        if (ends && ended == WR8) entry <= 1'b1;
        if (done) under_way <= 1'b0;
        if (cmd_valid && cmd_ready) begin
            under_way <= 1'b1;
            written <= 0;
            whole <= 1'b0;
            entry <= 1'b0;
        end
        if (reset) begin
            taken <= 0;
            under_way <= 1'b0;
        end
    end
    integer i;
    reg [LINE-1:0] outstanding, held;    // Lines that are written, and lines that are read or wait to be written.
    always @* begin
        outstanding = 0;
        held = 0;
        for (i = 0; i < mig_out; i = i + 1) begin
            outstanding = outstanding + writing[i];
            held = held + (full[i] || (busy[i] && !writing[i]));
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (m_valid && m_op == WR8) begin if (armed) assert (bulk ? whole : written == LINES) else $error("%m: invariant 11"); end
            begin if (armed) assert (!done || (under_way && entry)) else $error("%m: invariant 11"); end
            begin if (armed) assert (cmd_ready == (!under_way || done) && cmd_ready == !working) else $error("%m: invariant 11"); end
            // On the way there.
            for (i = 0; i < mig_out; i = i + 1) begin
                begin if (armed) assert (busy[i] == (taken[i] || (m_valid && m_tag == i))) else $error("%m: invariant 11"); end
                begin if (armed) assert (!taken[i] || !m_valid || m_tag != i) else $error("%m: invariant 11"); end
                begin if (armed) assert (!taken[i] || writing[i] == (ops[2*i +: 2] == WR_LINE)) else $error("%m: invariant 11"); end
                begin if (armed) assert (!taken[i] || ops[2*i +: 2] == (copied ? WR8 : bulk ? BULK : writing[i] ? WR_LINE : 0)) else $error("%m: invariant 11"); end
                begin if (armed) assert (!writing[i] || busy[i]) else $error("%m: invariant 11"); end
                begin if (armed) assert (!busy[i] || i == 0 || !(copied || bulk)) else $error("%m: invariant 11"); end
            end
            begin if (armed) assert (!m_valid || (m_tag < mig_out && m_op == (copied ? WR8 : bulk ? BULK : writing[m_tag] ? WR_LINE : 0))) else $error("%m: invariant 11"); end
            begin if (armed) assert (!working || !copied || (bulk ? whole : written == LINES)) else $error("%m: invariant 11"); end
            if (working && !copied && !bulk) begin if (armed) assert (written + outstanding == write && write + held == read && write <= read && read <= LINES) else $error("%m: invariant 11"); end
            begin if (armed) assert ((full & busy) == 0) else $error("%m: invariant 11"); end
            begin if (armed) assert (!working || !(copied || bulk) || (full == 0 && writing == 0)) else $error("%m: invariant 11"); end
            begin if (armed) assert (working || (busy == 0 && full == 0 && writing == 0 && !m_valid)) else $error("%m: invariant 11"); end
            begin if (armed) assert (!working || !entry) else $error("%m: invariant 11"); end
        end
    end

endmodule

bind mosaic_migrator_tiny mosaic_migrator_tiny_i11_entry #(
    .mig_out(2), .base_page_log2(12)) i11_entry (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .m_valid(m_valid),
    .m_ready(m_ready), .m_op(m_op), .m_tag(m_tag), .a_valid(a_valid), .a_tag(a_tag), .done(done),
    .working(unit.working), .copied(unit.copied), .bulk(unit.bulk), .read(unit.read),
    .write(unit.write), .busy(unit.busy), .full(unit.full), .writing(unit.writing));


`default_nettype wire
