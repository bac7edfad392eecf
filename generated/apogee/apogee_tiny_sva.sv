// SPDX-License-Identifier: Apache-2.0
// apogee_tiny_sva: the invariants of apogee_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: at most one FOA or SCALAR entry of a PC, at most one TRIG entry of a line.
module apogee_tiny_i01_unique #(
    parameter n_entries = 4,
    parameter pc_bits = 2,
    parameter addr_bits = 8,
    parameter wait_depth = 2,
    parameter issue_latency = 8,
    parameter ENTRY = $clog2(n_entries),
    parameter DELAY = issue_latency - 6
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            reads,
    input wire                            weighs,
    input wire                            holds,
    input wire                            closes,
    input wire                            links,
    input wire                            hit,
    input wire [ENTRY-1:0]                place,
    input wire [n_entries-1:0]            entries__valid,
    input wire [n_entries-1:0]            entries__trigger,
    input wire [n_entries-1:0]            triggers__waiting,
    input wire                            triggers__is_chosen,
    input wire [ENTRY-1:0]                triggers__read,
    input wire                            triggers__fire,
    input wire [ENTRY-1:0]                triggers__place,
    input wire                            triggers__quiet,
    input wire                            link_known,
    input wire [addr_bits-1:0]            link_line,
    input wire [pc_bits-1:0]              intake__pc,
    input wire [DELAY-1:0]                intake__line,
    input wire [$clog2(wait_depth+1)-1:0] intake__ripe,
    input wire [wait_depth-1:0]           intake__loads__used,
    input wire [n_entries*pc_bits-1:0]    entries__pc,
    input wire [n_entries*addr_bits-1:0]  entries__address,
    input wire [addr_bits-1:0]            triggers__address
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_entries-1:0] of_pc, of_line;
    wire single;
    apogee_tiny_apogee_entries #(.n_entries(n_entries), .pc_bits(pc_bits), .addr_bits(addr_bits)) entries (
        .valid(entries__valid), .trigger(entries__trigger), .entry_pc(entries__pc), .address(entries__address),
        .pc(intake__pc), .line(link_line), .of_pc(of_pc), .of_line(of_line), .single(single)
    );

    wire sound;
    apogee_tiny_apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    // Every load that waits is young, ripe, or at work; those that wait are the first ones of the list.
    reg [$clog2(wait_depth+DELAY+2):0] loads, elsewhere;
    reg                                first;
    integer i;
    always @* begin
        loads = 0;
        first = 1'b1;
        elsewhere = intake__ripe + (reads || weighs || holds);
        for (i = 0; i < wait_depth; i = i + 1) begin
            loads = loads + intake__loads__used[i];
            if (i != 0 && intake__loads__used[i] && !intake__loads__used[i-1]) first = 1'b0;
        end
        for (i = 0; i < DELAY - 1; i = i + 1) elsewhere = elsewhere + intake__line[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (single && sound && first && loads == elsewhere) else $error("%m: invariant 1"); end
            // A load commits only when none of its triggers is left.
            if (holds && triggers__quiet) begin if (armed) assert (triggers__waiting == 0 && !triggers__is_chosen && !triggers__fire) else $error("%m: invariant 1"); end
            // What the lookups have found still stands.
            if (reads || weighs || holds) begin if (armed) assert (hit ? of_pc[place] : of_pc == 0) else $error("%m: invariant 1"); end
            if (links) begin if (armed) assert (link_known == (of_line != 0)) else $error("%m: invariant 1"); end
            if (triggers__fire) begin if (armed) assert (triggers__address == entries__address[triggers__place*addr_bits +: addr_bits]) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 2: distances are 1 to 2^dist_bits-1; a job is made only with an offset that is not 0 and has been confirmed.
module apogee_tiny_i02_distance #(
    parameter n_entries = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter dist_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   reads,
    input wire                   weighs,
    input wire                   holds,
    input wire                   closes,
    input wire                   links,
    input wire                   hit,
    input wire [ENTRY-1:0]       place,
    input wire [n_entries-1:0]   entries__valid,
    input wire [n_entries-1:0]   entries__trigger,
    input wire [n_entries-1:0]   triggers__waiting,
    input wire                   triggers__is_chosen,
    input wire [ENTRY-1:0]       triggers__read,
    input wire                   triggers__fire,
    input wire [ENTRY-1:0]       triggers__place,
    input wire [dist_bits-1:0]   entry_distance,
    input wire                   job_wanted,
    input wire [dist_bits-1:0]   entries__distance_0,
    input wire [dist_bits-1:0]   entries__distance_1,
    input wire [dist_bits-1:0]   entries__distance_2,
    input wire [dist_bits-1:0]   entries__distance_3,
    input wire [dist_bits-1:0]   triggers__entry_hops,
    input wire                   training__many,
    input wire                   training__untrained,
    input wire [conf_bits-1:0]   training__old_confidence,
    input wire [conf_bits-1:0]   training__raised,
    input wire [dist_bits-1:0]   training__distance,
    input wire [dist_bits-1:0]   training__farther,
    input wire [dist_bits-1:0]   training__closer,
    input wire                   training__can_grow,
    input wire                   training__can_shrink,
    input wire [offset_bits-1:0] training__new_offset,
    input wire [conf_bits-1:0]   training__new_confidence
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_entries*dist_bits-1:0] distances =
        {entries__distance_3, entries__distance_2, entries__distance_1, entries__distance_0};
    wire sound;
    apogee_tiny_apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin assume (sound) else armed = 1'b0; end
            for (i = 0; i < n_entries; i = i + 1)
                begin if (armed) assert (!entries__valid[i] || distances[i*dist_bits +: dist_bits] != 0) else $error("%m: invariant 2"); end
            if (triggers__fire) begin if (armed) assert (triggers__entry_hops != 0) else $error("%m: invariant 2"); end
            // The numbers that are weighed: those of the entry, or of a new one.
            if (weighs) begin if (armed) assert (entry_distance != 0) else $error("%m: invariant 2"); end
            if (holds) begin
                begin if (armed) assert (training__distance != 0) else $error("%m: invariant 2"); end
                begin if (armed) assert (training__farther == training__distance + 1'b1 && training__closer == training__distance - 1'b1) else $error("%m: invariant 2"); end
                begin if (armed) assert (training__can_grow == !(&training__distance) && training__can_shrink == (training__distance != 1)) else $error("%m: invariant 2"); end
                begin if (armed) assert (training__untrained == (training__old_confidence == 0)) else $error("%m: invariant 2"); end
                begin if (armed) assert (!training__many || training__raised != 0) else $error("%m: invariant 2"); end
            end
            if (job_wanted) begin if (armed) assert (training__new_offset != 0 && training__new_confidence != 0) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 3: an entry and a warp are in the state 01 only between a tracked prefetch that is sent and its fill, the next load of that
