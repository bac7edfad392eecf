// SPDX-License-Identifier: Apache-2.0
// port_cpu: a CPU core beside the GPU, another source of SMS. It writes lines one behind the other and reads each of them
// back, one request at a time.

`default_nettype none

module port_cpu #(
    parameter [10:0] BASE = 0, // Its first line
    parameter [7:0] LINES = 24       // Lines that it writes
) (
    input  wire        clock,
    input  wire        reset,
    output wire        req_v,     // A request, until it is taken.
    output wire        req_wr,
    output wire [10:0] req_line,
    output wire [31:0] req_data,  // What is written.
    input  wire        req_taken,
    input  wire        answer_v,  // It is done.
    input  wire [31:0] answer_data,
    output wire        done,      // All lines were read back,
    output reg         wrong      // one of them with other data.
);

    reg [7:0] count;   // Requests that are done: writes and reads in turn.
    reg       waiting; // For the answer.

    assign done = count == 2 * LINES;
    assign req_v = !waiting && !done;
    assign req_wr = !count[0];
    assign req_line = BASE + {4'd0, count[7:1]};
    assign req_data = {req_line, ~req_line, 10'h155};

    always @(posedge clock) begin
        if (reset) begin
            count <= 0;
            waiting <= 0;
            wrong <= 0;
        end else begin
            if (req_v && req_taken) waiting <= 1;
            if (answer_v) begin
                waiting <= 0;
                count <= count + 1;
                if (!req_wr && answer_data != req_data) wrong <= 1;
            end
        end
    end

endmodule

`default_nettype wire
