// SPDX-License-Identifier: Apache-2.0
// port_lsu: a load/store unit in front of Mascar's re-execution queue. It holds one load, and its requests until they are
// taken.

`default_nettype none

module port_lsu #(
    parameter [3:0] REQUESTS = 2 // Requests of a load
) (
    input  wire        clock,
    input  wire        reset,
    input  wire        load_v,    // A load issues: only while `lsu_free` is 1.
    input  wire [2:0]  load_warp,
    input  wire [10:0] load_line,
    output wire        lsu_free,  // The next load may come.
    output wire [7:0]  lsu_has,   // The warp whose requests are here.
    // To mascar_rexq: a request stays until the cycle in which `lsu_v` and `lsu_rdy` are 1.
    output wire        lsu_v,
    output wire [31:0] lsu_base,
    output reg  [2:0]  lsu_warp,
    output reg         lsu_first,
    input  wire        lsu_rdy
);

    reg [3:0]  left; // Requests that are not taken.
    reg [10:0] line;

    assign lsu_free = left == 0;
    assign lsu_v = left != 0;
    assign lsu_has = lsu_v ? 8'd1 << lsu_warp : 8'd0;
    assign lsu_base = {16'd0, line, 5'd0};

    always @(posedge clock) begin
        if (reset) begin
            left <= 0;
            line <= 0;
            lsu_warp <= 0;
            lsu_first <= 0;
        end else if (load_v) begin
            left <= REQUESTS;
            line <= load_line;
            lsu_warp <= load_warp;
            lsu_first <= 1;
        end else if (lsu_v && lsu_rdy) begin
            left <= left - 1;
            line <= line + 1;
            lsu_first <= 0;
        end
    end

endmodule

`default_nettype wire