// entry and warp, a mismatch, or the loss of the entry; never in the state 11.
module apogee_tiny_i03_states #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = $clog2(n_warps)
) (
    input wire                         clock,
    input wire                         reset,
    input wire                         reads,
    input wire                         weighs,
    input wire                         holds,
    input wire                         closes,
    input wire                         links,
    input wire                         hit,
    input wire [ENTRY-1:0]             place,
    input wire [n_entries-1:0]         entries__valid,
    input wire [n_entries-1:0]         entries__trigger,
    input wire [n_entries-1:0]         triggers__waiting,
    input wire                         triggers__is_chosen,
    input wire [ENTRY-1:0]             triggers__read,
    input wire                         triggers__fire,
    input wire [ENTRY-1:0]             triggers__place,
    input wire                         pf_v,
    input wire                         pf_rdy,
    input wire                         pf_sent,
    input wire                         pf_track,
    input wire [ENTRY-1:0]             pf_entry,
    input wire [WARP-1:0]              pf_warp,
    input wire                         fill_v,
    input wire [ENTRY-1:0]             fill_entry,
    input wire [WARP-1:0]              fill_warp,
    input wire                         commit,
    input wire [ENTRY-1:0]             write_place,
    input wire [WARP-1:0]              intake__warp,
    input wire                         training__mismatch,
    input wire                         entries__write,
    input wire [n_entries*n_warps-1:0] states__sent,
    input wire [n_entries*n_warps-1:0] states__filled,
    input wire                         states__is_sent,
    input wire                         states__is_filled
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Prefetches whose fill would count.
    reg [n_entries*n_warps-1:0] pending, next;
    wire all = !commit || !hit || training__mismatch;
    integer i, w;
    always @* begin
        next = pending;
        for (i = 0; i < n_entries; i = i + 1) for (w = 0; w < n_warps; w = w + 1) begin
            if (fill_v && fill_entry == i && fill_warp == w) next[i*n_warps+w] = 1'b0;
            if (pf_v && pf_rdy && pf_sent && pf_track && pf_entry == i && pf_warp == w) next[i*n_warps+w] = 1'b1;
            if (entries__write && write_place == i && (all || intake__warp == w)) next[i*n_warps+w] = 1'b0;
        end
    end
    always @(posedge clock) pending <= next;

    wire sound;
    apogee_tiny_apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin assume (sound) else armed = 1'b0; end
            if (holds && hit) begin if (armed) assert (!(states__is_sent && states__is_filled)) else $error("%m: invariant 3"); end
        end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) for (i = 0; i < n_entries; i = i + 1) if (entries__valid[i] && !entries__trigger[i])
            for (w = 0; w < n_warps; w = w + 1) begin
                begin if (armed) assert (!states__sent[i*n_warps+w] || pending[i*n_warps+w]) else $error("%m: invariant 3"); end
                begin if (armed) assert (!states__sent[i*n_warps+w] || !states__filled[i*n_warps+w]) else $error("%m: invariant 3"); end
            end
    end
endmodule

