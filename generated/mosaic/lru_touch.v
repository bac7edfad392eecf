// SPDX-License-Identifier: Apache-2.0
// lru_touch: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// True LRU in a set for up to `LANES` accesses in a cycle, lane 0 first: the place that is touched
// gets age 0, those that were younger get older by one. Lanes of one set see what those before them
// have done.
module lru_touch #(
    parameter LANES = 3,
    parameter WAYS = 16,
    // What follows from these; not to be set.
    parameter WAY = ($clog2(WAYS) > 1 ? $clog2(WAYS) : 1),
    parameter AGES = WAYS * WAY,
    parameter PACKED = LANES * AGES,
    parameter TOUCHES = LANES * WAYS
) (
    // The ages of the set of each lane, from way 0 on, as the cycle begins.
    input  wire [PACKED-1:0]          ages,
    input  wire [LANES-1:0]           looks,   // Lanes that look for their page.
    input  wire [(LANES * LANES)-1:0] same,    // For each lane the lanes of the same set.
    input  wire [TOUCHES-1:0]         touched, // The way that each lane touches, one-hot, if any.
    // The ages of the set of each lane that looks after the lane.
    output wire [(LANES * AGES)-1:0]  next
);


    reg  [(LANES * AGES)-1:0] after;
    reg  [AGES-1:0]           word;
    reg  [AGES-1:0]           changed;
    reg  [WAYS-1:0]           way;
    // Lanes that look before the one at hand, and those of them that are of its set.
    reg  [LANES-1:0]          earlier;
    reg  [LANES-1:0]          sooner;
    reg  [WAY-1:0]            own;
    reg  [WAY-1:0]            rank;

    always @* begin : compute_after
        integer i;
        integer lane;
        integer other;
        i = 0;
        other = 0;
        after = 0;
        word = 0;
        changed = 0;
        way = 0;
        earlier = 0;
        sooner = 0;
        own = 0;
        rank = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if (looks[lane]) begin
                word = ages[(lane * AGES) +: AGES];
                way = touched[(lane * WAYS) +: WAYS];
                // The last earlier lane of the set.
                sooner = same[(lane * LANES) +: LANES] & earlier;
                for (other = 0; other < LANES; other = other + 1) begin
                    if (sooner[other]) begin
                        word = after[(other * AGES) +: AGES];
                    end
                end
                own = 0;
                for (i = 0; i < WAYS; i = i + 1) begin
                    if (way[i]) begin
                        own = own | word[(i * WAY) +: WAY];
                    end
                end
                changed = 0;
                for (i = 0; i < WAYS; i = i + 1) begin
                    rank = word[(i * WAY) +: WAY];
                    if (rank < own) begin
                        rank = rank + 1'b1;
                    end else if (way[i]) begin
                        rank = 0;
                    end
                    changed = changed | ({{(AGES - WAY){1'b0}}, rank} << (i * WAY));
                end
                after[(lane * AGES) +: AGES] = changed;
                earlier[lane] = 1'b1;
            end
        end
    end

    assign next = after;

endmodule

`default_nettype wire
