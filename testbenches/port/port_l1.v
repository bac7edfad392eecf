// SPDX-License-Identifier: Apache-2.0
// port_l1: an L1 cache as Mascar needs it. It accepts or refuses a request in the cycle in which it comes, tells
// mascar_sat how full it is, and in memory access priority mode lets only the owner warp miss. 16 lines, directly mapped;
// 8 MSHRs; a miss queue of 4.

`default_nettype none

module port_l1 (
    input  wire        clock,
    input  wire        reset,
    // From and to Mascar.
    input  wire        mp,
    input  wire        owner_v,
    input  wire [2:0]  owner,
    input  wire        l1_v,
    input  wire [10:0] line,        // Of the request.
    input  wire [2:0]  l1_warp,
    output wire        l1_ack,
    output reg  [3:0]  mshr_used,
    output reg  [2:0]  mq_used,
    // To the core: requests that are done.
    output wire        hit_v,
    output wire [2:0]  hit_warp,
    output wire        fill_v,
    output wire [2:0]  fill_warp,
    // To and from memory: the head of the miss queue, which goes when it is taken, and the answer to an MSHR.
    output wire        miss_v,
    output wire [2:0]  miss_id,
    output wire [10:0] miss_line,
    input  wire        miss_taken,
    input  wire        answer_v,
    input  wire [2:0]  answer_id
);

    reg [15:0] valid;
    reg [6:0]  tags [0:15];
    reg [7:0]  pending;          // MSHRs in use: a line and a warp each.
    reg [10:0] mshr_line [0:7];
    reg [2:0]  mshr_warp [0:7];
    reg [2:0]  queue [0:3];      // MSHRs whose requests have not left.
    reg [1:0]  first;

    wire hit = valid[line[3:0]] && tags[line[3:0]] == line[10:4];

    // Whether the line is on its way already: then it is refused too.
    wire [7:0] same;
    genvar m;
    generate
        for (m = 0; m < 8; m = m + 1) begin : mshr
            assign same[m] = pending[m] && mshr_line[m] == line;
        end
    endgenerate

    // The first MSHR that is free.
    reg [2:0] free;
    always @* begin
        casez (pending)
            8'b???????0: free = 0;
            8'b??????01: free = 1;
            8'b?????011: free = 2;
            8'b????0111: free = 3;
            8'b???01111: free = 4;
            8'b??011111: free = 5;
            8'b?0111111: free = 6;
            default: free = 7;
        endcase
    end

    // The rule of Mascar for the L1: in this mode nothing of another warp leaves the core.
    wire may_miss = !mp || (owner_v && owner == l1_warp);
    wire miss = l1_v && !hit && same == 0 && may_miss && mshr_used != 8 && mq_used != 4;
    assign l1_ack = (l1_v && hit) || miss;

    assign hit_v = l1_v && hit;
    assign hit_warp = l1_warp;
    assign fill_v = answer_v;
    assign fill_warp = mshr_warp[answer_id];
    assign miss_v = mq_used != 0;
    assign miss_id = queue[first];
    assign miss_line = mshr_line[miss_id];

    wire [1:0] last = first + mq_used[1:0];
    wire       leaves = miss_v && miss_taken;
    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
            pending <= 0;
            mshr_used <= 0;
            mq_used <= 0;
            first <= 0;
        end else begin
            if (answer_v) begin
                pending[answer_id] <= 0;
                valid[mshr_line[answer_id][3:0]] <= 1;
                tags[mshr_line[answer_id][3:0]] <= mshr_line[answer_id][10:4];
            end
            if (miss) begin
                pending[free] <= 1;
                mshr_line[free] <= line;
                mshr_warp[free] <= l1_warp;
                queue[last] <= free;
            end
            if (leaves) first <= first + 1;
            mshr_used <= mshr_used + {3'd0, miss} - {3'd0, answer_v};
            mq_used <= mq_used + {2'd0, miss} - {2'd0, leaves};
        end
    end

endmodule

`default_nettype wire