// Invariant 4, of jobs: lines are generated from the jobs that the training has made, unchanged and in their order, and from no others.
module apogee_tiny_i04_jobs #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter offset_bits = 4,
    parameter addr_bits = 8,
    parameter iter_bits = 4,
    parameter job_depth = 2,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = n_warps > 2 ? $clog2(n_warps) : 1,
    parameter STEP = offset_bits + iter_bits < addr_bits ? offset_bits + iter_bits : addr_bits,
    parameter JOB = STEP + addr_bits + offset_bits + ENTRY + WARP + 4
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     flush,
    input wire                     job_wanted,
    input wire [addr_bits-1:0]     training__target,
    input wire [STEP-1:0]          training__iteration,
    input wire [offset_bits-1:0]   training__new_offset,
    input wire [2:0]               training__shift,
    input wire                     training__both,
    input wire [ENTRY-1:0]         new_place,
    input wire [WARP-1:0]          intake__warp,
    input wire [job_depth-1:0]     jobs__used,
    input wire [job_depth*JOB-1:0] jobs__words,
    input wire                     generator__pop,
    input wire                     generator__line_v,
    input wire                     generator__job_valid,
    input wire [addr_bits-1:0]     generator__job_target,
    input wire [STEP-1:0]          generator__job_iteration,
    input wire [offset_bits-1:0]   generator__job_offset,
    input wire [2:0]               generator__job_shift,
    input wire                     generator__job_both,
    input wire [ENTRY-1:0]         generator__job_entry,
    input wire [WARP-1:0]          generator__job_warp
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [JOB-1:0] made = {training__target, training__iteration, training__new_offset, new_place, intake__warp,
        training__shift, training__both};
    wire [JOB-1:0] head = {generator__job_target, generator__job_iteration, generator__job_offset, generator__job_entry,
        generator__job_warp, generator__job_shift, generator__job_both};

    // Jobs made and not generated from, the oldest lowest.
    reg [job_depth*JOB-1:0]         waiting;
    reg [$clog2(job_depth+1)-1:0]   count;
    wire                            pops = generator__pop;
    wire [$clog2(job_depth+1)-1:0]  left = count - pops;
    wire                            stored = job_wanted && count != job_depth;
    integer i;
    always @(posedge clock) begin
        if (pops) waiting <= waiting >> JOB;
        if (stored) for (i = 0; i < job_depth; i = i + 1) if (left == i) waiting[i*JOB +: JOB] <= made;
        count <= left + stored;
        if (reset || flush) count <= 0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (count <= job_depth) else $error("%m: invariant 4"); end
            for (i = 0; i < job_depth; i = i + 1) begin
                begin if (armed) assert (jobs__used[i] == (count > i)) else $error("%m: invariant 4"); end
                if (count > i) begin if (armed) assert (jobs__words[i*JOB +: JOB] == waiting[i*JOB +: JOB]) else $error("%m: invariant 4"); end
            end
            begin if (armed) assert (generator__job_valid == (count != 0)) else $error("%m: invariant 4"); end
            begin if (armed) assert (pops == (count != 0 && !generator__line_v)) else $error("%m: invariant 4"); end
            if (pops) begin if (armed) assert (head == waiting[JOB-1:0]) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 7: the distance of an entry changes only by a load of its PC that commits, by one, or back to 1.
module apogee_tiny_i07_distance #(
    parameter n_entries = 4,
    parameter dist_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 reads,
    input wire                 weighs,
    input wire                 holds,
    input wire                 closes,
    input wire                 links,
    input wire                 hit,
    input wire [ENTRY-1:0]     place,
    input wire [n_entries-1:0] entries__valid,
    input wire [n_entries-1:0] entries__trigger,
    input wire [n_entries-1:0] triggers__waiting,
    input wire                 triggers__is_chosen,
    input wire [ENTRY-1:0]     triggers__read,
    input wire                 triggers__fire,
    input wire [ENTRY-1:0]     triggers__place,
    input wire                 commit,
    input wire                 stat_dist_inc,
    input wire                 stat_dist_dec,
    input wire                 stat_mismatch,
    input wire                 flush,
    input wire                 states__is_sent,
    input wire                 states__is_filled,
    input wire [dist_bits-1:0] entry_distance,
    input wire [dist_bits-1:0] training__distance,
    input wire [dist_bits-1:0] training__farther,
    input wire [dist_bits-1:0] training__closer,
    input wire [dist_bits-1:0] entries__distance_0,
    input wire [dist_bits-1:0] entries__distance_1,
    input wire [dist_bits-1:0] entries__distance_2,
    input wire [dist_bits-1:0] entries__distance_3
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_entries*dist_bits-1:0] distances =
        {entries__distance_3, entries__distance_2, entries__distance_1, entries__distance_0};
    wire [n_entries-1:0] fixed = entries__valid & ~entries__trigger;

    // As it was a cycle before.
    reg                           past = 1'b0;
    reg [n_entries*dist_bits-1:0] then;
    reg [n_entries-1:0]           were;
    reg                           committed, flushed;
    reg [ENTRY-1:0]               where;
    always @(posedge clock) begin
        past <= !reset;
        then <= distances;
        were <= fixed;
        committed <= commit && hit;
        flushed <= flush;
        where <= place;
    end

    wire sound;
    apogee_tiny_apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    // Entries whose distance is another one, and those of which it may be.
    reg [n_entries-1:0] changes, may_change;
    reg [dist_bits-1:0] current, previous;
    integer i;
    always @* for (i = 0; i < n_entries; i = i + 1) begin
        current = distances[i*dist_bits +: dist_bits];
        previous = then[i*dist_bits +: dist_bits];
        changes[i] = current != previous;
        may_change[i] = current == 1;
        if (committed && where == i && !stat_mismatch)
            may_change[i] = stat_dist_inc ? current == previous + 1'b1 : stat_dist_dec && current == previous - 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin assume (sound) else armed = 1'b0; end
            if (holds && hit) begin assume (!(states__is_sent && states__is_filled)) else armed = 1'b0; end     // Invariant 3.
            if (weighs) begin if (armed) assert (entry_distance == (hit ? distances[place*dist_bits +: dist_bits] : 1)) else $error("%m: invariant 7"); end
            if (holds) begin
                begin if (armed) assert (training__distance == (hit ? distances[place*dist_bits +: dist_bits] : 1)) else $error("%m: invariant 7"); end
                begin if (armed) assert (training__farther == training__distance + 1'b1 && training__closer == training__distance - 1'b1) else $error("%m: invariant 7"); end
            end
            for (i = 0; i < n_entries; i = i + 1)
                begin if (armed) assert (!past || flushed || !were[i] || !fixed[i] || !changes[i] || may_change[i]) else $error("%m: invariant 7"); end
        end
    end

