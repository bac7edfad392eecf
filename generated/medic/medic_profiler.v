// SPDX-License-Identifier: Apache-2.0
// medic_profiler: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MeDiC's profiler, one in each SM: finds the type of each warp from how often its first requests
// of an epoch hit the L2, and tunes the boundary below which a warp is mostly miss (specification
// sections 2.1 to 2.3).
// The counters are a memory of one word a warp; whether a word counts stands in registers, so an
// epoch ends in one cycle.
// A reply is counted in its cycle, and the type that follows found in the next, in which requests
// see it already.
// Protocol: every event is taken in every cycle. `q_type` and `q_prof` answer `q_wid` within the
// cycle; pulses last one cycle.
module medic_profiler #(
    // Core cycles after which all warps are profiled again
    parameter EPOCH_CYCLES = 100000,
    // Counted replies after which a warp is classified; less than 2^(cnt_bits-1)
    parameter PROFILE_LENGTH = 30,
    parameter CNT = 10,                            // Bits of a warp's counters of hits and accesses
    // Hit rate in percent from which on a warp is mostly hit
    parameter HIGH_BOUNDARY = 70,
    // Hit rate in percent up to which a warp is mostly miss, unless the tuner has lowered it
    parameter LO_0 = 20,
    parameter TUNE_STEP = 5,                       // Percent by which a step of the tuner lowers it
    // Percent by which the miss rate has to rise for a step
    parameter RISE_1 = 5,
    // Replies of each kind that the tuner needs; at most 2^(tune_bits-2)
    parameter LEAST = 64,
    parameter TUNE = 16,                           // Bits of the tuner's counters
    parameter WARPS = 48,                          // Warp slots of an SM
    // When a warp's type is found: at the end of its profiling, or at every counted reply from then
    // on: 0 frozen, 1 continuous
    parameter RECLASSIFY = 0,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter HELD = CNT - 1,
    parameter CYCLE = $clog2(EPOCH_CYCLES),
    parameter EPOCH_LAST = EPOCH_CYCLES - 1,       // Last cycle of an epoch.
    // Accesses before the last one of a profile, and with it.
    parameter PROFILE_LAST = PROFILE_LENGTH - 1,
    // The type follows every reply after the profile (DEC-3).
    parameter [0:0] CONTINUOUS = RECLASSIFY == 1,
    parameter RISE_2 = 2 * RISE_1,
    parameter RISE_3 = 3 * RISE_1,
    parameter RISE_4 = 4 * RISE_1,
    parameter LO_1 = (LO_0 > TUNE_STEP ? LO_0 : TUNE_STEP) - TUNE_STEP,
    parameter LO_2 = (LO_0 > (2 * TUNE_STEP) ? LO_0 : 2 * TUNE_STEP) - (2 * TUNE_STEP),
    parameter LO_3 = (LO_0 > (3 * TUNE_STEP) ? LO_0 : 3 * TUNE_STEP) - (3 * TUNE_STEP),
    parameter LO_4 = (LO_0 > (4 * TUNE_STEP) ? LO_0 : 4 * TUNE_STEP) - (4 * TUNE_STEP)
) (
    input  wire            clock,       // SM clock.
    input  wire            reset,       // Synchronous reset, active high.
    input  wire            alloc_valid, // A warp slot starts a new warp.
    input  wire [WARP-1:0] alloc_wid,   // That slot, below `warps_per_sm`.
    input  wire            q_valid,     // A request of a warp leaves the SM.
    input  wire [WARP-1:0] q_wid,       // Its warp slot, below `warps_per_sm`.
    input  wire            r_valid,     // A reply arrives.
    input  wire [WARP-1:0] r_wid,       // Warp slot of its request, below `warps_per_sm`.
    // The lookup in the L2 was a hit; without meaning if the request bypassed it.
    input  wire            r_hit,
    input  wire            r_byp,       // The request bypassed the L2.
    input  wire            r_prof,      // `q_prof` of the request.
    // Type of the warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit; 0 without `q_valid`.
    output reg  [1:0]      q_type,
    output reg             q_prof,      // The warp is being profiled; 0 without `q_valid`.
    output wire [6:0]      lo_pct_o,    // The low boundary in percent.
    output reg             ev_classify, // Pulse: the profiling of a warp has ended.
    output reg  [WARP-1:0] ev_wid,      // That warp; 0 without the pulse.
    // Its type, of five: 0 all miss, 1 mostly miss, 2 balanced, 3 mostly hit, 4 all hit; 0 without
    // the pulse.
    output reg  [2:0]      ev_type5,
    output reg             epoch_pulse  // Pulse: an epoch has begun.
);

    localparam [WARPS-1:0] ONE = 1;
    localparam TOP = CNT - 1;

    wire                      epoch_end;
    // A reply that counts, and one that looked up the L2.
    wire                      reply;
    wire                      lookup;
    wire [HELD-1:0]           kept_accesses;
    wire [HELD-1:0]           kept_hits;
    reg  [HELD-1:0]           old_accesses;
    reg  [HELD-1:0]           old_hits;
    wire [CNT-1:0]            new_accesses;
    wire [CNT-1:0]            new_hits;
    wire                      full;
    wire                      is_profiled;
    wire                      last_of_profile;
    reg                       asked_mostly;
    reg                       asked_odd;
    reg  [CYCLE-1:0]          cycle;              // Cycle of the epoch.
    // Warps with counts in this epoch; the counters of the others are 0, whatever the memory holds.
    reg  [WARPS-1:0]          counted;
    // Warps that are not profiled any more in this epoch.
    reg  [WARPS-1:0]          profiled;
    reg  [WARPS-1:0]          hits_mostly;        // Higher bit of each warp's type.
    // Lower bit of each warp's type, inverted: it is 1 after reset.
    reg  [WARPS-1:0]          even;
    // Accesses of each warp, and hits; their highest bit is never kept.
    reg  [HELD-1:0]           accesses [0:WARPS-1];
    reg  [HELD-1:0]           hits [0:WARPS-1];
    // A warp is classified in this cycle, by what the previous one has counted.
    reg                       classifies;
    reg  [WARP-1:0]           warp;
    reg  [CNT-1:0]            warp_hits;
    reg  [CNT-1:0]            warp_accesses;
    reg  [5:0]                boundary;           // The boundary as it was then.
    wire                      classify_enable;
    wire [1:0]                classify_warp_type;
    wire [2:0]                classify_of_five;

    medic_tuner #(
        .BITS   (TUNE),
        .LEAST  (LEAST),
        .RISE_1 (RISE_1),
        .RISE_2 (RISE_2),
        .RISE_3 (RISE_3),
        .RISE_4 (RISE_4),
        .LO_0   (LO_0),
        .LO_1   (LO_1),
        .LO_2   (LO_2),
        .LO_3   (LO_3),
        .LO_4   (LO_4)
    ) tuner (
        .clock     (clock),
        .reset     (reset),
        .epoch_end (epoch_end),
        .reply     (reply),
        .prof      (r_prof),
        .miss      (r_byp || !r_hit),
        .boundary  (lo_pct_o)
    );

    medic_classify #(.CNT(CNT)) classify (
        .enable        (classify_enable),
        .hits          (warp_hits),
        .accesses      (warp_accesses),
        .boundary      (boundary),
        .high_boundary (HIGH_BOUNDARY[6:0]),
        .warp_type     (classify_warp_type),
        .of_five       (classify_of_five)
    );

    always @(posedge clock) begin
        if (lookup) begin
            accesses[r_wid] <= new_accesses[HELD-1:0];
            if (full) begin
                accesses[r_wid] <= new_accesses[1 +: HELD];
            end
        end
        if (lookup) begin
            hits[r_wid] <= new_hits[HELD-1:0];
            if (full) begin
                hits[r_wid] <= new_hits[1 +: HELD];
            end
        end
    end

    assign epoch_end = cycle == EPOCH_LAST[CYCLE-1:0];

    always @(posedge clock) begin
        if (reset) begin
            cycle <= 0;
            epoch_pulse <= 1'b0;
        end else begin
            cycle <= cycle + 1'b1;
            if (epoch_end) begin
                cycle <= 0;
            end
            epoch_pulse <= epoch_end;
        end
    end

    always @(posedge clock) begin : update_counted
        reg [WARPS-1:0] allocated;
        reg [WARPS-1:0] replied;
        reg [WARPS-1:0] classified;
        reg [WARPS-1:0] set_mostly;
        reg [WARPS-1:0] set_even;
        if (reset) begin
            counted <= 0;
            profiled <= 0;
            hits_mostly <= 0;
            even <= 0;
        end else begin
            allocated = 0;
            if (alloc_valid) begin
                allocated = ONE << alloc_wid;
            end
            replied = 0;
            if (lookup) begin
                replied = ONE << r_wid;
            end
            counted <= (counted | replied) & ~allocated;
            if (epoch_end) begin
                counted <= 0;
            end
            profiled <= profiled & ~allocated;
            if (last_of_profile) begin
                profiled <= (profiled | replied) & ~allocated;
            end
            if (epoch_end) begin
                profiled <= 0;
            end
            classified = 0;
            if (classifies) begin
                classified = ONE << warp;
            end
            set_mostly = 0;
            if (classify_warp_type[1]) begin
                set_mostly = classified;
            end
            set_even = classified;
            if (classify_warp_type[0]) begin
                set_even = 0;
            end
            hits_mostly <= ((hits_mostly & ~classified) | set_mostly) & ~allocated;
            even <= ((even & ~classified) | set_even) & ~allocated;
        end
    end

    // A reply is lost if the epoch ends, and for the counters if a new warp takes the slot.
    assign reply = r_valid && !epoch_end;
    assign lookup = reply && !r_byp && !(alloc_valid && (alloc_wid == r_wid));
    assign kept_accesses = accesses[r_wid];
    assign kept_hits = hits[r_wid];

    always @* begin
        old_accesses = 0;
        old_hits = 0;
        if (counted[r_wid]) begin
            old_accesses = kept_accesses;
            old_hits = kept_hits;
        end
    end

    assign new_accesses = {{(CNT - HELD){1'b0}}, old_accesses} + 1'b1;
    assign new_hits = {{(CNT - HELD){1'b0}}, old_hits} + {{(CNT - 1){1'b0}}, r_hit};

    // Both counters are halved, so that their ratio stays.
    assign full = new_accesses[TOP];

    // The end of a profile, which is the last one before the next epoch.
    assign is_profiled = profiled[r_wid];
    assign last_of_profile = !is_profiled && (old_accesses == PROFILE_LAST[HELD-1:0]);

    always @(posedge clock) begin
        if (reset) begin
            classifies <= 1'b0;
            ev_classify <= 1'b0;
        end else begin
            ev_classify <= lookup && last_of_profile;
            classifies <= lookup && (last_of_profile || (CONTINUOUS && is_profiled));
        end
    end

    always @(posedge clock) begin
        warp <= r_wid;
    end

    // At the end of a profile the number of accesses is known.
    always @(posedge clock) begin
        warp_accesses <= PROFILE_LENGTH[CNT-1:0];
        if (CONTINUOUS) begin
            warp_accesses <= new_accesses;
        end
        warp_hits <= new_hits;
        boundary <= lo_pct_o[5:0];
    end

    // The cycle after: its type.
    assign classify_enable = ev_classify || classifies;

    always @* begin
        ev_wid = 0;
        ev_type5 = 3'd0;
        if (ev_classify) begin
            ev_wid = warp;
            ev_type5 = classify_of_five;
        end
    end

    // A request sees the type that is found in this cycle.
    always @* begin
        asked_mostly = hits_mostly[q_wid];
        asked_odd = !even[q_wid];
        if (classifies && (warp == q_wid)) begin
            asked_mostly = classify_warp_type[1];
            asked_odd = classify_warp_type[0];
        end
    end

    always @* begin
        q_type = 2'd0;
        q_prof = 1'b0;
        if (q_valid) begin
            q_type = {asked_mostly, asked_odd};
            q_prof = !profiled[q_wid];
        end
    end

endmodule

`default_nettype wire
