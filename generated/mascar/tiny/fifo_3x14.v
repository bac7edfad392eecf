// SPDX-License-Identifier: Apache-2.0
// fifo_3x14: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module fifo_3x14 (
    input  wire        clock, // Clock.
    input  wire        reset, // Synchronous reset, active high.
    input  wire        push,  // Put `data` behind the last word.
    input  wire [13:0] data,  // The word to push.
    input  wire        pop,   // Remove the first word.
    output wire [13:0] head,  // The first word.
    output reg  [1:0]  count  // Number of words.
);

    localparam [1:0] LAST = 2'd2;

    reg  [13:0] memory [0:2];
    reg  [1:0]  first;  // Where the first word is.
    reg  [1:0]  free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 2'd0;
            free <= 2'd0;
            count <= 2'd0;
        end else begin
            if (push) begin
                free <= free + 2'd1;
                if (free == LAST) begin
                    free <= 2'd0;
                end
            end
            if (pop) begin
                first <= first + 2'd1;
                if (first == LAST) begin
                    first <= 2'd0;
                end
            end
            if (push && !pop) begin
                count <= count + 2'd1;
            end
            if (pop && !push) begin
                count <= count - 2'd1;
            end
        end
    end

endmodule
