// SPDX-License-Identifier: Apache-2.0
// fpga_top: eq_fm behind its registers on APB, and a serial line to them: three pins. What comes is a command:
//   0, address / 4                 reads a register; back come four bytes, the lowest first, and a status
//   1, address / 4, four bytes     writes one; a status comes back
//   2, a byte                      votes for a cycle: vote_valid in the low two bits, vote in the next four; a status comes back
// A status is 0, or 1 if no register is there. No command may come before the answer to the last one has.

`default_nettype none

module fpga_top #(
    parameter [15:0] DIVIDER = 16 // Cycles of a bit on the line.
) (
    input  wire clock,
    input  wire rx,
    output wire tx
);

    // Flip-flops of an FPGA begin as their `initial` says; that is the reset of the rest.
    reg [3:0] started = 0;
    wire reset = started != 4'hf;
    always @(posedge clock) if (reset) started <= started + 1;

    localparam [2:0] COMMAND = 0, ADDRESS = 1, DATA = 2, SETUP = 3, ACCESS = 4, ANSWER = 5;
    localparam [7:0] WRITE = 1, VOTE = 2;

    wire       comes, ready;
    wire [7:0] byte_in;
    reg  [2:0] state;
    reg  [7:0] command;
    reg  [7:0] address;
    reg  [31:0] data;
    reg        error;
    reg  [2:0] left; // Bytes to come or to go.
    reg  [5:0] votes;
    wire       pready, pslverr;
    wire [31:0] prdata;
    wire       sends = state == ANSWER && ready && left != 0;

    uart_rx #(.DIVIDER(DIVIDER)) receiver (.clock(clock), .reset(reset), .line(rx), .valid(comes), .data(byte_in));
    uart_tx #(.DIVIDER(DIVIDER)) sender (
        .clock(clock), .reset(reset), .send(sends), .data(left == 1 ? {7'd0, error} : data[7:0]), .ready(ready), .line(tx)
    );

    eq_fm_tiny_apb unit (
        .clock(clock), .reset(reset),
        .s_apb_psel(state == SETUP || state == ACCESS), .s_apb_penable(state == ACCESS), .s_apb_pwrite(command == WRITE),
        .s_apb_paddr({2'd0, address, 2'd0}), .s_apb_pwdata(data), .s_apb_pstrb(4'hf),
        .s_apb_pready(pready), .s_apb_prdata(prdata), .s_apb_pslverr(pslverr),
        .vote_valid(votes[1:0]), .vote(votes[5:2]),
        // Software reads these.
        .sm_level(), .mem_level(), .sm_change(), .mem_change(), .vr_busy()
    );

    always @(posedge clock) begin
        votes <= 0;
        if (reset) state <= COMMAND;
        else case (state)
            COMMAND: if (comes) begin
                command <= byte_in;
                state <= ADDRESS;
            end
            ADDRESS: if (comes) begin
                address <= byte_in;
                left <= 4;
                error <= 0;
                state <= SETUP;
                if (command == WRITE) state <= DATA;
                if (command == VOTE) begin
                    votes <= byte_in[5:0];
                    left <= 1;
                    state <= ANSWER;
                end
            end
            DATA: if (comes) begin
                data <= {byte_in, data[31:8]};
                left <= left - 1;
                if (left == 1) state <= SETUP;
            end
            SETUP: state <= ACCESS;
            ACCESS: if (pready) begin
                error <= pslverr;
                if (command != WRITE) data <= prdata;
                left <= command == WRITE ? 1 : 5;
                state <= ANSWER;
            end
            default: begin
                if (sends) begin
                    data <= data >> 8;
                    left <= left - 1;
                end
                if (left == 0 && ready) state <= COMMAND;
            end
        endcase
    end

endmodule

`default_nettype wire