endmodule

// Invariant 8: the L1D looks for no more lines than were queued: the queue holds those that were and that it has not looked for, at most
// pfq_depth; a line that finds no place is lost, and told.
module apogee_tiny_i08_queue #(
    parameter pfq_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 flush,
    input wire                 pf_v,
    input wire                 pf_rdy,
    input wire                 triggers__line_v,
    input wire                 generator__line_v,
    input wire                 queue__lost,
    input wire                 queue__accept,
    input wire [pfq_depth-1:0] queue__lines__used
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [$clog2(pfq_depth+1):0] held;    // Queued and not looked for.
    always @(posedge clock) begin
        if (reset || flush) held <= 0;
        else held <= held + ((triggers__line_v && !queue__lost) || queue__accept) - (pf_v && pf_rdy);
    end

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (held <= pfq_depth && pf_v == (held != 0)) else $error("%m: invariant 8"); end
            for (i = 0; i < pfq_depth; i = i + 1) begin if (armed) assert (queue__lines__used[i] == (held > i)) else $error("%m: invariant 8"); end
            begin if (armed) assert (queue__lost == (triggers__line_v && held == pfq_depth)) else $error("%m: invariant 8"); end
            begin if (armed) assert (queue__accept == (generator__line_v && !triggers__line_v && held != pfq_depth)) else $error("%m: invariant 8"); end
        end
    end

endmodule

// Invariant 9: the offset of an entry with confidence was confirmed by a load of three lanes or more since the last mismatch, and since
// the entry was allocated.
module apogee_tiny_i09_confirmed #(
    parameter n_entries = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           reads,
    input wire                           weighs,
    input wire                           holds,
    input wire                           closes,
    input wire                           links,
    input wire                           hit,
    input wire [ENTRY-1:0]               place,
    input wire [n_entries-1:0]           entries__valid,
    input wire [n_entries-1:0]           entries__trigger,
    input wire [n_entries-1:0]           triggers__waiting,
    input wire                           triggers__is_chosen,
    input wire [ENTRY-1:0]               triggers__read,
    input wire                           triggers__fire,
    input wire [ENTRY-1:0]               triggers__place,
    input wire                           commit,
    input wire [ENTRY-1:0]               write_place,
    input wire [conf_bits-1:0]           entry_confidence,
    input wire [offset_bits-1:0]         entry_offset,
    input wire [n_entries*conf_bits-1:0] entries__confidence,
    input wire [offset_bits-1:0]         entries__offset_0,
    input wire [offset_bits-1:0]         entries__offset_1,
    input wire [offset_bits-1:0]         entries__offset_2,
    input wire [offset_bits-1:0]         entries__offset_3,
    input wire                           training__trains,
    input wire                           training__mismatch,
    input wire [conf_bits-1:0]           training__old_confidence,
    input wire [offset_bits-1:0]         training__old_offset,
    input wire [offset_bits-1:0]         training__shown
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_entries*offset_bits-1:0] offsets =
        {entries__offset_3, entries__offset_2, entries__offset_1, entries__offset_0};
    wire [n_entries-1:0] fixed = entries__valid & ~entries__trigger;

    // What was confirmed last, of each entry.
    reg [n_entries-1:0]             confirmed;
    reg [n_entries*offset_bits-1:0] as;
    always @(posedge clock) if (commit) begin
        if (training__mismatch || !hit) confirmed[write_place] <= 1'b0;
        if (training__trains) begin
            confirmed[write_place] <= 1'b1;
            as[write_place*offset_bits +: offset_bits] <= training__shown;
        end
    end

    wire sound;
    apogee_tiny_apogee_steps #(.n_entries(n_entries)) steps (
        .reads(reads), .weighs(weighs), .holds(holds), .closes(closes), .links(links), .hit(hit), .place(place),
        .valid(entries__valid), .trigger(entries__trigger), .waiting(triggers__waiting), .chosen(triggers__is_chosen),
        .chosen_place(triggers__read), .fires(triggers__fire), .fires_place(triggers__place), .sound(sound)
    );

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin assume (sound) else armed = 1'b0; end
            if (weighs) begin if (armed) assert (hit ? entry_confidence == entries__confidence[place*conf_bits +: conf_bits] &&
                entry_offset == offsets[place*offset_bits +: offset_bits] : entry_confidence == 0) else $error("%m: invariant 9"); end
            if (holds) begin if (armed) assert (hit ? training__old_confidence == entries__confidence[place*conf_bits +: conf_bits] &&
                training__old_offset == offsets[place*offset_bits +: offset_bits] : training__old_confidence == 0) else $error("%m: invariant 9"); end
            for (i = 0; i < n_entries; i = i + 1)
                if (fixed[i] && entries__confidence[i*conf_bits +: conf_bits] != 0)
                    begin if (armed) assert (confirmed[i] && as[i*offset_bits +: offset_bits] == offsets[i*offset_bits +: offset_bits]) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 9, what it rests on: what is read of an entry is what was last written to it.
