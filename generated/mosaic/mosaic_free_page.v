// SPDX-License-Identifier: Apache-2.0
// mosaic_free_page: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The lowest free page of a frame, of all or of those of one channel phase (specification section
// 2.2, decision D14). The phase of a page is that of its frame and that of its place, added modulo
// the channels. It is found in the third cycle from that on in which `frame` is there.
module mosaic_free_page #(
    parameter SLOT = 9,
    parameter FRAME = 11,
    parameter PHASE = 3,
    parameter CHANNELS = 6,    // Memory channels, and multiples of their number.
    parameter TWICE = 12,
    parameter FOUR_TIMES = 24,
    parameter EIGHT_TIMES = 48,
    // What the lowest bit of the frame's number adds to its phase, and from which places on it
    // grows by how much: behind those in which all of these bits are set.
    parameter FRAME_STEP = 2,
    parameter PAGE_STEP = 4,
    parameter SPAN = 0,
    // What follows from these; not to be set.
    parameter SLOTS = 1 << SLOT
) (
    input  wire             clock,  // Clock.
    input  wire [FRAME-1:0] frame,
    input  wire             any,    // Of any phase, or of this one.
    input  wire [PHASE-1:0] phase,
    input  wire             search, // Search now, among the pages that are not allocated.
    input  wire [SLOTS-1:0] pages,
    output wire             some,   // There is one.
    output wire [SLOT-1:0]  slot    // Its number; 0 without.
);


    wire [7:0]       single;
    reg  [4:0]       residue; // Phase of a place.
    reg  [SLOTS-1:0] wanted;
    wire [SLOTS-1:0] free;
    reg  [7:0]       sum;     // The frame's phase, but for multiples of the channels.
    reg  [4:0]       due;     // The phase of the place that is looked for.

    first_index #(.N(SLOTS)) first (
        .requests (free),
        .index    (slot)
    );

    // First cycle: the phase of the frame.
    always @(posedge clock) begin : update_sum
        integer i;
        reg [4:0] weight;
        reg [7:0] added;
        weight = FRAME_STEP[4:0];
        added = 8'd0;
        for (i = 0; i < FRAME; i = i + 1) begin
            if (frame[i]) begin
                added = added + {3'd0, weight};
            end
            weight = weight + weight;
            if (weight >= CHANNELS[4:0]) begin
                weight = weight - CHANNELS[4:0];
            end
        end
        sum <= added;
    end

    // Second cycle: what is left for the place.
    assign single = {3'd0, CHANNELS[4:0]};

    always @(posedge clock) begin : update_due
        reg [7:0] rest;
        reg [4:0] difference;
        rest = sum;
        if (rest >= EIGHT_TIMES[7:0]) begin
            rest = rest - EIGHT_TIMES[7:0];
        end
        if (rest >= FOUR_TIMES[7:0]) begin
            rest = rest - FOUR_TIMES[7:0];
        end
        if (rest >= TWICE[7:0]) begin
            rest = rest - TWICE[7:0];
        end
        if (rest >= single) begin
            rest = rest - single;
        end
        difference = ({{(5 - PHASE){1'b0}}, phase} + CHANNELS[4:0]) - rest[4:0];
        if (difference >= CHANNELS[4:0]) begin
            difference = difference - CHANNELS[4:0];
        end
        due <= difference;
    end

    // Third cycle: the places of that phase.
    always @* begin : compute_residue
        integer i;
        i = 0;
        wanted = 0;
        residue = 5'd0;
        if (search) begin
            if (any) begin
                wanted = ~wanted;
            end else begin
                for (i = 0; i < SLOTS; i = i + 1) begin
                    wanted[i] = residue == due;
                    if ((SPAN[SLOT-1:0] & i[SLOT-1:0]) == SPAN[SLOT-1:0]) begin
                        residue = residue + PAGE_STEP[4:0];
                        if (residue >= CHANNELS[4:0]) begin
                            residue = residue - CHANNELS[4:0];
                        end
                    end
                end
            end
        end
    end

    assign free = wanted & ~pages;
    assign some = free != 0;

endmodule

`default_nettype wire
