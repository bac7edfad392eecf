// SPDX-License-Identifier: Apache-2.0
// apogee_intake: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Takes loads (decisions P5 to P8): keeps what the table needs of each until its commit, with the
// last load before it (LAL), and tells when the oldest one may be looked up: `issue_latency` less 6
// cycles after its first beat at the earliest.
module apogee_intake #(
    parameter WARPS = 4,
    parameter PC = 10,
    parameter WAIT = 4,
    parameter DELAY = 4,
    parameter SLOTS = 3,  // Each warp has a last load of its own, or none has (A9).
    // What follows from these; not to be set.
    parameter WARP = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1),
    parameter WAITING = $clog2(WAIT + 1),
    parameter LOAD = (2 * PC) + WARP + 1
) (
    input  wire            clock,      // SM clock.
    input  wire            reset,      // Synchronous reset, active high.
    input  wire            clear,      // Forget all loads at the end of this cycle.
    input  wire            ld_v,       // A beat comes.
    input  wire            ld_first,   // It is the first, the last one of its load.
    input  wire            ld_last,
    input  wire [PC-1:0]   ld_pc,      // PC and warp of the load.
    input  wire [WARP-1:0] ld_warp,
    output wire            ready,      // A beat would be taken.
    output wire            take,       // A beat is taken.
    output wire            take_first, // It is the first one of its load.
    input  wire            look,       // The oldest load is looked up.
    input  wire            commit,     // It leaves.
    output wire            due,        // It may be looked up.
    output wire [PC-1:0]   pc,         // PC and warp of the oldest load.
    output wire [WARP-1:0] warp,
    output wire            last_valid, // There was a load before it, with this PC.
    output wire [PC-1:0]   last_pc
);

    localparam [WAIT-1:0] ALL_LOADS = {WAIT{1'b1}};
    localparam [WARPS-1:0] ONE = 1;
    localparam LAST_LOAD = WAIT - 1;
    localparam LAST_STEP = DELAY - 1;
    localparam LAST_AT = WARP + PC;
    localparam LAST_VALID_AT = PC + WARP + PC;

    wire                     startable;
    wire                     starts;
    wire                     goes_on;
    wire [WARP-1:0]          slot;
    reg  [DELAY-1:0]         moved;
    wire                     ripens;
    wire [LOAD-1:0]          load;
    wire [LOAD-1:0]          oldest;
    wire [WAIT-1:0]          used;
    reg                      unused;           // Loads behind the oldest are of no use yet.
    reg  [WARPS-1:0]         known;            // The last load of each warp.
    reg  [PC-1:0]            last [0:WARPS-1];
    reg                      open;             // Further beats of a load are awaited.
    reg  [2:0]               recent;           // First beats of the last three cycles.
    // Loads whose lookup is not yet due, by the cycles since their first beat.
    reg  [DELAY-1:0]         line;
    reg  [WAITING-1:0]       ripe;             // Loads whose lookup is due.
    wire [(WAIT * LOAD)-1:0] loads_words;
    wire [LOAD-1:0]          loads_first_next;
    wire [WAIT-1:0]          loads_used;

    shift_list #(.N(WAIT), .W(LOAD)) loads (
        .clock      (clock),
        .reset      (reset),
        .clear      (clear),
        .take       (commit),
        .up         (ALL_LOADS),
        .offer      (starts),
        .push       (starts),
        .data       (load),
        .words      (loads_words),
        .first_next (loads_first_next),
        .used       (loads_used)
    );

    always @(posedge clock) begin
        if (starts) begin
            last[slot] <= ld_pc;
        end
    end

    // A load begins if there is a place, and at most every fourth cycle.
    assign used = loads_used;
    assign startable = (recent == 3'd0) && !used[LAST_LOAD];
    assign ready = open || startable;
    assign starts = ld_v && ld_first && startable && !open;
    assign goes_on = ld_v && open;
    assign take = starts || goes_on;
    assign take_first = starts;

    always @(posedge clock) begin
        if (reset) begin
            open <= 1'b0;
            recent <= 3'd0;
        end else begin
            if (starts || goes_on) begin
                open <= !ld_last;
            end
            recent <= recent << 1;
            if (starts) begin
                recent <= (recent << 1) | 3'd1;
            end
            if (clear) begin
                open <= 1'b0;
                recent <= 3'd0;
            end
        end
    end

    // The last load before it, and it becomes that of the next one.
    assign slot = ld_warp & SLOTS[WARP-1:0];

    always @(posedge clock) begin
        if (reset) begin
            known <= 0;
        end else begin
            if (starts) begin
                known <= known | (ONE << slot);
            end
            if (clear) begin
                known <= 0;
            end
        end
    end

    assign load = {known[slot], last[slot], ld_warp, ld_pc};
    assign oldest = loads_words[(0 * LOAD) +: LOAD];
    assign pc = oldest[PC-1:0];
    assign warp = oldest[PC +: WARP];
    assign last_pc = oldest[LAST_AT +: PC];
    assign last_valid = oldest[LAST_VALID_AT];

    always @* begin : compute_unused
        integer i;
        unused = loads_first_next != 0;
        for (i = 0; i < WAIT; i = i + 1)
            unused = unused || (loads_words[(i * LOAD) +: LOAD] != 0);
    end

    // A load is due when its first beat leaves the delay line.
    always @* begin
        moved = line << 1;
        if (starts) begin
            moved = (line << 1) | {{(DELAY - 1){1'b0}}, 1'b1};
        end
    end

    assign ripens = moved[LAST_STEP];
    assign due = ripe != 0;

    always @(posedge clock) begin
        if (reset) begin
            line <= 0;
            ripe <= 0;
        end else begin
            line <= moved;
            if (ripens && !look) begin
                ripe <= ripe + 1'b1;
            end
            if (look && !ripens) begin
                ripe <= ripe - 1'b1;
            end
            if (clear) begin
                line <= 0;
                ripe <= 0;
            end
        end
    end

endmodule

`default_nettype wire
