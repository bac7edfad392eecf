// SPDX-License-Identifier: Apache-2.0
// mosaic_l2_flush: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The steps of a flush of the shared TLB (specification section 2.10): lookups in flight are
// resolved, the walker is told, large entries are invalidated, then base sets one by one, if the
// flush is of base pages; then the SMs of the address space are told, and acknowledge it.
module mosaic_l2_flush #(
    parameter CORES = 30,
    parameter ASID = 9,
    parameter LVPN = 27,
    parameter SETS = 32,
    parameter DRAIN = 5,
    parameter DRAIN_CYCLES = 18,
    // What follows from these; not to be set.
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1)
) (
    input  wire                      clock,        // Clock.
    input  wire                      reset,        // Synchronous reset, active high.
    // A flush, taken if none is under way: its address space and large page, 1 if it is of base
    // pages, too, or of all of the space, or of all.
    input  wire                      flush,
    input  wire [ASID-1:0]           asid,
    input  wire [LVPN-1:0]           lvpn,
    input  wire                      base,
    input  wire                      space,
    input  wire                      all,
    // A base set is filled in this cycle, and none can be invalidated.
    input  wire                      filled,
    input  wire [(CORES * ASID)-1:0] spaces,       // The address space of each SM.
    input  wire [CORES-1:0]          acknowledged, // SMs that acknowledge it.
    output wire                      busy,         // One is under way, and what it is of.
    output reg  [ASID-1:0]           of_asid,
    output reg  [LVPN-1:0]           of_lvpn,
    output reg                       of_base,
    output reg                       of_space,
    output reg                       of_all,
    output reg                       tells,        // The walker is told in this cycle.
    // Large entries are invalidated, or this base set is.
    output reg                       clears_large,
    output wire                      clears_set,
    output reg  [SET-1:0]            set,
    // The SMs are told in this cycle, and those that have not acknowledged it.
    output reg                       sends,
    output reg  [CORES-1:0]          waits_for,
    output reg                       done          // It is done since the last cycle.
);

    localparam [DRAIN-1:0] ONE = 1;
    localparam LAST = SETS - 1;

    wire             under_way;
    wire             begins;
    wire             swept;
    wire             ends;      // All entries are invalidated, and the SMs are next.
    reg  [CORES-1:0] concerned;
    wire [CORES-1:0] rest;
    reg              drains;    // One at most is set. All are 0 if no flush is under way.
    reg              sweeping;
    reg              waiting;
    reg  [DRAIN-1:0] left;      // Cycles that are left for lookups in flight.

    assign under_way = drains || tells || clears_large || sweeping || waiting;
    assign busy = under_way;
    assign begins = flush && !under_way;

    // What it is of; of more than a large page the fields that do not count are 0.
    always @(posedge clock) begin
        if (begins) begin
            of_asid <= 0;
            of_lvpn <= 0;
            if (!all) begin
                of_asid <= asid;
                if (!space) begin
                    of_lvpn <= lvpn;
                end
            end
            of_base <= base || space || all;
            of_space <= space && !all;
            of_all <= all;
        end
    end

    // Step by step.
    always @(posedge clock) begin
        left <= left - ONE;
        if (begins) begin
            left <= DRAIN_CYCLES[DRAIN-1:0];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            drains <= 1'b0;
            tells <= 1'b0;
        end else begin
            drains <= begins || (drains && (left != 0));
            tells <= drains && (left == 0);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            clears_large <= 1'b0;
        end else begin
            clears_large <= tells;
        end
    end

    assign swept = sweeping && !filled && (set == LAST[SET-1:0]);

    always @(posedge clock) begin
        if (reset) begin
            sweeping <= 1'b0;
        end else begin
            sweeping <= (clears_large && of_base) || (sweeping && !swept);
        end
    end

    assign clears_set = sweeping && !filled;

    always @(posedge clock) begin
        set <= 0;
        if (sweeping) begin
            set <= set;
            if (!filled) begin
                set <= set + 1'b1;
            end
        end
    end

    assign ends = (clears_large && !of_base) || swept;

    // The SMs.
    always @* begin : compute_concerned
        integer i;
        i = 0;
        concerned = 0;
        if (ends) begin
            for (i = 0; i < CORES; i = i + 1) begin
                if (of_all || (spaces[(i * ASID) +: ASID] == of_asid)) begin
                    concerned[i] = 1'b1;
                end
            end
        end
    end

    assign rest = (waits_for & ~acknowledged) | concerned;

    always @(posedge clock) begin
        if (reset) begin
            waiting <= 1'b0;
            sends <= 1'b0;
            waits_for <= 0;
            done <= 1'b0;
        end else begin
            waits_for <= rest;
            sends <= concerned != 0;
            waiting <= (ends || waiting) && (rest != 0);
            done <= (ends || waiting) && (rest == 0);
        end
    end

endmodule

`default_nettype wire