module apogee_tiny_i09_entries #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter warp_size = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter dist_bits = 3,
    parameter addr_bits = 8,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = n_warps > 2 ? $clog2(n_warps) : 1,
    parameter LANE = $clog2(warp_size),
    parameter WORD = addr_bits + offset_bits + conf_bits + LANE + dist_bits + 2 * WARP
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           entries__write,
    input wire [ENTRY-1:0]               entries__write_place,
    input wire [addr_bits-1:0]           entries__write_address,
    input wire [offset_bits-1:0]         entries__write_offset,
    input wire [conf_bits-1:0]           entries__write_confidence,
    input wire [LANE-1:0]                entries__write_lane,
    input wire [dist_bits-1:0]           entries__write_distance,
    input wire [WARP-1:0]                entries__write_warp,
    input wire [WARP-1:0]                entries__write_since,
    input wire [ENTRY-1:0]               entries__read,
    input wire [addr_bits-1:0]           entries__read_address,
    input wire [offset_bits-1:0]         entries__read_offset,
    input wire [conf_bits-1:0]           entries__read_confidence,
    input wire [LANE-1:0]                entries__read_lane,
    input wire [dist_bits-1:0]           entries__read_distance,
    input wire [WARP-1:0]                entries__read_warp,
    input wire [WARP-1:0]                entries__read_since,
    input wire [n_entries*addr_bits-1:0] entries__address,
    input wire [n_entries*conf_bits-1:0] entries__confidence,
    input wire [offset_bits-1:0]         entries__offset_0,
    input wire [offset_bits-1:0]         entries__offset_1,
    input wire [offset_bits-1:0]         entries__offset_2,
    input wire [offset_bits-1:0]         entries__offset_3,
    input wire [LANE-1:0]                entries__lane_0,
    input wire [LANE-1:0]                entries__lane_1,
    input wire [LANE-1:0]                entries__lane_2,
    input wire [LANE-1:0]                entries__lane_3,
    input wire [dist_bits-1:0]           entries__distance_0,
    input wire [dist_bits-1:0]           entries__distance_1,
    input wire [dist_bits-1:0]           entries__distance_2,
    input wire [dist_bits-1:0]           entries__distance_3,
    input wire [WARP-1:0]                entries__last_warp_0,
    input wire [WARP-1:0]                entries__last_warp_1,
    input wire [WARP-1:0]                entries__last_warp_2,
    input wire [WARP-1:0]                entries__last_warp_3,
    input wire [WARP-1:0]                entries__since_0,
    input wire [WARP-1:0]                entries__since_1,
    input wire [WARP-1:0]                entries__since_2,
    input wire [WARP-1:0]                entries__since_3
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_entries*WORD-1:0] table_words = {
        entries__address[3*addr_bits +: addr_bits], entries__offset_3, entries__confidence[3*conf_bits +: conf_bits],
        entries__lane_3, entries__distance_3, entries__last_warp_3, entries__since_3,
        entries__address[2*addr_bits +: addr_bits], entries__offset_2, entries__confidence[2*conf_bits +: conf_bits],
        entries__lane_2, entries__distance_2, entries__last_warp_2, entries__since_2,
        entries__address[addr_bits +: addr_bits], entries__offset_1, entries__confidence[conf_bits +: conf_bits],
        entries__lane_1, entries__distance_1, entries__last_warp_1, entries__since_1,
        entries__address[addr_bits-1:0], entries__offset_0, entries__confidence[conf_bits-1:0],
        entries__lane_0, entries__distance_0, entries__last_warp_0, entries__since_0};

    // Entries that have been written, and what.
    reg [n_entries-1:0]      known = 0;
    reg [n_entries*WORD-1:0] written;
    always @(posedge clock) if (entries__write) begin
        known[entries__write_place] <= 1'b1;
        written[entries__write_place*WORD +: WORD] <= {entries__write_address, entries__write_offset, entries__write_confidence,
            entries__write_lane, entries__write_distance, entries__write_warp, entries__write_since};
    end

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            for (i = 0; i < n_entries; i = i + 1)
                if (known[i]) begin if (armed) assert (table_words[i*WORD +: WORD] == written[i*WORD +: WORD]) else $error("%m: invariant 9"); end
            if (known[entries__read])
                begin if (armed) assert ({entries__read_address, entries__read_offset, entries__read_confidence, entries__read_lane,
                    entries__read_distance, entries__read_warp, entries__read_since} == written[entries__read*WORD +: WORD]) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 10: after a flush nothing of before is left: no entry, no load, no job, no line.
