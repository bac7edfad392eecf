// SPDX-License-Identifier: Apache-2.0
// cta_pf_dist: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// DIST: the stride of each load PC from warp to warp, and how often it has predicted wrongly
// (specification section 2.2). Entries are installed in turn, so a free one is taken as long as
// there is one, then that which was installed first.
// Lookup takes one cycle: what the load of a cycle needs was looked up in the cycle before, as the
// load then left it.
module cta_pf_dist #(
    parameter STRIDES = 2,
    parameter PC = 32,
    parameter STRIDE = 32,
    parameter MIS = 8,
    parameter THRESHOLD = 128,  // Most mispredictions of an entry that may predict.
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(STRIDES) > 1 ? $clog2(STRIDES) : 1)
) (
    input  wire              clock,         // SM clock.
    input  wire              reset,         // Synchronous reset, active high.
    input  wire              clear,         // All entries are cleared at the end of this cycle.
    input  wire [PC-1:0]     pc,            // PC of the load of this cycle.
    input  wire              install,       // Its stride is installed.
    input  wire [STRIDE-1:0] step,          // That stride.
    input  wire              mispredicted,  // It has been predicted wrongly by its entry.
    input  wire [PC-1:0]     look_pc,       // PC of the load of the next cycle.
    output reg               hit,           // The load of this cycle has an entry.
    output reg  [STRIDE-1:0] stride,        // The entry's stride.
    output wire              trusted,       // The entry may predict.
    output wire              trusted_still  // It may so after one more misprediction.
);

    localparam [STRIDES-1:0] ONE = 1;
    localparam LAST = STRIDES - 1;

    reg  [STRIDES-1:0]            matching;
    reg  [PLACE-1:0]              look_place;
    wire                          same;
    wire [MIS-1:0]                count;
    reg  [STRIDES-1:0]            valid;
    reg  [(STRIDES * PC)-1:0]     entry_pc;
    reg  [STRIDE-1:0]             stride_of [0:STRIDES-1];
    reg  [MIS-1:0]                mispredictions [0:STRIDES-1];
    reg  [PLACE-1:0]              turn;           // The entry that is installed next.
    reg  [PLACE-1:0]              place;

    always @(posedge clock) begin : update_entry_pc
        reg [MIS-1:0] counted;
        counted = count;
        if (!(&count)) begin
            counted = count + 1'b1;
        end
        if (install) begin
            mispredictions[turn] <= 0;
        end
        // Known last in a cycle, and never in that of an install: a load that has an entry installs
        // none.
        if (mispredicted) begin
            mispredictions[place] <= counted;
        end
        if (install) begin
            entry_pc[(turn * PC) +: PC] <= pc;
        end
        if (install) begin
            stride_of[turn] <= step;
        end
    end

    assign count = mispredictions[place];
    assign trusted = count <= THRESHOLD[MIS-1:0];
    assign trusted_still = count < THRESHOLD[MIS-1:0];

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
            turn <= 0;
        end else begin
            if (install) begin
                valid <= valid | (ONE << turn);
                turn <= turn + 1'b1;
                if (turn == LAST[PLACE-1:0]) begin
                    turn <= 0;
                end
            end
            if (clear) begin
                valid <= 0;
                turn <= 0;
            end
        end
    end

    // The next load sees what this one leaves.
    assign same = look_pc == pc;

    always @* begin : compute_matching
        integer i;
        i = 0;
        matching = 0;
        look_place = 0;
        if (valid != 0) begin
            for (i = 0; i < STRIDES; i = i + 1)
                matching[i] = valid[i] && (entry_pc[(i * PC) +: PC] == look_pc);
            for (i = 0; i < STRIDES; i = i + 1) begin
                if (matching[i]) begin
                    look_place = look_place | i[PLACE-1:0];
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            hit <= 1'b0;
        end else begin
            hit <= matching != 0;
            if (install) begin
                hit <= same || ((matching & ~(ONE << turn)) != {STRIDES{1'b0}});
            end
            if (clear) begin
                hit <= 1'b0;
            end
        end
    end

    always @(posedge clock) begin
        place <= look_place;
        if (install && same) begin
            place <= turn;
        end
        stride <= stride_of[look_place];
        if (install && same) begin
            stride <= step;
        end
    end

endmodule

`default_nettype wire
