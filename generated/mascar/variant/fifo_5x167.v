// SPDX-License-Identifier: Apache-2.0
// fifo_5x167: part of mascar, configuration variant
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 sched_en=1 rexq_en=1

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module fifo_5x167 (
    input  wire         clock, // Clock.
    input  wire         reset, // Synchronous reset, active high.
    input  wire         push,  // Put `data` behind the last word.
    input  wire [166:0] data,  // The word to push.
    input  wire         pop,   // Remove the first word.
    output wire [166:0] head,  // The first word.
    output reg  [2:0]   count  // Number of words.
);

    localparam [2:0] LAST = 3'd4;

    reg  [166:0] memory [0:4];
    reg  [2:0]   first;  // Where the first word is.
    reg  [2:0]   free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 3'd0;
            free <= 3'd0;
            count <= 3'd0;
        end else begin
            if (push) begin
                free <= free + 3'd1;
                if (free == LAST) begin
                    free <= 3'd0;
                end
            end
            if (pop) begin
                first <= first + 3'd1;
                if (first == LAST) begin
                    first <= 3'd0;
                end
            end
            if (push && !pop) begin
                count <= count + 3'd1;
            end
            if (pop && !push) begin
                count <= count - 3'd1;
            end
        end
    end

endmodule