module apogee_tiny_i10_flush #(
    parameter n_entries = 4,
    parameter wait_depth = 2,
    parameter job_depth = 2,
    parameter pfq_depth = 2,
    parameter issue_latency = 8
) (
    input wire                            clock,
    input wire                            reset,
    input wire                            flush,
    input wire                            pf_v,
    input wire                            reads,
    input wire                            weighs,
    input wire                            holds,
    input wire                            closes,
    input wire                            links,
    input wire [issue_latency-7:0]        intake__line,
    input wire [$clog2(wait_depth+1)-1:0] intake__ripe,
    input wire                            intake__open,
    input wire [wait_depth-1:0]           intake__loads__used,
    input wire [wait_depth-1:0]           walker__walks__used,
    input wire                            walker__q_valid,
    input wire                            walker__l_valid,
    input wire [wait_depth-1:0]           outcome__outcomes__used,
    input wire [n_entries-1:0]            entries__valid,
    input wire [n_entries-1:0]            triggers__waiting,
    input wire                            triggers__is_chosen,
    input wire                            triggers__fire,
    input wire                            triggers__has_fired,
    input wire                            triggers__line_v,
    input wire [job_depth-1:0]            jobs__used,
    input wire                            generator__line_v,
    input wire [pfq_depth-1:0]            queue__lines__used
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg flushed = 1'b0;
    always @(posedge clock) flushed <= flush && !reset;

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && flushed) begin
            begin if (armed) assert (!pf_v && queue__lines__used == 0 && !generator__line_v && jobs__used == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (triggers__waiting == 0 && !triggers__is_chosen && !triggers__fire && !triggers__has_fired && !triggers__line_v) else $error("%m: invariant 10"); end
            begin if (armed) assert (!reads && !weighs && !holds && !closes && !links && entries__valid == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (intake__line == 0 && intake__ripe == 0 && !intake__open && intake__loads__used == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (walker__walks__used == 0 && !walker__q_valid && !walker__l_valid && outcome__outcomes__used == 0) else $error("%m: invariant 10"); end
        end
    end

endmodule

module apogee_tiny_apogee_entries #(
    parameter n_entries = 4,
    parameter pc_bits = 2,
    parameter addr_bits = 8
) (
    input wire [n_entries-1:0]           valid,
    input wire [n_entries-1:0]           trigger,
    input wire [n_entries*pc_bits-1:0]   entry_pc,
    input wire [n_entries*addr_bits-1:0] address,
    input wire [pc_bits-1:0]             pc,
    input wire [addr_bits-1:0]           line,
    output reg [n_entries-1:0]           of_pc,   // FOA and SCALAR entries for `pc`.
    output reg [n_entries-1:0]           of_line, // TRIG entries for `line`.
    output reg                           single   // Invariant 1.
);

    integer i, j;
    always @* begin
        single = 1'b1;
        for (i = 0; i < n_entries; i = i + 1) begin
            of_pc[i] = valid[i] && !trigger[i] && entry_pc[i*pc_bits +: pc_bits] == pc;
            of_line[i] = valid[i] && trigger[i] && address[i*addr_bits +: addr_bits] == line;
            for (j = 0; j < i; j = j + 1) if (valid[i] && valid[j] && trigger[i] == trigger[j]) begin
                if (trigger[i] && address[i*addr_bits +: addr_bits] == address[j*addr_bits +: addr_bits]) single = 1'b0;
                if (!trigger[i] && entry_pc[i*pc_bits +: pc_bits] == entry_pc[j*pc_bits +: pc_bits]) single = 1'b0;
            end
        end
    end

endmodule

module apogee_tiny_apogee_steps #(
    parameter n_entries = 4,
    parameter ENTRY = $clog2(n_entries)
) (
    input wire                 reads,
    input wire                 weighs,
    input wire                 holds,
    input wire                 closes,
    input wire                 links,
    input wire                 hit,             // The load has an entry,
    input wire [ENTRY-1:0]     place,           // this one.
    input wire [n_entries-1:0] valid,
    input wire [n_entries-1:0] trigger,
    input wire [n_entries-1:0] waiting,         // Triggers of the load that wait,
    input wire                 chosen,          // that is read,
    input wire [ENTRY-1:0]     chosen_place,
    input wire                 fires,           // that fires.
    input wire [ENTRY-1:0]     fires_place,
    output wire                sound
);

    wire busy = reads || weighs || holds;
    wire one = reads + weighs + holds + closes + links <= 3'd1;
    wire found = !busy || !hit || (valid[place] && !trigger[place]);
    // Only triggers fire, and only while their load is at work.
    wire only_triggers = (waiting & ~(valid & trigger)) == 0 && (!chosen || (valid[chosen_place] && trigger[chosen_place])) &&
        (!fires || (valid[fires_place] && trigger[fires_place]));
    wire at_work = (busy || waiting == 0) && (weighs || holds || !chosen) && (holds || !fires);
    assign sound = one && found && only_triggers && at_work;

endmodule

bind apogee_tiny apogee_tiny_i01_unique #(
    .n_entries(4), .pc_bits(2), .addr_bits(8), .wait_depth(2), .issue_latency(8)) i01_unique (
    .clock(clock), .reset(reset), .reads(unit.reads), .weighs(unit.weighs), .holds(unit.holds),
    .closes(unit.closes), .links(unit.links), .hit(unit.hit), .place(unit.place),
    .entries__valid(unit.entries.valid), .entries__trigger(unit.entries.trigger),
    .triggers__waiting(unit.triggers.waiting), .triggers__is_chosen(unit.triggers.is_chosen),
    .triggers__read(unit.triggers.read), .triggers__fire(unit.triggers.fire),
    .triggers__place(unit.triggers.place), .triggers__quiet(unit.triggers.quiet),
    .link_known(unit.link_known), .link_line(unit.link_line), .intake__pc(unit.intake.pc),
    .intake__line(unit.intake.line), .intake__ripe(unit.intake.ripe),
    .intake__loads__used(unit.intake.loads.used), .entries__pc(unit.entries.pc),
    .entries__address(unit.entries.address), .triggers__address(unit.triggers.address));

