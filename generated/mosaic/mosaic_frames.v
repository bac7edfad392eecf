// SPDX-License-Identifier: Apache-2.0
// mosaic_frames: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's lists of large page frames, with their pages that are allocated (specification sections
// 2.2, 2.7, 2.8 and 5): free frames, frames of an application with free pages, and large pages that
// can be taken apart in an emergency. Memories are not cleared: a frame that was never in use is
// free.
// Protocol: one command at a time; the response comes six cycles after it was taken, and shows what
// is the case from then on. In the first cycle behind the command its frame is chosen, unless it
// says which, in the second that is read; in the fourth it is decided what changes, in the fifth
// that is written. All outputs follow from registers alone.
module mosaic_frames #(
    // Bits of a virtual address
    parameter VA_W = 48,
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter BASE_PAGE_LOG2 = 12,
    // Applications that own frames
    parameter APPS = 32,
    // Large page frames
    parameter FRAMES = 1536,
    // Bits of the number of a base page in its frame, for mosaic_frames alone; the others always
    // have 9
    parameter SLOT = 9,
    // Allocated pages with which a large page stays one at least
    parameter THRESHOLD = 256,
    // Memory channels
    parameter CHANNELS = 6,
    // Bits of the offset in what lies in one channel
    parameter CHAN_INTERLEAVE_LOG2 = 8,
    // What follows from these; not to be set.
    parameter WHOLE_PIECES = (1 << BASE_PAGE_LOG2) / (1 << CHAN_INTERLEAVE_LOG2),
    parameter WHOLE_PAGES = (1 << CHAN_INTERLEAVE_LOG2) / (1 << BASE_PAGE_LOG2),
    parameter PAGE_PIECES = (WHOLE_PIECES > 1 ? WHOLE_PIECES : 1),
    parameter FRAME_PIECES = 1 << (BASE_PAGE_LOG2 + SLOT - CHAN_INTERLEAVE_LOG2),
    parameter APP = ($clog2(APPS) > 1 ? $clog2(APPS) : 1),
    parameter LVPN = (VA_W - BASE_PAGE_LOG2) - 9,
    parameter FRAME = $clog2(FRAMES),
    parameter FREE = $clog2(FRAMES + 1),
    parameter SLOTS = 1 << SLOT,
    parameter COUNT = SLOT + 1,
    parameter END = SLOT + 2,
    parameter PHASE = ($clog2(CHANNELS) > 1 ? $clog2(CHANNELS) : 1),
    parameter ROOM = $clog2((FRAMES << SLOT) + 1),
    parameter ROOMS = APPS * ROOM,
    parameter LIST = APP + 1,
    parameter LISTS = 2 << APP,
    parameter RECORD = APP + COUNT + LVPN + 4,
    parameter TWICE = 2 * CHANNELS,
    parameter FOUR_TIMES = 4 * CHANNELS,
    parameter EIGHT_TIMES = 8 * CHANNELS,
    // What the lowest bit of the frame's number adds to its phase, and from which places on it
    // grows by how much: behind those in which all of these bits are set.
    parameter FRAME_STEP = FRAME_PIECES - ((FRAME_PIECES / CHANNELS) * CHANNELS),
    parameter PAGE_STEP = PAGE_PIECES - ((PAGE_PIECES / CHANNELS) * CHANNELS),
    parameter SPAN = (WHOLE_PAGES > 1 ? WHOLE_PAGES : 1) - 1
) (
    input  wire             clock,       // Core clock.
    input  wire             reset,       // Synchronous reset, active high.
    input  wire             cmd_valid,   // A command, taken if `cmd_ready`.
    // 0 ALLOC_LARGE, 1 ALLOC_BASE, 2 FREE_RANGE, 3 SET_COALESCED, 4 SET_SPLINTERED, 5 SET_FREE, 6
    // EMERG_POP, 7 READ_BITMAP.
    input  wire [2:0]       cmd_op,
    // ALLOC_LARGE, ALLOC_BASE, EMERG_POP: the application, below `num_apps`.
    input  wire [APP-1:0]   cmd_app,
    input  wire [LVPN-1:0]  cmd_lvpn,    // ALLOC_LARGE, SET_COALESCED: the virtual large page.
    // The frame, below `frames`; of ALLOC_BASE only with `cmd_at`.
    input  wire [FRAME-1:0] cmd_frame,
    input  wire [SLOT-1:0]  cmd_first,   // FREE_RANGE: the first base page.
    // FREE_RANGE: so many; those behind the last one of the frame do not count.
    input  wire [COUNT-1:0] cmd_len,
    input  wire             cmd_any,     // ALLOC_BASE: a page of any channel.
    // ALLOC_BASE without `cmd_any`: a page of this channel phase (decision D14).
    input  wire [PHASE-1:0] cmd_phase,
    // ALLOC_BASE: a page of `cmd_frame`, not of the first frame with free pages.
    input  wire             cmd_at,
    // ALLOC_BASE: the page is for another application than `cmd_app`, whose frame is mixed from
    // then on.
    input  wire             cmd_foreign,
    output wire             cmd_ready,   // A command is taken.
    // The response to the command that was taken six cycles before.
    output wire             rsp_valid,
    // The command was done; 0 without `rsp_valid`, as all other `rsp_*`.
    output reg              rsp_ok,
    // The frame that the command was of or that it has found, done or not; 0 if there was none.
    output reg  [FRAME-1:0] rsp_frame,
    // ALLOC_BASE: the base page in its frame; 0 without `rsp_ok`, as the five that follow.
    output reg  [SLOT-1:0]  rsp_slot,
    // FREE_RANGE: 0 NONE, 1 TO_FREE, 2 SPLINTER_FREE, 3 SPLINTER_COMPACT, 4 EMERG.
    output reg  [2:0]       rsp_action,
    output reg  [APP-1:0]   rsp_owner,   // The frame's application.
    // The virtual large page that it is of; of a frame that ALLOC_BASE has begun 0 until
    // SET_COALESCED.
    output reg  [LVPN-1:0]  rsp_lvpn,
    output reg  [COUNT-1:0] rsp_count,   // Its allocated pages after the command.
    output reg  [SLOTS-1:0] rsp_bitmap,  // READ_BITMAP: those pages.
    // ALLOC_BASE, READ_BITMAP, done or not: the frame was in the list of its application's frames
    // with free pages, and not as the last.
    output reg              rsp_more,
    output reg  [FRAME-1:0] rsp_next,    // The frame behind it; 0 without `rsp_more`.
    output wire [FREE-1:0]  free_frames, // Frames without an allocated page and without an owner.
    output reg  [FREE-1:0]  emergency,   // Frames in the emergency list.
    // For each application the free pages of its frames that are no large pages: its free base page
    // list. Application 0 lowest.
    output wire [ROOMS-1:0] free_slots
);

    localparam [SLOTS-1:0] NONE_AT_ALL = 0;
    localparam [SLOTS-1:0] ONE_PAGE = 1;
    localparam [2:0] ALLOC_LARGE = 3'd0;
    localparam [2:0] ALLOC_BASE = 3'd1;
    localparam [2:0] FREE_RANGE = 3'd2;
    localparam [2:0] SET_COALESCED = 3'd3;
    localparam [2:0] SET_SPLINTERED = 3'd4;
    localparam [2:0] SET_FREE = 3'd5;
    localparam [2:0] EMERG_POP = 3'd6;
    localparam [2:0] READ_BITMAP = 3'd7;
    localparam [2:0] TO_FREE = 3'd1;
    localparam [2:0] SPLINTER_FREE = 3'd2;
    localparam [2:0] SPLINTER_COMPACT = 3'd3;
    localparam [2:0] EMERG = 3'd4;
    localparam [1:0] STATE_OWNED = 2'd1;
    localparam [1:0] STATE_COALESCED = 2'd2;
    localparam [2:0] CHOOSE_STEP = 3'd1;
    localparam [2:0] COUNT_STEP = 3'd2;
    localparam [2:0] LOAD_STEP = 3'd3;
    localparam [2:0] DECIDE_STEP = 3'd4;
    localparam [2:0] WRITE_STEP = 3'd5;
    localparam LAST_PAGE = SLOTS - 1;
    // The fields of a record: its state, MIXED, in the emergency list, the owner, the count of
    // pages, the virtual large page.
    localparam [31:0] MIXED_AT = 32'd2;
    localparam [31:0] URGENT_AT = 32'd3;
    localparam [31:0] OWNER_AT = 32'd4;
    localparam COUNT_AT = APP + 4;
    localparam LVPN_AT = APP + COUNT + 4;
    localparam LARGE_LISTS = 1 << APP;

    wire                     idle;
    wire                     chooses;
    wire                     decides;
    wire                     writes;
    wire                     alloc_frame;    // The commands.
    wire                     base;
    wire                     frees;
    wire                     coalesces;
    wire                     splinters;
    wire                     releases;
    wire                     pops;
    wire                     reads;
    wire                     seeks;
    wire                     takes_free;
    wire                     recycles;
    reg  [FRAME-1:0]         read;
    wire [END-1:0]           range_end;
    wire [SLOTS-1:0]         every;
    // What the frame is, and whether it is in a list of frames with free pages.
    wire [RECORD-1:0]        record;
    reg  [RECORD-1:0]        written;
    wire [1:0]               was_state;
    wire [APP-1:0]           was_owner;
    wire [COUNT-1:0]         was_count;
    wire                     was_mixed;
    wire                     was_urgent;
    wire                     is_free;
    wire                     is_owned;
    wire                     is_large;
    wire                     is_full;
    wire                     is_partial;
    wire                     opens;          // It gets its first free page, or takes its last one.
    wire                     fills;
    wire                     fits;
    wire                     none;
    wire                     below;
    wire                     whole;
    wire                     enters;
    wire                     quits;
    wire                     empties;
    reg  [APP-1:0]           list_app;
    reg                      list_large;
    reg  [LIST-1:0]          list;
    wire                     unused;         // Nobody goes through the emergency list of all.
    reg  [ROOM-1:0]          one_room;
    reg  [ROOMS-1:0]         rooms;
    reg  [2:0]               step;           // Cycles since the command was taken; 0 without one.
    // The command; its frame is replaced by the one that is chosen.
    reg  [2:0]               op;
    reg  [APP-1:0]           app;
    reg  [LVPN-1:0]          asked_lvpn;
    reg  [FRAME-1:0]         frame;
    reg  [SLOT-1:0]          range_first;
    reg  [COUNT-1:0]         range_len;
    reg                      any;
    reg  [PHASE-1:0]         phase;
    reg                      at;
    reg                      foreign;
    // There is a frame, which was free, and was in use at some time.
    reg                      exists;
    reg                      begins;
    reg                      known;
    reg  [SLOTS-1:0]         pages;          // Its allocated pages, less those that are freed.
    // What is decided: the response, and what the frame becomes.
    reg                      answers;
    reg                      ok;
    reg  [SLOT-1:0]          slot;
    reg  [2:0]               action;
    reg  [1:0]               state;
    reg  [APP-1:0]           owner;
    reg  [LVPN-1:0]          lvpn;
    reg  [COUNT-1:0]         count;
    reg                      mixed;
    reg                      urgent;
    reg                      more;
    reg  [FRAME-1:0]         follower;
    // It has a successor in a list of frames with free pages, perhaps.
    reg                      listed;
    // It is put into, or taken out of, a list of its owner, which is that of large pages; the
    // emergency list; the free frames.
    reg                      joins;
    reg                      leaves;
    reg                      of_large;
    reg                      retires;
    reg  [ROOM-1:0]          gain;           // How many more free pages its owner has.
    // The first frame that was never in use, frames in use, the next free frame, and frames in the
    // emergency list.
    reg  [FREE-1:0]          fresh;
    reg  [FREE-1:0]          in_use;
    reg  [FRAME-1:0]         next_free;
    reg  [(APPS * ROOM)-1:0] room;           // Free pages of each application.
    wire                     records_write;
    wire [RECORD-1:0]        records_word;
    reg  [SLOTS-1:0]         bitmaps_data;
    wire [SLOTS-1:0]         bitmaps_word;
    wire [FRAME-1:0]         recycled_head;
    wire [FREE-1:0]          recycled_count;
    wire                     lists_some;
    wire [FRAME-1:0]         lists_head;
    wire [FRAME-1:0]         lists_follower;
    wire                     lists_last;
    wire                     ages_some;
    wire [FRAME-1:0]         ages_head;
    wire [FRAME-1:0]         ages_follower;
    wire                     ages_last;
    wire [COUNT-1:0]         counter_count;
    wire                     lowest_some;
    wire [SLOT-1:0]          lowest_slot;

    mosaic_frame_ram #(.FRAMES(FRAMES), .W(RECORD)) records (
        .clock   (clock),
        .write   (records_write),
        .address (frame),
        .data    (written),
        .read    (read),
        .word    (records_word)
    );

    mosaic_frame_ram #(.FRAMES(FRAMES), .W(SLOTS)) bitmaps (
        .clock   (clock),
        .write   (writes && ok && (alloc_frame || base || frees)),
        .address (frame),
        .data    (bitmaps_data),
        .read    (read),
        .word    (bitmaps_word)
    );

    fifo #(.DEPTH(FRAMES), .W(FRAME)) recycled (
        .clock (clock),
        .reset (reset),
        .push  (writes && retires),
        .data  (frame),
        .pop   (writes && recycles && begins && exists),
        .head  (recycled_head),
        .count (recycled_count)
    );

    mosaic_frame_list #(.FRAMES(FRAMES), .LISTS(LISTS)) lists (
        .clock    (clock),
        .reset    (reset),
        .list     (list),
        .some     (lists_some),
        .head     (lists_head),
        .read     (read),
        .follower (lists_follower),
        .frame    (frame),
        .last     (lists_last),
        .append   (writes && joins),
        .unlink   (writes && leaves)
    );

    mosaic_frame_list #(.FRAMES(FRAMES), .LISTS(2)) ages (
        .clock    (clock),
        .reset    (reset),
        .list     (1'b0),
        .some     (ages_some),
        .head     (ages_head),
        .read     (read),
        .follower (ages_follower),
        .frame    (frame),
        .last     (ages_last),
        .append   (writes && joins && of_large),
        .unlink   (writes && leaves && of_large)
    );

    mosaic_page_count #(.SLOT(SLOT)) counter (
        .clock  (clock),
        .enable (frees && (step == COUNT_STEP)),
        .pages  (pages),
        .count  (counter_count)
    );

    mosaic_free_page #(
        .SLOT        (SLOT),
        .FRAME       (FRAME),
        .PHASE       (PHASE),
        .CHANNELS    (CHANNELS),
        .TWICE       (TWICE),
        .FOUR_TIMES  (FOUR_TIMES),
        .EIGHT_TIMES (EIGHT_TIMES),
        .FRAME_STEP  (FRAME_STEP),
        .PAGE_STEP   (PAGE_STEP),
        .SPAN        (SPAN)
    ) lowest (
        .clock  (clock),
        .frame  (frame),
        .any    (any),
        .phase  (phase),
        .search (base && decides),
        .pages  (pages),
        .some   (lowest_some),
        .slot   (lowest_slot)
    );

    // A command goes from step to step.
    assign idle = step == 3'd0;
    assign chooses = step == CHOOSE_STEP;
    assign decides = step == DECIDE_STEP;
    assign writes = step == WRITE_STEP;

    always @(posedge clock) begin
        if (reset) begin
            step <= 3'd0;
            answers <= 1'b0;
        end else begin
            answers <= writes;
            if (idle) begin
                if (cmd_valid) begin
                    step <= CHOOSE_STEP;
                end
            end else begin
                step <= step + 3'd1;
                if (writes) begin
                    step <= 3'd0;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (idle && cmd_valid) begin
            op <= cmd_op;
            app <= cmd_app;
            asked_lvpn <= cmd_lvpn;
            frame <= cmd_frame;
            range_first <= cmd_first;
            range_len <= cmd_len;
            any <= cmd_any;
            phase <= cmd_phase;
            at <= cmd_at;
            foreign <= cmd_foreign;
        end
        if (chooses) begin
            begins <= takes_free;
            exists <= 1'b1;
            if (takes_free) begin
                exists <= in_use != FRAMES[FREE-1:0];
                frame <= next_free;
            end else if (seeks) begin
                exists <= lists_some;
                frame <= lists_head;
            end else if (pops) begin
                exists <= ages_some;
                frame <= ages_head;
                if (lists_some) begin
                    frame <= lists_head;
                end
            end
        end
    end

    assign cmd_ready = idle;
    assign alloc_frame = op == ALLOC_LARGE;
    assign base = op == ALLOC_BASE;
    assign frees = op == FREE_RANGE;
    assign coalesces = op == SET_COALESCED;
    assign splinters = op == SET_SPLINTERED;
    assign releases = op == SET_FREE;
    assign pops = op == EMERG_POP;
    assign reads = op == READ_BITMAP;

    // Which frame: a free one, the first with free pages, one in the emergency list, or that of the
    // command.
    always @(posedge clock) begin
        next_free <= fresh[FRAME-1:0];
        if (recycles) begin
            next_free <= recycled_head;
        end
    end

    assign recycles = recycled_count != 0;
    assign seeks = base && !at;
    assign takes_free = alloc_frame || (seeks && !lists_some && any && !foreign);

    // What it is.
    always @* begin
        read = frame;
        if (idle) begin
            read = cmd_frame;
        end
    end

    always @(posedge clock) begin
        known <= {{(FREE - FRAME){1'b0}}, frame} < fresh;
    end

    assign record = records_word;
    assign was_state = record[1:0];
    assign was_mixed = record[MIXED_AT];
    assign was_urgent = record[URGENT_AT];
    assign was_owner = record[OWNER_AT +: APP];
    assign was_count = record[COUNT_AT +: COUNT];
    assign is_free = !known || (was_state == 2'd0);
    assign is_owned = !is_free && (was_state == STATE_OWNED);
    assign is_large = !is_free && (was_state == STATE_COALESCED);
    assign is_full = was_count[SLOT];
    assign is_partial = is_owned && !is_full && !begins;

    // Its pages: FREE_RANGE knows its frame at once, and has them in the first step; in the third
    // they are there for all.
    assign range_end = {{(END - SLOT){1'b0}}, range_first} + {{(END - COUNT){1'b0}}, range_len};
    assign every = ~NONE_AT_ALL;

    always @(posedge clock) begin : update_pages
        reg [SLOTS-1:0] freed;
        freed = 0;
        if (frees) begin
            freed = (every << range_first) & ~(every << range_end);
        end
        if (chooses || (step == LOAD_STEP)) begin
            pages <= bitmaps_word & ~freed;
            if (begins && !chooses) begin
                pages <= NONE_AT_ALL;
                if (alloc_frame) begin
                    pages <= every;
                end
            end
        end
    end

    // Whether the command can be done.
    assign fits = begins || (is_partial && (was_owner == app));

    always @(posedge clock) begin : update_ok
        reg done;
        reg [COUNT-1:0] new_count;
        reg [1:0] new_state;
        reg [COUNT-1:0] old_room;
        reg [COUNT-1:0] new_room;
        done = !is_free;
        if (alloc_frame || pops) begin
            done = exists;
        end else if (base) begin
            done = exists && fits && lowest_some;
        end else if (coalesces) begin
            done = is_owned && is_full && !was_mixed;
        end else if (splinters) begin
            done = is_large && !was_urgent;
        end
        new_count = was_count;
        if (alloc_frame) begin
            new_count = SLOTS[COUNT-1:0];
        end else if (base && begins) begin
            new_count = 1;
        end else if (base) begin
            new_count = was_count + 1'b1;
        end else if (frees) begin
            new_count = counter_count;
        end else if (releases) begin
            new_count = 0;
        end
        new_state = was_state;
        if (begins || splinters) begin
            new_state = STATE_OWNED;
        end else if (coalesces) begin
            new_state = STATE_COALESCED;
        end else if (empties) begin
            new_state = 2'd0;
        end
        old_room = 0;
        if (is_partial) begin
            old_room = SLOTS[COUNT-1:0] - was_count;
        end
        new_room = 0;
        if (new_state == STATE_OWNED) begin
            new_room = SLOTS[COUNT-1:0] - new_count;
        end
        if (decides) begin
            ok <= done;
            slot <= lowest_slot;
            action <= 3'd0;
            if (frees && is_owned) begin
                if (none) begin
                    action <= TO_FREE;
                end
            end else if (frees) begin
                if (none) begin
                    action <= SPLINTER_FREE;
                end else if (below) begin
                    action <= SPLINTER_COMPACT;
                end else if (!whole) begin
                    action <= EMERG;
                end
            end
            state <= new_state;
            owner <= was_owner;
            lvpn <= record[LVPN_AT +: LVPN];
            count <= new_count;
            mixed <= was_mixed || (base && foreign);
            urgent <= (was_urgent && !quits) || enters;
            if (begins) begin
                owner <= app;
                lvpn <= 0;
                mixed <= 1'b0;
                urgent <= 1'b0;
            end
            if (alloc_frame || coalesces) begin
                lvpn <= asked_lvpn;
            end
            listed <= (base || reads) && exists && is_partial;
            joins <= done && ((base && begins) || enters || opens);
            leaves <= done && (quits || (is_partial && (empties || fills)));
            of_large <= enters || quits;
            retires <= done && empties;
            gain <= {{(ROOM - COUNT){1'b0}}, new_room} - {{(ROOM - COUNT){1'b0}}, old_room};
        end
    end

    // How many pages are allocated then.
    assign none = counter_count == 0;
    assign below = counter_count < THRESHOLD[COUNT-1:0];
    assign whole = counter_count[SLOT];

    // What becomes of the frame.
    assign empties = releases || (frees && none && is_owned);
    assign enters = frees && is_large && !was_urgent && !below && !whole;
    assign quits = is_large && was_urgent && ((frees && below) || releases || pops);
    assign opens = (splinters && !is_full) || (frees && is_owned && is_full && !whole && !none);
    assign fills = base && (was_count == LAST_PAGE[COUNT-1:0]);

    // The frame is written.
    assign records_write = writes && ok;

    always @* begin
        written = {lvpn, count, owner, 2'd0, state};
        written[MIXED_AT] = mixed;
        written[URGENT_AT] = urgent;
    end

    always @* begin
        bitmaps_data = pages;
        if (base) begin
            bitmaps_data = pages | (ONE_PAGE << slot);
        end
    end

    // The lists: of one application in the first step, then of the frame's owner.
    always @* begin
        list_app = owner;
        list_large = of_large;
        if (chooses) begin
            list_app = app;
            list_large = pops;
        end
    end

    always @* begin
        list = {{(LIST - APP){1'b0}}, list_app};
        if (list_large) begin
            list = list | LARGE_LISTS[LIST-1:0];
        end
    end

    assign unused = (ages_follower != 0) || ages_last;

    always @(posedge clock) begin
        if (writes) begin
            more <= listed && !lists_last;
            follower <= lists_follower;
        end
    end

    // The numbers that are always shown.
    always @(posedge clock) begin : update_fresh
        integer i;
        if (reset) begin
            fresh <= 0;
            in_use <= 0;
            emergency <= 0;
            room <= 0;
        end else begin
            if (writes) begin
                if (begins && exists) begin
                    in_use <= in_use + 1'b1;
                    if (!recycles) begin
                        fresh <= fresh + 1'b1;
                    end
                end
                if (retires) begin
                    in_use <= in_use - 1'b1;
                end
                if (of_large && joins) begin
                    emergency <= emergency + 1'b1;
                end
                if (of_large && leaves) begin
                    emergency <= emergency - 1'b1;
                end
            end
            if (writes && ok) begin
                for (i = 0; i < APPS; i = i + 1) begin
                    if (owner == i[APP-1:0]) begin
                        room[(i * ROOM) +: ROOM] <= room[(i * ROOM) +: ROOM] + gain;
                    end
                end
            end
        end
    end

    always @* begin : compute_one_room
        integer i;
        one_room = 0;
        rooms = 0;
        for (i = 0; i < APPS; i = i + 1) begin
            one_room = room[(i * ROOM) +: ROOM];
            rooms = rooms | ({{(ROOMS - ROOM){1'b0}}, one_room} << (i * ROOM));
        end
    end

    assign free_slots = rooms;
    assign free_frames = FRAMES[FREE-1:0] - in_use;

    // The response.
    assign rsp_valid = answers;

    always @* begin
        rsp_ok = 1'b0;
        rsp_frame = 0;
        rsp_slot = 0;
        rsp_action = 3'd0;
        rsp_owner = 0;
        rsp_lvpn = 0;
        rsp_count = 0;
        rsp_bitmap = 0;
        rsp_more = 1'b0;
        rsp_next = 0;
        if (answers) begin
            rsp_ok = ok;
            if (exists) begin
                rsp_frame = frame;
            end
            if (ok) begin
                rsp_slot = slot;
                rsp_action = action;
                rsp_owner = owner;
                rsp_lvpn = lvpn;
                rsp_count = count;
                if (reads) begin
                    rsp_bitmap = pages;
                end
            end
            rsp_more = more;
            if (more) begin
                rsp_next = follower;
            end
        end
    end

endmodule

`default_nettype wire
