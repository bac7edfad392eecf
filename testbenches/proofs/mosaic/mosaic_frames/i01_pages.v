// SPDX-License-Identifier: Apache-2.0
// Invariant 1: no base page is allocated twice, a frame's count is the number of its allocated pages, and each frame is in use or free; those that are
// free and were in use are in the ring once.
// Engine: induction 1
module i01_pages #(
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

    always @* if (!reset) begin
        for (j = 0; j < frames; j = j + 1) begin
            assert (!used[j] || (record[j*RECORD +: 2] != 3 && record[j*RECORD+4+APP +: COUNT] == ones(bitmap[j*PAGES +: PAGES])));
            assert ((j < fresh && !used[j]) == freed[j]);
        end
        assert (once && fresh <= frames && recycled__count <= frames);
        assert (in_use == number && in_use + recycled__count == fresh && free_frames == frames - number);
        if (step == 5 && ok && op == ALLOC_LARGE) assert (!was_used);
        if (step == 5 && ok && op == ALLOC_BASE) assert (begins ? !was_used : was_used && !allocated[slot]);

        // On the way there.
        assert (step <= 5 && recycled__free == ((recycled__first + recycled__count) & (frames - 1)));
        if (step != 0) assert (next_free == oldest);
        if (step >= 2) begin
            assert (!begins || op == ALLOC_LARGE || (op == ALLOC_BASE && !at && any && !foreign));
            assert (begins || op != ALLOC_LARGE);
            if (begins) assert (exists == (number != frames) && (!exists || frame == oldest));
            assert (exists || !named);
        end
        if (step >= 3 || (step != 0 && named)) assert (records__word == now && bitmaps__word == allocated);
        if (step >= 3) assert (known == (frame < fresh));
        if (step >= 4) assert (pages == (begins ? (op == ALLOC_LARGE ? every : 0) : allocated & ~range));
        if (op == FREE_RANGE) begin
            if (step >= 2) assert (pages == (allocated & ~range));
            if (step >= 3) for (j = 0; j < PIECES; j = j + 1)
                assert (counter__part[j*PART +: PART] == ones({{(PAGES - PIECE){1'b0}}, pages[j*PIECE +: PIECE]}));
            if (step >= 4) assert (counter__count == ones(pages));
        end
        if (step == 5) begin
            assert (!retires || (ok && was_used && (op == FREE_RANGE || op == SET_FREE)));
            assert (!(begins && exists) || (ok && state == 1));
            if (ok) begin
                assert (exists && (retires == (was_used && !begins && state == 0)));
                if (op == ALLOC_LARGE) assert (begins && count == PAGES);
                else if (op == ALLOC_BASE) assert (!pages[slot] && count == ones(pages) + 1 && state == 1);
                else if (op == FREE_RANGE) assert (was_used && count == ones(pages) && (state == now[1:0] || state == 0));
                else if (op == SET_FREE) assert (was_used && state == 0);
                else assert (count == now[4+APP +: COUNT] && (was_used ? state == 1 || state == 2 : op == EMERG_POP && state == now[1:0]));
            end
        end
    end

endmodule