bind apogee_tiny apogee_tiny_i02_distance #(
    .n_entries(4), .offset_bits(4), .conf_bits(2), .dist_bits(2)) i02_distance (
    .clock(clock), .reset(reset), .reads(unit.reads), .weighs(unit.weighs), .holds(unit.holds),
    .closes(unit.closes), .links(unit.links), .hit(unit.hit), .place(unit.place),
    .entries__valid(unit.entries.valid), .entries__trigger(unit.entries.trigger),
    .triggers__waiting(unit.triggers.waiting), .triggers__is_chosen(unit.triggers.is_chosen),
    .triggers__read(unit.triggers.read), .triggers__fire(unit.triggers.fire),
    .triggers__place(unit.triggers.place), .entry_distance(unit.entry_distance),
    .job_wanted(unit.job_wanted), .entries__distance_0(unit.entries.distance[0]),
    .entries__distance_1(unit.entries.distance[1]), .entries__distance_2(unit.entries.distance[2]),
    .entries__distance_3(unit.entries.distance[3]), .triggers__entry_hops(unit.triggers.entry_hops),
    .training__many(unit.training.many), .training__untrained(unit.training.untrained),
    .training__old_confidence(unit.training.old_confidence),
    .training__raised(unit.training.raised), .training__distance(unit.training.distance),
    .training__farther(unit.training.farther), .training__closer(unit.training.closer),
    .training__can_grow(unit.training.can_grow), .training__can_shrink(unit.training.can_shrink),
    .training__new_offset(unit.training.new_offset),
    .training__new_confidence(unit.training.new_confidence));

bind apogee_tiny apogee_tiny_i03_states #(
    .n_entries(4), .n_warps(2)) i03_states (
    .clock(clock), .reset(reset), .reads(unit.reads), .weighs(unit.weighs), .holds(unit.holds),
    .closes(unit.closes), .links(unit.links), .hit(unit.hit), .place(unit.place),
    .entries__valid(unit.entries.valid), .entries__trigger(unit.entries.trigger),
    .triggers__waiting(unit.triggers.waiting), .triggers__is_chosen(unit.triggers.is_chosen),
    .triggers__read(unit.triggers.read), .triggers__fire(unit.triggers.fire),
    .triggers__place(unit.triggers.place), .pf_v(pf_v), .pf_rdy(pf_rdy), .pf_sent(pf_sent),
    .pf_track(pf_track), .pf_entry(pf_entry), .pf_warp(pf_warp), .fill_v(fill_v),
    .fill_entry(fill_entry), .fill_warp(fill_warp), .commit(unit.commit),
    .write_place(unit.write_place), .intake__warp(unit.intake.warp),
    .training__mismatch(unit.training.mismatch), .entries__write(unit.entries.write),
    .states__sent(unit.states.sent), .states__filled(unit.states.filled),
    .states__is_sent(unit.states.is_sent), .states__is_filled(unit.states.is_filled));

bind apogee_tiny apogee_tiny_i04_jobs #(
    .n_entries(4), .n_warps(2), .offset_bits(4), .addr_bits(8), .iter_bits(4), .job_depth(2)) i04_jobs (
    .clock(clock), .reset(reset), .flush(flush), .job_wanted(unit.job_wanted),
    .training__target(unit.training.target), .training__iteration(unit.training.iteration),
    .training__new_offset(unit.training.new_offset), .training__shift(unit.training.shift),
    .training__both(unit.training.both), .new_place(unit.new_place),
    .intake__warp(unit.intake.warp), .jobs__used(unit.jobs.used), .jobs__words(unit.jobs.words),
    .generator__pop(unit.generator.pop), .generator__line_v(unit.generator.line_v),
    .generator__job_valid(unit.generator.job_valid),
    .generator__job_target(unit.generator.job_target),
    .generator__job_iteration(unit.generator.job_iteration),
    .generator__job_offset(unit.generator.job_offset),
    .generator__job_shift(unit.generator.job_shift), .generator__job_both(unit.generator.job_both),
    .generator__job_entry(unit.generator.job_entry), .generator__job_warp(unit.generator.job_warp));

bind apogee_tiny apogee_tiny_i07_distance #(
    .n_entries(4), .dist_bits(2)) i07_distance (
    .clock(clock), .reset(reset), .reads(unit.reads), .weighs(unit.weighs), .holds(unit.holds),
    .closes(unit.closes), .links(unit.links), .hit(unit.hit), .place(unit.place),
    .entries__valid(unit.entries.valid), .entries__trigger(unit.entries.trigger),
    .triggers__waiting(unit.triggers.waiting), .triggers__is_chosen(unit.triggers.is_chosen),
    .triggers__read(unit.triggers.read), .triggers__fire(unit.triggers.fire),
    .triggers__place(unit.triggers.place), .commit(unit.commit), .stat_dist_inc(stat_dist_inc),
    .stat_dist_dec(stat_dist_dec), .stat_mismatch(stat_mismatch), .flush(flush),
    .states__is_sent(unit.states.is_sent), .states__is_filled(unit.states.is_filled),
    .entry_distance(unit.entry_distance), .training__distance(unit.training.distance),
    .training__farther(unit.training.farther), .training__closer(unit.training.closer),
    .entries__distance_0(unit.entries.distance[0]), .entries__distance_1(unit.entries.distance[1]),
    .entries__distance_2(unit.entries.distance[2]), .entries__distance_3(unit.entries.distance[3]));

