// SPDX-License-Identifier: Apache-2.0
// mosaic_frame_list: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Doubly linked lists of frames (specification section 3). A frame is in one of them at most. A
// link at an end of its list means nothing: the first and the last frame are known, so nothing has
// to be cleared.
module mosaic_frame_list #(
    parameter FRAMES = 1536,
    parameter LISTS = 64,
    // What follows from these; not to be set.
    parameter FRAME = $clog2(FRAMES),
    parameter LIST = ($clog2(LISTS) > 1 ? $clog2(LISTS) : 1)
) (
    input  wire             clock,    // Clock.
    input  wire             reset,    // Synchronous reset, active high.
    input  wire [LIST-1:0]  list,     // The list that is looked at and changed.
    output wire             some,     // It has a frame.
    output wire [FRAME-1:0] head,     // Its first frame; without `some` of no meaning.
    input  wire [FRAME-1:0] read,     // The frame whose links are read, for the next cycle.
    // The frame behind that of the last cycle; without meaning if there is none.
    output wire [FRAME-1:0] follower,
    // The frame that is changed; to be unlinked it must have been read in the last cycle.
    input  wire [FRAME-1:0] frame,
    output wire             last,     // It is the last of the list.
    // Put it behind the last one; take it out. One of them at most.
    input  wire             append,
    input  wire             unlink
);

    localparam [LISTS-1:0] ONE = 1;

    wire [FRAME-1:0]           first;
    wire [FRAME-1:0]           tail;
    wire                       has;
    wire                       is_head;
    wire                       is_tail;
    reg  [LISTS-1:0]           used;           // Lists that have a frame.
    reg  [FRAME-1:0]           heads [0:LISTS-1];
    reg  [FRAME-1:0]           tails [0:LISTS-1];
    wire                       behind_write;
    reg  [FRAME-1:0]           behind_address;
    reg  [FRAME-1:0]           behind_data;
    reg  [FRAME-1:0]           ahead_address;
    reg  [FRAME-1:0]           ahead_data;
    wire [FRAME-1:0]           ahead_word;

    mosaic_frame_ram #(.FRAMES(FRAMES), .W(FRAME)) behind (
        .clock   (clock),
        .write   (behind_write),
        .address (behind_address),
        .data    (behind_data),
        .read    (read),
        .word    (follower)
    );

    mosaic_frame_ram #(.FRAMES(FRAMES), .W(FRAME)) ahead (
        .clock   (clock),
        .write   ((append && has) || (unlink && !is_tail)),
        .address (ahead_address),
        .data    (ahead_data),
        .read    (read),
        .word    (ahead_word)
    );

    // The ends.
    always @(posedge clock) begin
        if (append && !has) begin
            heads[list] <= frame;
        end
        if (unlink && is_head) begin
            heads[list] <= follower;
        end
        if (append) begin
            tails[list] <= frame;
        end
        if (unlink && is_tail) begin
            tails[list] <= ahead_word;
        end
    end

    assign first = heads[list];
    assign tail = tails[list];
    assign has = used[list];
    assign is_head = first == frame;
    assign is_tail = tail == frame;
    assign some = has;
    assign head = first;
    assign last = is_tail;

    // The links: of the old last frame and the new one, or of the two between which a frame was.
    assign behind_write = (append && has) || (unlink && !is_head);

    always @* begin
        behind_address = ahead_word;
        behind_data = follower;
        ahead_address = follower;
        ahead_data = ahead_word;
        if (append) begin
            behind_address = tail;
            behind_data = frame;
            ahead_address = frame;
            ahead_data = tail;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else begin
            if (append) begin
                used <= used | (ONE << list);
            end
            if (unlink && is_head && is_tail) begin
                used <= used & ~(ONE << list);
            end
        end
    end

endmodule

`default_nettype wire
