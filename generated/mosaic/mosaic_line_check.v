// SPDX-License-Identifier: Apache-2.0
// mosaic_line_check: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Whether the lines of a page table map the base pages of one frame, each at its place
// (specification section 2.4, decision D6). The first line that is checked says which frame. Lines
// come in any order.
module mosaic_line_check #(
    parameter READ = 1,
    parameter LPPN = 19,
    // Where the place of a base page in its frame is in an entry, and where the frame is.
    parameter SLOT_AT = 12,
    parameter FRAME_AT = 21,
    // What follows from these; not to be set.
    parameter DATA = 64 * READ
) (
    input  wire            clock,   // Clock.
    input  wire            clear,   // Forget all lines.
    input  wire            check,   // Check entries of a line: the first `READ` of it.
    input  wire [4:0]      line,
    input  wire [DATA-1:0] data,
    output wire            differs  // An entry does not fit, of this line or of one before.
);


    reg  [LPPN-1:0] due;
    reg  [8:0]      slot;
    reg             odd;
    reg             known;
    reg  [LPPN-1:0] frame;
    reg             differed;

    always @* begin
        due = frame;
        if (!known) begin
            due = data[FRAME_AT +: LPPN];
        end
    end

    always @* begin : compute_slot
        integer lane;
        lane = 0;
        odd = differed;
        slot = 9'd0;
        if (check) begin
            for (lane = 0; lane < READ; lane = lane + 1) begin
                slot = ({4'd0, line} << 4) | lane[8:0];
                if (!data[lane * 64]
                    || (data[((lane * 64) + SLOT_AT) +: 9] != slot)
                    || (data[((lane * 64) + FRAME_AT) +: LPPN] != due)) begin
                    odd = 1'b1;
                end
            end
        end
    end

    assign differs = odd;

    // The frame is that of the first line.
    always @(posedge clock) begin
        frame <= due;
        known <= known || check;
        differed <= odd;
        if (clear) begin
            known <= 1'b0;
            differed <= 1'b0;
        end
    end

endmodule

`default_nettype wire
