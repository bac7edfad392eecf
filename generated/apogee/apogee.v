// SPDX-License-Identifier: Apache-2.0
// apogee: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// APOGEE, the prefetcher of one SM (specification sections 2 and 5): learns from the lanes of each
// load the offset from thread to thread, and which earlier load may trigger one whose lanes all
// read one address; fetches their lines ahead.
// Loads go through the table one after the other, in five steps (decision P8): look, read, weigh,
// hold until the outcome is there and all triggers have fired, commit; two more cycles allocate a
// trigger. Beside that beats are walked and lines generated.
// Protocol: beats are taken while `ld_rdy` is 1, else lost. `pf_v` and `pf_rdy` are valid and
// ready. All else are pulses.
module apogee #(
    parameter ENTRIES = 64,                              // Entries of the prefetch table
    parameter WARPS = 4,                                 // Warp contexts of the SM
    parameter WARP_SIZE = 32,                            // Threads of a warp
    parameter LANES = 8,                                 // Lanes of a beat; at most warp_size
    parameter PC = 10,                                   // Bits of a PC
    // Bits of an offset from thread to thread, two's complement; with clog2(warp_size) at most
    // addr_bits
    parameter OFFSET = 8,
    parameter CONF = 8,                                  // Bits of a confidence, saturating
    // Bits of a distance in iterations, and of the hops of a trigger
    parameter DIST = 6,
    parameter ADDRESS = 28,                              // Bits of a byte address
    parameter LINE_BYTES = 32,                           // Bytes of an L1D line
    // Bits of the number of threads that advance together
    parameter ITER = 12,
    // Cycles from the first beat of a load to its first prefetch; at least beats+6
    parameter ISSUE_LATENCY = 10,
    // Loads between their first beat and their update of the table
    parameter WAIT = 4,
    parameter JOBS = 4,                                  // Jobs that wait for the line generator
    parameter DEPTH = 16,                                // Lines that wait for the L1D
    // Only a load that did not hit shows that its prefetch was too late
    parameter [0:0] SLOW_REQUIRES_MISS = 1'b1,
    // The iteration before the one at the distance is offered as well
    parameter [0:0] GAP_FILL = 1'b1,
    // A distance changes at most once per round of the warps
    parameter [0:0] RATE_LIMIT = 1'b1,
    // The last load is known per warp, not per SM
    parameter [0:0] LAL_PER_WARP = 1'b1,
    parameter [0:0] FOA_EN = 1'b1,                       // Lines at fixed offsets are prefetched
    // Lines that all threads read are prefetched
    parameter [0:0] TIA_EN = 1'b1,
    // The first two active lanes may be any number of lanes apart, not only a power of two
    parameter [0:0] GENERAL_DIV = 1'b1,
    // What follows from these; not to be set.
    parameter ENTRY = ($clog2(ENTRIES) > 1 ? $clog2(ENTRIES) : 1),
    parameter WARP = ($clog2(WARPS) > 1 ? $clog2(WARPS) : 1),
    parameter RUNNING = $clog2(WARPS + 1),
    parameter LANE = $clog2(WARP_SIZE),
    parameter COUNT = LANE + 1,
    parameter ADDRESSES = LANES * ADDRESS,
    parameter DELAY = ISSUE_LATENCY - 6,
    parameter STEP = ((OFFSET + ITER) < ADDRESS ? OFFSET + ITER : ADDRESS),
    parameter JOB = STEP + ADDRESS + OFFSET + ENTRY + WARP + 4,
    parameter LOW = LINE_BYTES - 1,                      // Bits of an address inside a line.
    // Each warp has a last load of its own, or none has (A9).
    parameter SLOTS = ((1 << WARP) - 1) * LAL_PER_WARP
) (
    input  wire                 clock,          // SM clock.
    input  wire                 reset,          // Synchronous reset, active high.
    input  wire                 flush,          // A kernel starts: a reset of everything.
    // Threads that advance together; stable while a kernel runs.
    input  wire [ITER-1:0]      iter_threads,
    // Running warps, at least 1; stable while a kernel runs.
    input  wire [RUNNING-1:0]   live_warps,
    input  wire                 ld_v,           // A beat of a load.
    input  wire                 ld_first,       // It is the first beat of the load.
    input  wire                 ld_last,        // It is the last.
    input  wire [PC-1:0]        ld_pc,          // PC of the load; the same in all its beats.
    input  wire [WARP-1:0]      ld_warp,        // Warp of the load; the same in all its beats.
    input  wire [LANES-1:0]     ld_mask,        // Active lanes of the beat, the lowest lane first.
    // Byte address of each lane of the beat, the lowest lane first; those of inactive lanes are
    // ignored.
    input  wire [ADDRESSES-1:0] ld_addr,
    // What the L1D found for the oldest load that it has not told of.
    input  wire                 res_v,
    input  wire                 res_miss,       // At least one line was absent and not pending.
    // At least one line was pending because of a prefetch.
    input  wire                 res_merged,
    input  wire [ENTRY-1:0]     res_entry,      // With `res_merged`: the entry that asked for it.
    input  wire [ADDRESS-1:0]   res_line,       // With `res_miss`: address of the line.
    input  wire                 pf_rdy,         // The L1D takes the prefetch.
    // With it: a request went to memory; else the line was present or pending.
    input  wire                 pf_sent,
    input  wire                 fill_v,         // The line of a tracked prefetch is in the L1D.
    input  wire [ENTRY-1:0]     fill_entry,     // Its entry.
    input  wire [WARP-1:0]      fill_warp,      // Its warp.
    output wire                 ld_rdy,         // A beat would be taken.
    // A prefetch is asked for; it stays until it is taken.
    output wire                 pf_v,
    output wire [ADDRESS-1:0]   pf_line,        // Address of the line; 0 without a prefetch.
    output wire [ENTRY-1:0]     pf_entry,       // Entry that asks for it; 0 without a prefetch.
    // Warp whose load asked for it; 0 without a prefetch.
    output wire [WARP-1:0]      pf_warp,
    // Its fill is to be told, if it is sent: nothing of its job has been sent before.
    output wire                 pf_track,
    output wire                 pf_trig,        // It is from a trigger.
    output reg                  stat_trained,   // Pulse: a load has confirmed or taught an offset.
    output reg                  stat_trusted,   // Pulse: a load goes by the offset of its entry.
    output reg                  stat_mismatch,  // Pulse: a load does not.
    output reg                  stat_alloc,     // Pulse: an entry is allocated.
    output reg                  stat_evict,     // Pulse: and another is lost.
    output reg                  stat_dist_inc,  // Pulse: a distance grows.
    output reg                  stat_dist_dec,  // Pulse: a distance shrinks.
    output reg                  stat_trig_fire, // Pulse: a trigger fires.
    output reg                  stat_trig_move, // Pulse: and moves to the load before.
    // Pulse: a job or the line of a trigger is lost, since no further one can wait.
    output reg                  stat_drop
);

    localparam [DIST-1:0] NEW_DISTANCE = 1;
    localparam [CONF-1:0] NEW_CONFIDENCE = 1;
    localparam [JOBS-1:0] EVERY_JOB = {JOBS{1'b1}};
    localparam LAST_JOB = JOBS - 1;
    // Where the fields of a job are, above whether it has two groups.
    localparam [31:0] JOB_SHIFT_AT = 32'd1;
    localparam [31:0] JOB_WARP_AT = 32'd4;
    localparam JOB_ENTRY_AT = WARP + 4;
    localparam JOB_OFFSET_AT = ENTRY + WARP + 4;
    localparam JOB_STEP_AT = OFFSET + ENTRY + WARP + 4;
    localparam JOB_TARGET_AT = STEP + OFFSET + ENTRY + WARP + 4;

    wire                    look;
    wire                    commit;
    // The oldest load waits for its outcome alone.
    wire                    waits;
    wire                    allocates;
    wire                    link;
    reg  [ENTRY-1:0]        new_place;
    reg  [ENTRY-1:0]        write_place;
    wire                    other_last;
    wire                    scalar;
    wire                    job_wanted;
    wire [JOBS-1:0]         job_used;
    wire                    jobs_full;
    wire [JOB-1:0]          job;
    wire [JOB-1:0]          head;
    // Jobs behind the first one are of no use yet.
    reg                     unused;
    // The oldest load: its entry is read, is weighed, waits for its commit; it has committed one,
    // two cycles ago.
    reg                     reads;
    reg                     weighs;
    reg                     holds;
    reg                     closes;
    reg                     links;
    reg                     hit;                        // It has an entry, and which.
    reg  [ENTRY-1:0]        place;
    reg  [ADDRESS-1:0]      entry_address;              // That entry, or a new one.
    reg  [OFFSET-1:0]       entry_offset;
    reg  [CONF-1:0]         entry_confidence;
    reg  [LANE-1:0]         entry_lane;
    reg  [DIST-1:0]         entry_distance;
    reg  [WARP-1:0]         entry_warp;
    reg  [WARP-1:0]         entry_since;
    // A trigger is wanted for the load that has committed: line, PC; another one has the line.
    reg                     link_wanted;
    reg  [ADDRESS-1:0]      link_line;
    reg  [PC-1:0]           link_pc;
    reg                     link_known;
    wire                    intake_clear;
    wire                    intake_take;
    wire                    intake_take_first;
    wire                    intake_due;
    wire [PC-1:0]           intake_pc;
    wire [WARP-1:0]         intake_warp;
    wire                    intake_last_valid;
    wire [PC-1:0]           intake_last_pc;
    wire [COUNT-1:0]        walker_next_active;
    wire [OFFSET-1:0]       walker_next_offset;
    wire [LANE-1:0]         walker_next_lane;
    wire [ADDRESS-1:0]      walker_next_address;
    wire [LANE-1:0]         walker_lane;
    wire [ADDRESS-1:0]      walker_address;
    wire                    walker_linear;
    wire                    outcome_valid;
    wire                    outcome_miss;
    wire                    outcome_merged;
    wire [ENTRY-1:0]        outcome_entry;
    wire [ADDRESS-1:0]      outcome_line;
    wire                    entries_clear;
    wire                    entries_hit;
    wire [ENTRY-1:0]        entries_place;
    wire [ENTRIES-1:0]      entries_triggers;
    wire                    entries_has_line;
    wire [ENTRIES-1:0]      entries_fixed;
    wire [ENTRIES-1:0]      entries_chained;
    wire                    entries_look_victim;
    reg  [ENTRY-1:0]        entries_changed;
    reg  [CONF-1:0]         entries_changed_confidence;
    wire [ENTRY-1:0]        entries_victim;
    wire                    entries_victim_in_use;
    reg  [ENTRY-1:0]        entries_read;
    wire [ADDRESS-1:0]      entries_read_address;
    wire [OFFSET-1:0]       entries_read_offset;
    wire [CONF-1:0]         entries_read_confidence;
    wire [LANE-1:0]         entries_read_lane;
    wire [DIST-1:0]         entries_read_distance;
    wire [WARP-1:0]         entries_read_warp;
    wire [WARP-1:0]         entries_read_since;
    reg                     entries_write_trigger;
    reg  [PC-1:0]           entries_write_pc;
    reg  [ADDRESS-1:0]      entries_write_address;
    reg  [CONF-1:0]         entries_write_confidence;
    reg  [DIST-1:0]         entries_write_distance;
    wire [ENTRIES-1:0]      states_fixed;
    wire                    states_is_sent;
    wire                    states_is_filled;
    wire                    states_is_slow;
    wire                    triggers_clear;
    wire [ENTRY-1:0]        triggers_read;
    wire                    triggers_fire;
    wire                    triggers_moves;
    wire [ENTRY-1:0]        triggers_place;
    wire [PC-1:0]           triggers_new_pc;
    wire [ADDRESS-1:0]      triggers_address;
    wire [CONF-1:0]         triggers_new_confidence;
    wire [DIST-1:0]         triggers_new_hops;
    wire                    triggers_line_v;
    wire [ADDRESS-1:0]      triggers_line;
    wire [ENTRY-1:0]        triggers_line_entry;
    wire                    triggers_has_fired;
    wire                    triggers_quiet;
    wire                    training_weigh;
    wire                    training_trains;
    wire                    training_trusted;
    wire                    training_mismatch;
    wire                    training_grows;
    wire                    training_shrinks;
    wire [OFFSET-1:0]       training_new_offset;
    wire [CONF-1:0]         training_new_confidence;
    wire [DIST-1:0]         training_new_distance;
    wire [WARP-1:0]         training_new_since;
    wire [STEP-1:0]         training_iteration;
    wire [ADDRESS-1:0]      training_target;
    wire [2:0]              training_shift;
    wire                    training_both;
    wire [(JOBS * JOB)-1:0] jobs_words;
    wire [JOB-1:0]          jobs_first_next;
    wire [JOBS-1:0]         jobs_used;
    wire                    generator_pop;
    wire                    generator_line_v;
    wire [ADDRESS-1:0]      generator_line;
    wire [ENTRY-1:0]        generator_entry;
    wire [WARP-1:0]         generator_warp;
    wire                    generator_first;
    wire                    queue_clear;
    wire                    queue_lost;
    wire                    queue_accept;
    wire                    queue_sent;

    apogee_intake #(.WARPS(WARPS), .PC(PC), .WAIT(WAIT), .DELAY(DELAY), .SLOTS(SLOTS)) intake (
        .clock      (clock),
        .reset      (reset),
        .clear      (intake_clear),
        .ld_v       (ld_v),
        .ld_first   (ld_first),
        .ld_last    (ld_last),
        .ld_pc      (ld_pc),
        .ld_warp    (ld_warp),
        .ready      (ld_rdy),
        .take       (intake_take),
        .take_first (intake_take_first),
        .look       (look),
        .commit     (commit),
        .due        (intake_due),
        .pc         (intake_pc),
        .warp       (intake_warp),
        .last_valid (intake_last_valid),
        .last_pc    (intake_last_pc)
    );

    apogee_walker #(
        .LANES       (LANES),
        .LANE        (LANE),
        .ADDRESS     (ADDRESS),
        .OFFSET      (OFFSET),
        .WAIT        (WAIT),
        .GENERAL_DIV (GENERAL_DIV)
    ) walker (
        .clock          (clock),
        .reset          (reset),
        .clear          (flush),
        .take           (intake_take),
        .take_first     (intake_take_first),
        .take_last      (ld_last),
        .take_mask      (ld_mask),
        .take_addresses (ld_addr),
        .commit         (commit),
        .next_active    (walker_next_active),
        .next_offset    (walker_next_offset),
        .next_lane      (walker_next_lane),
        .next_address   (walker_next_address),
        .lane           (walker_lane),
        .address        (walker_address),
        .linear         (walker_linear)
    );

    apogee_outcome #(.WAIT(WAIT), .ENTRY(ENTRY), .ADDRESS(ADDRESS)) outcome (
        .clock      (clock),
        .reset      (reset),
        .clear      (flush),
        .res_v      (res_v),
        .res_miss   (res_miss),
        .res_merged (res_merged),
        .res_entry  (res_entry),
        .res_line   (res_line),
        .commit     (commit),
        .valid      (outcome_valid),
        .miss       (outcome_miss),
        .merged     (outcome_merged),
        .entry      (outcome_entry),
        .line       (outcome_line)
    );

    apogee_table #(
        .ENTRIES (ENTRIES),
        .PC      (PC),
        .ADDRESS (ADDRESS),
        .OFFSET  (OFFSET),
        .CONF    (CONF),
        .LANE    (LANE),
        .DIST    (DIST),
        .WARP    (WARP)
    ) entries (
        .clock              (clock),
        .reset              (reset),
        .clear              (entries_clear),
        .look               (look),
        .look_pc            (intake_pc),
        .hit                (entries_hit),
        .place              (entries_place),
        .triggers           (entries_triggers),
        .look_for_line      (closes),
        .look_line          (link_line),
        .has_line           (entries_has_line),
        .fixed              (entries_fixed),
        .chained            (entries_chained),
        .look_victim        (entries_look_victim),
        .choose_victim      (weighs || triggers_has_fired || closes),
        .changes            (triggers_fire || waits),
        .changed            (entries_changed),
        .changed_confidence (entries_changed_confidence),
        .victim             (entries_victim),
        .victim_in_use      (entries_victim_in_use),
        .read               (entries_read),
        .read_address       (entries_read_address),
        .read_offset        (entries_read_offset),
        .read_confidence    (entries_read_confidence),
        .read_lane          (entries_read_lane),
        .read_distance      (entries_read_distance),
        .read_warp          (entries_read_warp),
        .read_since         (entries_read_since),
        .write              (commit || triggers_fire || link),
        .write_place        (write_place),
        .write_trigger      (entries_write_trigger),
        .write_pc           (entries_write_pc),
        .write_address      (entries_write_address),
        .write_offset       (training_new_offset),
        .write_confidence   (entries_write_confidence),
        .write_lane         (walker_lane),
        .write_distance     (entries_write_distance),
        .write_warp         (intake_warp),
        .write_since        (training_new_since)
    );

    apogee_states #(.ENTRIES(ENTRIES), .WARPS(WARPS)) states (
        .clock       (clock),
        .fixed       (states_fixed),
        .chained     (entries_chained),
        .fill_v      (fill_v),
        .fill_entry  (fill_entry),
        .fill_warp   (fill_warp),
        .sent_v      (queue_sent),
        .sent_entry  (pf_entry),
        .sent_warp   (pf_warp),
        .slow_v      (commit && outcome_merged),
        .slow_entry  (outcome_entry),
        .write       (commit || triggers_fire || link),
        .write_place (write_place),
        .clear_all   (!commit || !hit || training_mismatch),
        .clear_warp  (intake_warp),
        .place       (place),
        .warp        (intake_warp),
        .is_sent     (states_is_sent),
        .is_filled   (states_is_filled),
        .trigger     (triggers_read),
        .is_slow     (states_is_slow)
    );

    apogee_triggers #(
        .ENTRIES (ENTRIES),
        .PC      (PC),
        .ADDRESS (ADDRESS),
        .CONF    (CONF),
        .DIST    (DIST)
    ) triggers (
        .clock           (clock),
        .reset           (reset),
        .clear           (triggers_clear),
        .found           (entries_triggers),
        .pc              (intake_pc),
        .last_valid      (intake_last_valid),
        .last_pc         (intake_last_pc),
        .read            (triggers_read),
        .read_address    (entries_read_address),
        .read_confidence (entries_read_confidence),
        .read_hops       (entries_read_distance),
        .read_slow       (states_is_slow),
        .fire            (triggers_fire),
        .moves           (triggers_moves),
        .place           (triggers_place),
        .new_pc          (triggers_new_pc),
        .address         (triggers_address),
        .new_confidence  (triggers_new_confidence),
        .new_hops        (triggers_new_hops),
        .line_v          (triggers_line_v),
        .line            (triggers_line),
        .line_entry      (triggers_line_entry),
        .has_fired       (triggers_has_fired),
        .quiet           (triggers_quiet)
    );

    apogee_training #(
        .WARPS              (WARPS),
        .LANE               (LANE),
        .ADDRESS            (ADDRESS),
        .OFFSET             (OFFSET),
        .CONF               (CONF),
        .DIST               (DIST),
        .ITER               (ITER),
        .SLOW_REQUIRES_MISS (SLOW_REQUIRES_MISS),
        .GAP_FILL           (GAP_FILL),
        .RATE_LIMIT         (RATE_LIMIT)
    ) training (
        .clock            (clock),
        .weigh            (training_weigh),
        .entry_address    (entry_address),
        .entry_offset     (entry_offset),
        .entry_confidence (entry_confidence),
        .entry_lane       (entry_lane),
        .entry_distance   (entry_distance),
        .entry_warp       (entry_warp),
        .entry_since      (entry_since),
        .warp             (intake_warp),
        .active           (walker_next_active),
        .offset           (walker_next_offset),
        .lane             (walker_next_lane),
        .address          (walker_next_address),
        .threads          (iter_threads),
        .running          (live_warps),
        .commits          (commit),
        .linear           (walker_linear),
        .is_sent          (hit && states_is_sent),
        .is_filled        (hit && states_is_filled),
        .miss             (outcome_miss),
        .merged           (outcome_merged),
        .trains           (training_trains),
        .trusted          (training_trusted),
        .mismatch         (training_mismatch),
        .grows            (training_grows),
        .shrinks          (training_shrinks),
        .new_offset       (training_new_offset),
        .new_confidence   (training_new_confidence),
        .new_distance     (training_new_distance),
        .new_since        (training_new_since),
        .iteration        (training_iteration),
        .target           (training_target),
        .shift            (training_shift),
        .both             (training_both)
    );

    shift_list #(.N(JOBS), .W(JOB)) jobs (
        .clock      (clock),
        .reset      (reset),
        .clear      (flush),
        .take       (generator_pop),
        .up         (EVERY_JOB),
        .offer      (holds),
        .push       (job_wanted && !jobs_full),
        .data       (job),
        .words      (jobs_words),
        .first_next (jobs_first_next),
        .used       (jobs_used)
    );

    apogee_generator #(
        .ADDRESS (ADDRESS),
        .OFFSET  (OFFSET),
        .LANE    (LANE),
        .STEP    (STEP),
        .ENTRY   (ENTRY),
        .WARP    (WARP),
        .LOW     (LOW)
    ) generator (
        .clock         (clock),
        .reset         (reset),
        .clear         (flush),
        .job_valid     (job_used[0]),
        .job_target    (head[JOB_TARGET_AT +: ADDRESS]),
        .job_shift     (head[JOB_SHIFT_AT +: 3]),
        .job_both      (head[0]),
        .job_iteration (head[JOB_STEP_AT +: STEP]),
        .job_offset    (head[JOB_OFFSET_AT +: OFFSET]),
        .job_entry     (head[JOB_ENTRY_AT +: ENTRY]),
        .job_warp      (head[JOB_WARP_AT +: WARP]),
        .pop           (generator_pop),
        .accept        (queue_accept),
        .line_v        (generator_line_v),
        .line          (generator_line),
        .entry         (generator_entry),
        .warp          (generator_warp),
        .first         (generator_first)
    );

    apogee_queue #(.DEPTH(DEPTH), .ADDRESS(ADDRESS), .ENTRY(ENTRY), .WARP(WARP)) queue (
        .clock         (clock),
        .reset         (reset),
        .clear         (queue_clear),
        .trigger_v     (triggers_line_v),
        .trigger_line  (triggers_line),
        .trigger_entry (triggers_line_entry),
        .trigger_warp  (intake_warp),
        .lost          (queue_lost),
        .job_v         (generator_line_v),
        .job_line      (generator_line),
        .job_entry     (generator_entry),
        .job_warp      (generator_warp),
        .job_first     (generator_first),
        .accept        (queue_accept),
        .pf_rdy        (pf_rdy),
        .pf_sent       (pf_sent),
        .pf_v          (pf_v),
        .pf_line       (pf_line),
        .pf_entry      (pf_entry),
        .pf_warp       (pf_warp),
        .pf_track      (pf_track),
        .pf_trig       (pf_trig),
        .sent          (queue_sent)
    );

    // Loads come in, and are walked.
    assign intake_clear = flush;

    // The steps of the oldest load.
    assign look = intake_due && !reads && !weighs && !holds && !closes && !links;
    assign waits = holds && triggers_quiet;
    assign commit = waits && outcome_valid;

    always @(posedge clock) begin
        if (reset) begin
            reads <= 1'b0;
            weighs <= 1'b0;
            holds <= 1'b0;
            closes <= 1'b0;
            links <= 1'b0;
        end else begin
            reads <= look;
            weighs <= reads;
            holds <= weighs || (holds && !commit);
            closes <= commit;
            links <= closes;
            if (flush) begin
                reads <= 1'b0;
                weighs <= 1'b0;
                holds <= 1'b0;
                closes <= 1'b0;
                links <= 1'b0;
            end
        end
    end

    // Look.
    assign entries_clear = flush;

    always @(posedge clock) begin
        if (look) begin
            hit <= entries_hit;
            place <= entries_place;
        end
    end

    // Read: the entry, or a new one.
    always @* begin
        entries_read = triggers_read;
        if (reads) begin
            entries_read = place;
        end
    end

    always @(posedge clock) begin
        if (reads) begin
            entry_address <= entries_read_address;
            entry_offset <= 0;
            entry_confidence <= 0;
            entry_lane <= entries_read_lane;
            entry_distance <= NEW_DISTANCE;
            entry_warp <= entries_read_warp;
            entry_since <= 0;
            if (hit) begin
                entry_offset <= entries_read_offset;
                entry_confidence <= entries_read_confidence;
                entry_distance <= entries_read_distance;
                entry_since <= entries_read_since;
            end
        end
    end

    // Weigh.
    assign training_weigh = weighs;

    // Triggers fire.
    assign triggers_clear = flush;

    // Commit.
    assign states_fixed = entries_fixed;
    assign allocates = commit && !hit;

    always @* begin
        new_place = entries_victim;
        if (hit) begin
            new_place = place;
        end
    end

    // The victim of the commit is found before it, but after the triggers; that of a trigger as the
    // commit leaves the table.
    assign entries_look_victim = reads || triggers_fire || waits;

    always @* begin
        entries_changed = new_place;
        entries_changed_confidence = training_new_confidence;
        if (triggers_fire) begin
            entries_changed = triggers_place;
            entries_changed_confidence = triggers_new_confidence;
        end
    end

    // Two cycles later: a trigger for a line that all lanes have read, and missed.
    assign scalar = training_trusted && (training_new_offset == 0);
    assign other_last = intake_last_valid && (intake_last_pc != intake_pc);

    always @(posedge clock) begin
        if (reset) begin
            link_wanted <= 1'b0;
        end else begin
            link_wanted <= 1'b0;
            if (commit) begin
                link_wanted <= TIA_EN && scalar && outcome_miss && !outcome_merged && other_last;
            end
            if (closes) begin
                link_wanted <= link_wanted;
            end
        end
    end

    always @(posedge clock) begin
        if (commit) begin
            link_line <= outcome_line & ~{{(ADDRESS - 8){1'b0}}, LOW[7:0]};
            link_pc <= intake_last_pc;
        end
    end

    always @(posedge clock) begin
        link_known <= entries_has_line;
    end

    assign link = links && link_wanted && !link_known;

    // One entry is written.
    always @* begin
        write_place = new_place;
        entries_write_trigger = 1'b0;
        entries_write_pc = intake_pc;
        entries_write_address = walker_address;
        entries_write_confidence = training_new_confidence;
        entries_write_distance = training_new_distance;
        if (triggers_fire) begin
            write_place = triggers_place;
            entries_write_trigger = 1'b1;
            entries_write_pc = triggers_new_pc;
            entries_write_address = triggers_address;
            entries_write_confidence = triggers_new_confidence;
            entries_write_distance = triggers_new_hops;
        end
        if (links) begin
            write_place = entries_victim;
            entries_write_trigger = 1'b1;
            entries_write_pc = link_pc;
            entries_write_address = link_line;
            entries_write_confidence = NEW_CONFIDENCE;
            entries_write_distance = NEW_DISTANCE;
        end
    end

    // Jobs.
    assign job_used = jobs_used;
    assign jobs_full = job_used[LAST_JOB];
    assign job_wanted = commit && FOA_EN && training_trusted && (training_new_offset != 0);
    assign job = {
        training_target, training_iteration, training_new_offset, new_place, intake_warp,
        training_shift, training_both
    };
    assign head = jobs_words[(0 * JOB) +: JOB];

    always @* begin : compute_unused
        integer i;
        unused = jobs_first_next != 0;
        for (i = 0; i < JOBS; i = i + 1)
            unused = unused || (jobs_words[(i * JOB) +: JOB] != 0);
    end

    // Lines.
    assign queue_clear = flush;

    // What has happened in this cycle shows in the next.
    always @(posedge clock) begin
        if (reset) begin
            stat_trained <= 1'b0;
            stat_trusted <= 1'b0;
            stat_mismatch <= 1'b0;
            stat_alloc <= 1'b0;
            stat_evict <= 1'b0;
            stat_dist_inc <= 1'b0;
            stat_dist_dec <= 1'b0;
            stat_trig_fire <= 1'b0;
            stat_trig_move <= 1'b0;
            stat_drop <= 1'b0;
        end else begin
            stat_trained <= commit && training_trains && !flush;
            stat_trusted <= commit && training_trusted && !flush;
            stat_mismatch <= commit && training_mismatch && !flush;
            stat_alloc <= (allocates || link) && !flush;
            stat_evict <= (allocates || link) && entries_victim_in_use && !flush;
            stat_dist_inc <= commit && training_grows && !flush;
            stat_dist_dec <= commit && training_shrinks && !flush;
            stat_trig_fire <= triggers_fire && !flush;
            stat_trig_move <= triggers_fire && triggers_moves && !flush;
            stat_drop <= (queue_lost || (job_wanted && jobs_full)) && !flush;
        end
    end

endmodule

`default_nettype wire
