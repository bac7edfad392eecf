// SPDX-License-Identifier: Apache-2.0
// Invariant 2, and 4: the frames of a list are those that belong into it, each once, from its head to its tail, with links in both directions: those of an
// application that have free pages and are no large pages; the large pages of an application, and those of all, in the emergency list, which
// have between cac_thresh and all of their pages. The counters say how many there are. What i01_pages shows is assumed.
// Engine: induction 1
module i02_lists #(
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
    always @* if (!reset) begin
        // Of invariant 1.
        if (step >= 3 || (step != 0 && named)) assume (records__word == now);
        if (step >= 3) assume (known == (frame < fresh));
        if (step >= 2 && begins && exists) assume (!is_used && (recycled__count != 0 ? frame < fresh : frame == fresh));
        if (step == 5 && begins && exists) assume (ok);
        if (step >= 2) assume (!begins || op == ALLOC_LARGE || (op == ALLOC_BASE && !at));
        if (step >= 2) assume ((exists || !named) && (begins || op != ALLOC_LARGE));
        if (step >= 4 && op == FREE_RANGE && is_used) assume (counter__count <= was_count);

        for (j = 0; j < LISTS; j = j + 1)
            assert (walk(lists__used[j], heads[j*FRAME +: FRAME], tails[j*FRAME +: FRAME], behind, ahead)
                == {1'b1, members[j*frames +: frames]});
        assert (walk(ages__used[0], ages__heads_0, ages__tails_0, older, newer) == {1'b1, coalesced});
        assert (emergency == larges && free_slots == room);
        for (j = 0; j < frames; j = j + 1) if (used[j]) begin
            assert (record[j*RECORD +: 2] != 3 && record[j*RECORD+4+APP +: COUNT] <= PAGES);
            if (record[j*RECORD+3]) assert (record[j*RECORD +: 2] == COALESCED && record[j*RECORD+4+APP +: COUNT] >= cac_thresh
                && record[j*RECORD+4+APP +: COUNT] < PAGES);
        end

        // On the way there.
        if (step >= 2 && op == ALLOC_BASE && !at && !begins)
            assert (exists == lists__used[app] && (!exists || frame == heads[app*FRAME +: FRAME]));
        if (step >= 2 && op == EMERG_POP) assert (!begins && exists == ages__used[0] && (!exists || was_large));
        if (step >= 3 || (step != 0 && named)) begin
            assert (lists__behind__word == behind[frame*FRAME +: FRAME] && lists__ahead__word == ahead[frame*FRAME +: FRAME]);
            assert (ages__behind__word == older[frame*FRAME +: FRAME] && ages__ahead__word == newer[frame*FRAME +: FRAME]);
        end
        if (step == 5) begin
            assert (!(joins && leaves) && (ok || !(joins || leaves)));
            if (ok) begin
                assert (exists && (begins ? !is_used : is_used) && owner == (begins ? app : now[4 +: APP]));
                assert (state != 3 && count <= PAGES);
                if (urgent && state != 0) assert (state == COALESCED && count >= cac_thresh && count < PAGES);
                assert (gain == ((new_room - old_room) & ((1 << ROOM) - 1)));
                if (joins) assert (!was_partial && !was_large && (of_large ? is_large : partial));
                else if (leaves) assert ((of_large ? was_large : was_partial) && !partial && !is_large);
                else assert (partial == was_partial && is_large == was_large);
            end
        end
    end

endmodule
