// SPDX-License-Identifier: Apache-2.0
// mosaic_frames_tiny_sva: the invariants of mosaic_frames_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: no base page is allocated twice, a frame's count is the number of its allocated pages, and each frame is in use or free; those that are
// free and were in use are in the ring once.
module mosaic_frames_tiny_i01_pages #(
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter num_apps = 2,
    parameter frames = 4,
    parameter slot_bits = 2,
    parameter APP = ($clog2(num_apps) > 1 ? $clog2(num_apps) : 1),
    parameter FRAME = $clog2(frames),
    parameter FREE = $clog2(frames + 1),
    parameter PAGES = 1 << slot_bits,
    parameter COUNT = slot_bits + 1,
    parameter RECORD = APP + COUNT + (va_w - base_page_log2 - 9) + 4,
    parameter PIECES = 1 << (slot_bits / 2),
    parameter PIECE = PAGES / PIECES,
    parameter PART = $clog2(PIECE + 1)
) (
    input wire                   clock,
    input wire                   reset,
    input wire [FREE-1:0]        free_frames,
    input wire [2:0]             step,
    input wire [2:0]             op,
    input wire                   at,
    input wire                   any,
    input wire                   foreign,
    input wire [FRAME-1:0]       frame,
    input wire [slot_bits-1:0]   range_first,
    input wire [COUNT-1:0]       range_len,
    input wire                   exists,
    input wire                   begins,
    input wire                   known,
    input wire [PAGES-1:0]       pages,
    input wire                   ok,
    input wire [slot_bits-1:0]   slot,
    input wire [1:0]             state,
    input wire [COUNT-1:0]       count,
    input wire                   retires,
    input wire [FREE-1:0]        fresh,
    input wire [FREE-1:0]        in_use,
    input wire [FRAME-1:0]       next_free,
    input wire [RECORD-1:0]      records__word,
    input wire [RECORD-1:0]      records__memory_0,
    input wire [RECORD-1:0]      records__memory_1,
    input wire [RECORD-1:0]      records__memory_2,
    input wire [RECORD-1:0]      records__memory_3,
    input wire [PAGES-1:0]       bitmaps__word,
    input wire [PAGES-1:0]       bitmaps__memory_0,
    input wire [PAGES-1:0]       bitmaps__memory_1,
    input wire [PAGES-1:0]       bitmaps__memory_2,
    input wire [PAGES-1:0]       bitmaps__memory_3,
    input wire [FRAME-1:0]       recycled__first,
    input wire [FRAME-1:0]       recycled__free,
    input wire [FREE-1:0]        recycled__count,
    input wire [FRAME-1:0]       recycled__memory_0,
    input wire [FRAME-1:0]       recycled__memory_1,
    input wire [FRAME-1:0]       recycled__memory_2,
    input wire [FRAME-1:0]       recycled__memory_3,
    input wire [PIECES*PART-1:0] counter__part,
    input wire [COUNT-1:0]       counter__count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam [2:0] ALLOC_LARGE = 0, ALLOC_BASE = 1, FREE_RANGE = 2, SET_FREE = 5, EMERG_POP = 6;

    function [COUNT-1:0] ones(input [PAGES-1:0] word);
        integer n;
        begin
            ones = 0;
            for (n = 0; n < PAGES; n = n + 1) ones = ones + word[n];
        end
    endfunction

    wire [frames*RECORD-1:0] record = {records__memory_3, records__memory_2, records__memory_1, records__memory_0};
    wire [frames*PAGES-1:0]  bitmap = {bitmaps__memory_3, bitmaps__memory_2, bitmaps__memory_1, bitmaps__memory_0};
    wire [frames*FRAME-1:0]  ring = {recycled__memory_3, recycled__memory_2, recycled__memory_1, recycled__memory_0};

    // Frames in use; free ones that are in the ring, and how often a frame is there.
    reg [frames-1:0] used, freed;
    reg [FREE-1:0]   number;
    reg              once;
    reg [FRAME-1:0]  place;
    integer          i, j;
    always @* begin
        {used, freed, number, once} = 1;
        place = recycled__first;
        for (i = 0; i < frames; i = i + 1) begin
            used[i] = i < fresh && record[i*RECORD +: 2] != 0;
            number = number + used[i];
        end
        for (i = 0; i < frames; i = i + 1) begin
            if (i < recycled__count) begin
                once = once && !freed[ring[place*FRAME +: FRAME]];
                freed[ring[place*FRAME +: FRAME]] = 1'b1;
            end
            place = place == frames - 1 ? 0 : place + 1'b1;
        end
    end

    // The frame of the command, as it is and as it is read.
    wire                 named = op != ALLOC_LARGE && op != EMERG_POP && (op != ALLOC_BASE || at);
    wire [RECORD-1:0]    now = record[frame*RECORD +: RECORD];
    wire [PAGES-1:0]     allocated = bitmap[frame*PAGES +: PAGES];
    wire                 was_used = used[frame];
    wire [slot_bits+1:0] range_end = range_first + range_len;
    wire [PAGES-1:0]     every = ~0;
    wire [PAGES-1:0]     range = op == FREE_RANGE ? (every << range_first) & ~(every << range_end) : 0;
    wire [FRAME-1:0]     oldest = recycled__count != 0 ? ring[recycled__first*FRAME +: FRAME] : fresh[FRAME-1:0];

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (j = 0; j < frames; j = j + 1) begin
                begin if (armed) assert (!used[j] || (record[j*RECORD +: 2] != 3 && record[j*RECORD+4+APP +: COUNT] == ones(bitmap[j*PAGES +: PAGES]))) else $error("%m: invariant 1"); end
                begin if (armed) assert ((j < fresh && !used[j]) == freed[j]) else $error("%m: invariant 1"); end
            end
            begin if (armed) assert (once && fresh <= frames && recycled__count <= frames) else $error("%m: invariant 1"); end
            begin if (armed) assert (in_use == number && in_use + recycled__count == fresh && free_frames == frames - number) else $error("%m: invariant 1"); end
            if (step == 5 && ok && op == ALLOC_LARGE) begin if (armed) assert (!was_used) else $error("%m: invariant 1"); end
            if (step == 5 && ok && op == ALLOC_BASE) begin if (armed) assert (begins ? !was_used : was_used && !allocated[slot]) else $error("%m: invariant 1"); end

            // On the way there.
            begin if (armed) assert (step <= 5 && recycled__free == ((recycled__first + recycled__count) & (frames - 1))) else $error("%m: invariant 1"); end
            if (step != 0) begin if (armed) assert (next_free == oldest) else $error("%m: invariant 1"); end
            if (step >= 2) begin
                begin if (armed) assert (!begins || op == ALLOC_LARGE || (op == ALLOC_BASE && !at && any && !foreign)) else $error("%m: invariant 1"); end
                begin if (armed) assert (begins || op != ALLOC_LARGE) else $error("%m: invariant 1"); end
                if (begins) begin if (armed) assert (exists == (number != frames) && (!exists || frame == oldest)) else $error("%m: invariant 1"); end
                begin if (armed) assert (exists || !named) else $error("%m: invariant 1"); end
            end
            if (step >= 3 || (step != 0 && named)) begin if (armed) assert (records__word == now && bitmaps__word == allocated) else $error("%m: invariant 1"); end
            if (step >= 3) begin if (armed) assert (known == (frame < fresh)) else $error("%m: invariant 1"); end
            if (step >= 4) begin if (armed) assert (pages == (begins ? (op == ALLOC_LARGE ? every : 0) : allocated & ~range)) else $error("%m: invariant 1"); end
            if (op == FREE_RANGE) begin
                if (step >= 2) begin if (armed) assert (pages == (allocated & ~range)) else $error("%m: invariant 1"); end
                if (step >= 3) for (j = 0; j < PIECES; j = j + 1)
                    begin if (armed) assert (counter__part[j*PART +: PART] == ones({{(PAGES - PIECE){1'b0}}, pages[j*PIECE +: PIECE]})) else $error("%m: invariant 1"); end
                if (step >= 4) begin if (armed) assert (counter__count == ones(pages)) else $error("%m: invariant 1"); end
            end
            if (step == 5) begin
                begin if (armed) assert (!retires || (ok && was_used && (op == FREE_RANGE || op == SET_FREE))) else $error("%m: invariant 1"); end
                begin if (armed) assert (!(begins && exists) || (ok && state == 1)) else $error("%m: invariant 1"); end
                if (ok) begin
                    begin if (armed) assert (exists && (retires == (was_used && !begins && state == 0))) else $error("%m: invariant 1"); end
                    if (op == ALLOC_LARGE) begin if (armed) assert (begins && count == PAGES) else $error("%m: invariant 1"); end
                    else if (op == ALLOC_BASE) begin if (armed) assert (!pages[slot] && count == ones(pages) + 1 && state == 1) else $error("%m: invariant 1"); end
                    else if (op == FREE_RANGE) begin if (armed) assert (was_used && count == ones(pages) && (state == now[1:0] || state == 0)) else $error("%m: invariant 1"); end
                    else if (op == SET_FREE) begin if (armed) assert (was_used && state == 0) else $error("%m: invariant 1"); end
                    else begin if (armed) assert (count == now[4+APP +: COUNT] && (was_used ? state == 1 || state == 2 : op == EMERG_POP && state == now[1:0])) else $error("%m: invariant 1"); end
                end
            end
        end
    end

endmodule

// Invariant 2, and 4: the frames of a list are those that belong into it, each once, from its head to its tail, with links in both directions: those of an
// application that have free pages and are no large pages; the large pages of an application, and those of all, in the emergency list, which
// have between cac_thresh and all of their pages. The counters say how many there are. What i01_pages shows is assumed.
module mosaic_frames_tiny_i02_lists #(
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter num_apps = 2,
    parameter frames = 4,
    parameter slot_bits = 2,
    parameter cac_thresh = 2,
    parameter APP = ($clog2(num_apps) > 1 ? $clog2(num_apps) : 1),
    parameter FRAME = $clog2(frames),
    parameter FREE = $clog2(frames + 1),
    parameter PAGES = 1 << slot_bits,
    parameter COUNT = slot_bits + 1,
    parameter ROOM = $clog2((frames << slot_bits) + 1),
    parameter RECORD = APP + COUNT + (va_w - base_page_log2 - 9) + 4,
    parameter LISTS = 2 << APP
) (
    input wire                     clock,
    input wire                     reset,
    input wire [FREE-1:0]          emergency,
    input wire [num_apps*ROOM-1:0] free_slots,
    input wire [2:0]               step,
    input wire [2:0]               op,
    input wire [APP-1:0]           app,
    input wire                     at,
    input wire [FRAME-1:0]         frame,
    input wire                     exists,
    input wire                     begins,
    input wire                     known,
    input wire                     ok,
    input wire [1:0]               state,
    input wire                     urgent,
    input wire [APP-1:0]           owner,
    input wire [COUNT-1:0]         count,
    input wire                     joins,
    input wire                     leaves,
    input wire                     of_large,
    input wire [ROOM-1:0]          gain,
    input wire [FREE-1:0]          fresh,
    input wire [FREE-1:0]          recycled__count,
    input wire [COUNT-1:0]         counter__count,
    input wire [RECORD-1:0]        records__word,
    input wire [RECORD-1:0]        records__memory_0,
    input wire [RECORD-1:0]        records__memory_1,
    input wire [RECORD-1:0]        records__memory_2,
    input wire [RECORD-1:0]        records__memory_3,
    input wire [LISTS-1:0]         lists__used,
    input wire [FRAME-1:0]         lists__heads_0,
    input wire [FRAME-1:0]         lists__heads_1,
    input wire [FRAME-1:0]         lists__heads_2,
    input wire [FRAME-1:0]         lists__heads_3,
    input wire [FRAME-1:0]         lists__tails_0,
    input wire [FRAME-1:0]         lists__tails_1,
    input wire [FRAME-1:0]         lists__tails_2,
    input wire [FRAME-1:0]         lists__tails_3,
    input wire [FRAME-1:0]         lists__behind__word,
    input wire [FRAME-1:0]         lists__behind__memory_0,
    input wire [FRAME-1:0]         lists__behind__memory_1,
    input wire [FRAME-1:0]         lists__behind__memory_2,
    input wire [FRAME-1:0]         lists__behind__memory_3,
    input wire [FRAME-1:0]         lists__ahead__word,
    input wire [FRAME-1:0]         lists__ahead__memory_0,
    input wire [FRAME-1:0]         lists__ahead__memory_1,
    input wire [FRAME-1:0]         lists__ahead__memory_2,
    input wire [FRAME-1:0]         lists__ahead__memory_3,
    input wire [1:0]               ages__used,
    input wire [FRAME-1:0]         ages__heads_0,
    input wire [FRAME-1:0]         ages__tails_0,
    input wire [FRAME-1:0]         ages__behind__word,
    input wire [FRAME-1:0]         ages__behind__memory_0,
    input wire [FRAME-1:0]         ages__behind__memory_1,
    input wire [FRAME-1:0]         ages__behind__memory_2,
    input wire [FRAME-1:0]         ages__behind__memory_3,
    input wire [FRAME-1:0]         ages__ahead__word,
    input wire [FRAME-1:0]         ages__ahead__memory_0,
    input wire [FRAME-1:0]         ages__ahead__memory_1,
    input wire [FRAME-1:0]         ages__ahead__memory_2,
    input wire [FRAME-1:0]         ages__ahead__memory_3
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam [2:0] ALLOC_LARGE = 0, ALLOC_BASE = 1, FREE_RANGE = 2, EMERG_POP = 6;
    localparam [1:0] OWNED = 1, COALESCED = 2;

    wire [frames*RECORD-1:0] record = {records__memory_3, records__memory_2, records__memory_1, records__memory_0};
    wire [LISTS*FRAME-1:0]   heads = {lists__heads_3, lists__heads_2, lists__heads_1, lists__heads_0};
    wire [LISTS*FRAME-1:0]   tails = {lists__tails_3, lists__tails_2, lists__tails_1, lists__tails_0};
    wire [frames*FRAME-1:0]  behind =
        {lists__behind__memory_3, lists__behind__memory_2, lists__behind__memory_1, lists__behind__memory_0};
    wire [frames*FRAME-1:0]  ahead =
        {lists__ahead__memory_3, lists__ahead__memory_2, lists__ahead__memory_1, lists__ahead__memory_0};
    wire [frames*FRAME-1:0]  older =
        {ages__behind__memory_3, ages__behind__memory_2, ages__behind__memory_1, ages__behind__memory_0};
    wire [frames*FRAME-1:0]  newer =
        {ages__ahead__memory_3, ages__ahead__memory_2, ages__ahead__memory_1, ages__ahead__memory_0};

    // Frames that belong into each list, by their records, and into the emergency list.
    reg [frames-1:0]        used;
    reg [LISTS*frames-1:0]  members;
    reg [frames-1:0]        coalesced;
    reg [num_apps*ROOM-1:0] room;
    reg [FREE-1:0]          larges;
    reg [RECORD-1:0]        one;
    reg [APP-1:0]           its;
    reg [COUNT-1:0]         its_count;
    integer                 i;
    always @* begin
        {used, members, coalesced, room, larges, one, its, its_count} = 0;
        for (i = 0; i < frames; i = i + 1) begin
            one = record[i*RECORD +: RECORD];
            its = one[4 +: APP];
            its_count = one[4+APP +: COUNT];
            used[i] = i < fresh && one[1:0] != 0;
            if (used[i] && one[1:0] == OWNED && its_count < PAGES) begin
                members[its*frames + i] = 1'b1;
                room[its*ROOM +: ROOM] = room[its*ROOM +: ROOM] + PAGES - its_count;
            end
            if (used[i] && one[1:0] == COALESCED && one[3]) begin
                members[((1 << APP) + its)*frames + i] = 1'b1;
                coalesced[i] = 1'b1;
                larges = larges + 1'b1;
            end
        end
    end

    // What is met from the head of a list to its tail: which frames, and whether the links back are right.
    function [frames:0] walk(
        input some, input [FRAME-1:0] head, input [FRAME-1:0] tail, input [frames*FRAME-1:0] next, input [frames*FRAME-1:0] back
    );
        reg [FRAME-1:0] now;
        reg             over;
        integer         n;
        begin
            walk = 1 << frames;
            now = head;
            over = !some;
            for (n = 0; n < frames; n = n + 1) if (!over) begin
                walk[now] = 1'b1;
                if (now == tail) over = 1'b1;
                else begin
                    if (back[next[now*FRAME +: FRAME]*FRAME +: FRAME] != now) walk[frames] = 1'b0;
                    now = next[now*FRAME +: FRAME];
                end
            end
            if (!over) walk[frames] = 1'b0;
        end
    endfunction

    // The frame of the command: what it is, the list that it is in, and that into which it belongs by what is decided.
    wire              named = op != ALLOC_LARGE && op != EMERG_POP && (op != ALLOC_BASE || at);
    wire [RECORD-1:0] now = record[frame*RECORD +: RECORD];
    wire              is_used = used[frame];
    wire [COUNT-1:0]  was_count = now[4+APP +: COUNT];
    wire              was_partial = is_used && now[1:0] == OWNED && was_count < PAGES;
    wire              was_large = coalesced[frame];
    wire              partial = ok ? state == OWNED && count < PAGES : was_partial;
    wire              is_large = ok ? state == COALESCED && urgent : was_large;
    wire [COUNT-1:0]  old_room = was_partial ? PAGES - was_count : 0;
    wire [COUNT-1:0]  new_room = partial ? PAGES - count : 0;
    integer           j;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // Of invariant 1.
            if (step >= 3 || (step != 0 && named)) begin assume (records__word == now) else armed = 1'b0; end
            if (step >= 3) begin assume (known == (frame < fresh)) else armed = 1'b0; end
            if (step >= 2 && begins && exists) begin assume (!is_used && (recycled__count != 0 ? frame < fresh : frame == fresh)) else armed = 1'b0; end
            if (step == 5 && begins && exists) begin assume (ok) else armed = 1'b0; end
            if (step >= 2) begin assume (!begins || op == ALLOC_LARGE || (op == ALLOC_BASE && !at)) else armed = 1'b0; end
            if (step >= 2) begin assume ((exists || !named) && (begins || op != ALLOC_LARGE)) else armed = 1'b0; end
            if (step >= 4 && op == FREE_RANGE && is_used) begin assume (counter__count <= was_count) else armed = 1'b0; end

            for (j = 0; j < LISTS; j = j + 1)
                begin if (armed) assert (walk(lists__used[j], heads[j*FRAME +: FRAME], tails[j*FRAME +: FRAME], behind, ahead)
                    == {1'b1, members[j*frames +: frames]}) else $error("%m: invariant 2"); end
            begin if (armed) assert (walk(ages__used[0], ages__heads_0, ages__tails_0, older, newer) == {1'b1, coalesced}) else $error("%m: invariant 2"); end
            begin if (armed) assert (emergency == larges && free_slots == room) else $error("%m: invariant 2"); end
            for (j = 0; j < frames; j = j + 1) if (used[j]) begin
                begin if (armed) assert (record[j*RECORD +: 2] != 3 && record[j*RECORD+4+APP +: COUNT] <= PAGES) else $error("%m: invariant 2"); end
                if (record[j*RECORD+3]) begin if (armed) assert (record[j*RECORD +: 2] == COALESCED && record[j*RECORD+4+APP +: COUNT] >= cac_thresh
                    && record[j*RECORD+4+APP +: COUNT] < PAGES) else $error("%m: invariant 2"); end
            end

            // On the way there.
            if (step >= 2 && op == ALLOC_BASE && !at && !begins)
                begin if (armed) assert (exists == lists__used[app] && (!exists || frame == heads[app*FRAME +: FRAME])) else $error("%m: invariant 2"); end
            if (step >= 2 && op == EMERG_POP) begin if (armed) assert (!begins && exists == ages__used[0] && (!exists || was_large)) else $error("%m: invariant 2"); end
            if (step >= 3 || (step != 0 && named)) begin
                begin if (armed) assert (lists__behind__word == behind[frame*FRAME +: FRAME] && lists__ahead__word == ahead[frame*FRAME +: FRAME]) else $error("%m: invariant 2"); end
                begin if (armed) assert (ages__behind__word == older[frame*FRAME +: FRAME] && ages__ahead__word == newer[frame*FRAME +: FRAME]) else $error("%m: invariant 2"); end
            end
            if (step == 5) begin
                begin if (armed) assert (!(joins && leaves) && (ok || !(joins || leaves))) else $error("%m: invariant 2"); end
                if (ok) begin
                    begin if (armed) assert (exists && (begins ? !is_used : is_used) && owner == (begins ? app : now[4 +: APP])) else $error("%m: invariant 2"); end
                    begin if (armed) assert (state != 3 && count <= PAGES) else $error("%m: invariant 2"); end
                    if (urgent && state != 0) begin if (armed) assert (state == COALESCED && count >= cac_thresh && count < PAGES) else $error("%m: invariant 2"); end
                    begin if (armed) assert (gain == ((new_room - old_room) & ((1 << ROOM) - 1))) else $error("%m: invariant 2"); end
                    if (joins) begin if (armed) assert (!was_partial && !was_large && (of_large ? is_large : partial)) else $error("%m: invariant 2"); end
                    else if (leaves) begin if (armed) assert ((of_large ? was_large : was_partial) && !partial && !is_large) else $error("%m: invariant 2"); end
                    else begin if (armed) assert (partial == was_partial && is_large == was_large) else $error("%m: invariant 2"); end
                end
            end
        end
    end

endmodule

bind mosaic_frames_tiny mosaic_frames_tiny_i01_pages #(
    .va_w(23), .base_page_log2(12), .num_apps(2), .frames(4), .slot_bits(2)) i01_pages (
    .clock(clock), .reset(reset), .free_frames(free_frames), .step(unit.step), .op(unit.op),
    .at(unit.at), .any(unit.any), .foreign(unit.foreign), .frame(unit.frame),
    .range_first(unit.range_first), .range_len(unit.range_len), .exists(unit.exists),
    .begins(unit.begins), .known(unit.known), .pages(unit.pages), .ok(unit.ok), .slot(unit.slot),
    .state(unit.state), .count(unit.count), .retires(unit.retires), .fresh(unit.fresh),
    .in_use(unit.in_use), .next_free(unit.next_free), .records__word(unit.records.word),
    .records__memory_0(unit.records.memory[0]), .records__memory_1(unit.records.memory[1]),
    .records__memory_2(unit.records.memory[2]), .records__memory_3(unit.records.memory[3]),
    .bitmaps__word(unit.bitmaps.word), .bitmaps__memory_0(unit.bitmaps.memory[0]),
    .bitmaps__memory_1(unit.bitmaps.memory[1]), .bitmaps__memory_2(unit.bitmaps.memory[2]),
    .bitmaps__memory_3(unit.bitmaps.memory[3]), .recycled__first(unit.recycled.first),
    .recycled__free(unit.recycled.free), .recycled__count(unit.recycled.count),
    .recycled__memory_0(unit.recycled.memory[0]), .recycled__memory_1(unit.recycled.memory[1]),
    .recycled__memory_2(unit.recycled.memory[2]), .recycled__memory_3(unit.recycled.memory[3]),
    .counter__part(unit.counter.part), .counter__count(unit.counter.count));

bind mosaic_frames_tiny mosaic_frames_tiny_i02_lists #(
    .va_w(23), .base_page_log2(12), .num_apps(2), .frames(4), .slot_bits(2), .cac_thresh(2)) i02_lists (
    .clock(clock), .reset(reset), .emergency(emergency), .free_slots(free_slots), .step(unit.step),
    .op(unit.op), .app(unit.app), .at(unit.at), .frame(unit.frame), .exists(unit.exists),
    .begins(unit.begins), .known(unit.known), .ok(unit.ok), .state(unit.state),
    .urgent(unit.urgent), .owner(unit.owner), .count(unit.count), .joins(unit.joins),
    .leaves(unit.leaves), .of_large(unit.of_large), .gain(unit.gain), .fresh(unit.fresh),
    .recycled__count(unit.recycled.count), .counter__count(unit.counter.count),
    .records__word(unit.records.word), .records__memory_0(unit.records.memory[0]),
    .records__memory_1(unit.records.memory[1]), .records__memory_2(unit.records.memory[2]),
    .records__memory_3(unit.records.memory[3]), .lists__used(unit.lists.used),
    .lists__heads_0(unit.lists.heads[0]), .lists__heads_1(unit.lists.heads[1]),
    .lists__heads_2(unit.lists.heads[2]), .lists__heads_3(unit.lists.heads[3]),
    .lists__tails_0(unit.lists.tails[0]), .lists__tails_1(unit.lists.tails[1]),
    .lists__tails_2(unit.lists.tails[2]), .lists__tails_3(unit.lists.tails[3]),
    .lists__behind__word(unit.lists.behind.word),
    .lists__behind__memory_0(unit.lists.behind.memory[0]),
    .lists__behind__memory_1(unit.lists.behind.memory[1]),
    .lists__behind__memory_2(unit.lists.behind.memory[2]),
    .lists__behind__memory_3(unit.lists.behind.memory[3]),
    .lists__ahead__word(unit.lists.ahead.word), .lists__ahead__memory_0(unit.lists.ahead.memory[0]),
    .lists__ahead__memory_1(unit.lists.ahead.memory[1]),
    .lists__ahead__memory_2(unit.lists.ahead.memory[2]),
    .lists__ahead__memory_3(unit.lists.ahead.memory[3]), .ages__used(unit.ages.used),
    .ages__heads_0(unit.ages.heads[0]), .ages__tails_0(unit.ages.tails[0]),
    .ages__behind__word(unit.ages.behind.word), .ages__behind__memory_0(unit.ages.behind.memory[0]),
    .ages__behind__memory_1(unit.ages.behind.memory[1]),
    .ages__behind__memory_2(unit.ages.behind.memory[2]),
    .ages__behind__memory_3(unit.ages.behind.memory[3]), .ages__ahead__word(unit.ages.ahead.word),
    .ages__ahead__memory_0(unit.ages.ahead.memory[0]),
    .ages__ahead__memory_1(unit.ages.ahead.memory[1]),
    .ages__ahead__memory_2(unit.ages.ahead.memory[2]),
    .ages__ahead__memory_3(unit.ages.ahead.memory[3]));


`default_nettype wire