bind apogee_tiny apogee_tiny_i08_queue #(
    .pfq_depth(2)) i08_queue (
    .clock(clock), .reset(reset), .flush(flush), .pf_v(pf_v), .pf_rdy(pf_rdy),
    .triggers__line_v(unit.triggers.line_v), .generator__line_v(unit.generator.line_v),
    .queue__lost(unit.queue.lost), .queue__accept(unit.queue.accept),
    .queue__lines__used(unit.queue.lines.used));

bind apogee_tiny apogee_tiny_i09_confirmed #(
    .n_entries(4), .offset_bits(4), .conf_bits(2)) i09_confirmed (
    .clock(clock), .reset(reset), .reads(unit.reads), .weighs(unit.weighs), .holds(unit.holds),
    .closes(unit.closes), .links(unit.links), .hit(unit.hit), .place(unit.place),
    .entries__valid(unit.entries.valid), .entries__trigger(unit.entries.trigger),
    .triggers__waiting(unit.triggers.waiting), .triggers__is_chosen(unit.triggers.is_chosen),
    .triggers__read(unit.triggers.read), .triggers__fire(unit.triggers.fire),
    .triggers__place(unit.triggers.place), .commit(unit.commit), .write_place(unit.write_place),
    .entry_confidence(unit.entry_confidence), .entry_offset(unit.entry_offset),
    .entries__confidence(unit.entries.confidence), .entries__offset_0(unit.entries.offset[0]),
    .entries__offset_1(unit.entries.offset[1]), .entries__offset_2(unit.entries.offset[2]),
    .entries__offset_3(unit.entries.offset[3]), .training__trains(unit.training.trains),
    .training__mismatch(unit.training.mismatch),
    .training__old_confidence(unit.training.old_confidence),
    .training__old_offset(unit.training.old_offset), .training__shown(unit.training.shown));

bind apogee_tiny apogee_tiny_i09_entries #(
    .n_entries(4), .n_warps(2), .warp_size(4), .offset_bits(4), .conf_bits(2), .dist_bits(2),
    .addr_bits(8)) i09_entries (
    .clock(clock), .reset(reset), .entries__write(unit.entries.write),
    .entries__write_place(unit.entries.write_place),
    .entries__write_address(unit.entries.write_address),
    .entries__write_offset(unit.entries.write_offset),
    .entries__write_confidence(unit.entries.write_confidence),
    .entries__write_lane(unit.entries.write_lane),
    .entries__write_distance(unit.entries.write_distance),
    .entries__write_warp(unit.entries.write_warp), .entries__write_since(unit.entries.write_since),
    .entries__read(unit.entries.read), .entries__read_address(unit.entries.read_address),
    .entries__read_offset(unit.entries.read_offset),
    .entries__read_confidence(unit.entries.read_confidence),
    .entries__read_lane(unit.entries.read_lane),
    .entries__read_distance(unit.entries.read_distance),
    .entries__read_warp(unit.entries.read_warp), .entries__read_since(unit.entries.read_since),
    .entries__address(unit.entries.address), .entries__confidence(unit.entries.confidence),
    .entries__offset_0(unit.entries.offset[0]), .entries__offset_1(unit.entries.offset[1]),
    .entries__offset_2(unit.entries.offset[2]), .entries__offset_3(unit.entries.offset[3]),
    .entries__lane_0(unit.entries.lane[0]), .entries__lane_1(unit.entries.lane[1]),
    .entries__lane_2(unit.entries.lane[2]), .entries__lane_3(unit.entries.lane[3]),
    .entries__distance_0(unit.entries.distance[0]), .entries__distance_1(unit.entries.distance[1]),
    .entries__distance_2(unit.entries.distance[2]), .entries__distance_3(unit.entries.distance[3]),
    .entries__last_warp_0(unit.entries.last_warp[0]),
    .entries__last_warp_1(unit.entries.last_warp[1]),
    .entries__last_warp_2(unit.entries.last_warp[2]),
    .entries__last_warp_3(unit.entries.last_warp[3]), .entries__since_0(unit.entries.since[0]),
    .entries__since_1(unit.entries.since[1]), .entries__since_2(unit.entries.since[2]),
    .entries__since_3(unit.entries.since[3]));

bind apogee_tiny apogee_tiny_i10_flush #(
    .n_entries(4), .wait_depth(2), .job_depth(2), .pfq_depth(2), .issue_latency(8)) i10_flush (
    .clock(clock), .reset(reset), .flush(flush), .pf_v(pf_v), .reads(unit.reads),
    .weighs(unit.weighs), .holds(unit.holds), .closes(unit.closes), .links(unit.links),
    .intake__line(unit.intake.line), .intake__ripe(unit.intake.ripe),
    .intake__open(unit.intake.open), .intake__loads__used(unit.intake.loads.used),
    .walker__walks__used(unit.walker.walks.used), .walker__q_valid(unit.walker.q_valid),
    .walker__l_valid(unit.walker.l_valid), .outcome__outcomes__used(unit.outcome.outcomes.used),
    .entries__valid(unit.entries.valid), .triggers__waiting(unit.triggers.waiting),
    .triggers__is_chosen(unit.triggers.is_chosen), .triggers__fire(unit.triggers.fire),
    .triggers__has_fired(unit.triggers.has_fired), .triggers__line_v(unit.triggers.line_v),
    .jobs__used(unit.jobs.used), .generator__line_v(unit.generator.line_v),
    .queue__lines__used(unit.queue.lines.used));


`default_nettype wire
