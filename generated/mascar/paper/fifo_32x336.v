// SPDX-License-Identifier: Apache-2.0
// fifo_32x336: part of mascar, configuration paper
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=48 n_sched=2 mshr_entries=64 mq_entries=8 mshr_margin=8 mq_margin=1 rexq_entries=32
//   addr_bits=64 line_bytes=128 warp_size=32 reg_bits=7 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module fifo_32x336 (
    input  wire         clock, // Clock.
    input  wire         reset, // Synchronous reset, active high.
    input  wire         push,  // Put `data` behind the last word.
    input  wire [335:0] data,  // The word to push.
    input  wire         pop,   // Remove the first word.
    output wire [335:0] head,  // The first word.
    output reg  [5:0]   count  // Number of words.
);

    localparam [4:0] LAST = 5'd31;

    reg  [335:0]   memory [0:31];
    reg  [4:0]     first;  // Where the first word is.
    reg  [4:0]     free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 5'd0;
            free <= 5'd0;
            count <= 6'd0;
        end else begin
            if (push) begin
                free <= free + 5'd1;
                if (free == LAST) begin
                    free <= 5'd0;
                end
            end
            if (pop) begin
                first <= first + 5'd1;
                if (first == LAST) begin
                    first <= 5'd0;
                end
            end
            if (push && !pop) begin
                count <= count + 6'd1;
            end
            if (pop && !push) begin
                count <= count - 6'd1;
            end
        end
    end

endmodule
