// SPDX-License-Identifier: Apache-2.0
// dfi_phy: a PHY behind signals like those of DFI, and the DRAM behind it, with the data. Commands and write data reach the DRAM a
// cycle late, read data come back DELAY cycles late. `wrong` says that a rule of the DRAM or of the PHY is broken.

`default_nettype none

module dfi_phy #(
    parameter integer T_RCD = 10,
    parameter integer T_RP = 10,
    parameter integer T_RAS = 28,
    parameter integer T_RTP = 6,
    parameter integer T_WR = 12,
    parameter integer T_CL = 10,
    parameter integer T_CWL = 8,
    parameter integer T_BL = 4,
    parameter integer T_REFI = 0,  // 0: no refresh is asked for.
    parameter integer T_RFC = 0,
    parameter integer INIT = 50,   // Cycles of calibration.
    parameter integer DELAY = 3
) (
    input  wire        clock,
    input  wire        reset,
    input  wire        dfi_init_start,
    output wire        dfi_init_complete,
    input  wire        dfi_cs_n,
    input  wire        dfi_ras_n,
    input  wire        dfi_cas_n,
    input  wire        dfi_we_n,
    input  wire [2:0]  dfi_bank,
    input  wire [13:0] dfi_address,
    input  wire        dfi_wrdata_en,
    input  wire [31:0] dfi_wrdata,
    input  wire        dfi_rddata_en,
    output wire        dfi_rddata_valid,
    output wire [31:0] dfi_rddata,
    output reg         wrong
);

    localparam [2:0] MRS = 3'b000, REF = 3'b001, PRE = 3'b010, ACT = 3'b011, WR = 3'b100, RD = 3'b101;
    localparam DEPTH = 64; // Cycles that anything looks ahead.

    // The pins, a cycle after DFI.
    reg        valid;
    reg [2:0]  pins;
    reg [2:0]  bank;
    reg [13:0] address;
    reg        write_en, write_next;
    reg [31:0] write_data;

    integer calibrates;
    assign dfi_init_complete = calibrates == INIT;

    // The DRAM: rows, when each bank got what, modes that are set, words.
    reg [31:0] words [0:8191];
    reg [3:0]  open;
    reg [5:0]  row [0:3];
    reg [3:0]  modes;
    integer now, refreshed, b;
    integer act [0:3];
    integer pre [0:3];
    integer last_rd [0:3];
    integer last_wr [0:3];

    // By the cycles until it is there: the word that is written, or read, in that cycle.
    reg [DEPTH-1:0] takes, gives;
    reg [12:0] take_at [0:DEPTH-1];
    reg [12:0] give_at [0:DEPTH-1];
    reg [1:0] asked;
    reg [DELAY-1:0] valid_at;
    reg [31:0] data_at [0:DELAY-1];
    assign dfi_rddata_valid = valid_at[DELAY-1];
    assign dfi_rddata = data_at[DELAY-1];

    wire [1:0]  at = bank[1:0];
    wire [12:0] word = {row[at], at, address[5:3], 2'b00};
    integer i;
    always @(posedge clock) begin
        valid <= !dfi_cs_n && !reset;
        pins <= {dfi_ras_n, dfi_cas_n, dfi_we_n};
        bank <= dfi_bank;
        address <= dfi_address;
        // The enable goes a cycle before its data.
        write_next <= dfi_wrdata_en && !reset;
        write_en <= write_next && !reset;
        write_data <= dfi_wrdata;
        asked <= {asked[0], dfi_rddata_en && !reset};
        valid_at <= {valid_at[DELAY-2:0], gives[0]};
        for (i = 1; i < DELAY; i = i + 1) data_at[i] <= data_at[i-1];
        data_at[0] <= words[give_at[0]];
        takes <= takes >> 1;
        gives <= gives >> 1;
        for (i = 0; i < DEPTH - 1; i = i + 1) begin
            take_at[i] <= take_at[i+1];
            give_at[i] <= give_at[i+1];
        end
        now <= now + 1;
        if (reset) begin
            calibrates <= 0;
            {wrong, open, modes, takes, gives, asked, valid_at} <= 0;
            now <= 0;
            refreshed <= 0;
            for (b = 0; b < 4; b = b + 1) begin
                act[b] <= -1000;
                pre[b] <= -1000;
                last_rd[b] <= -1000;
                last_wr[b] <= -1000;
            end
        end else begin
            if (dfi_init_start && calibrates != INIT) calibrates <= calibrates + 1;
            // A word for every cycle with an enable and no other, in both directions.
            if (write_en != takes[0] || asked[1] != gives[0]) wrong <= 1;
            if (takes[0]) words[take_at[0]] <= write_data;
            if (modes == 4'b1111 && T_REFI != 0 && now - refreshed > 9 * T_REFI) wrong <= 1;
            if (valid) begin
                if (!dfi_init_complete || (pins != MRS && modes != 4'b1111) || bank[2]) wrong <= 1;
                if (T_REFI != 0 && now - refreshed < T_RFC && modes == 4'b1111) wrong <= 1;
                case (pins)
                    MRS: begin
                        modes[at] <= 1;
                        refreshed <= now - T_RFC;
                    end
                    REF: begin
                        if (open != 0) wrong <= 1;
                        for (b = 0; b < 4; b = b + 1) if (now - pre[b] < T_RP) wrong <= 1;
                        refreshed <= now;
                    end
                    PRE: for (b = 0; b < 4; b = b + 1) if (address[10] || at == b) begin
                        if (open[b] && (now - act[b] < T_RAS || now - last_rd[b] < T_RTP
                            || now - last_wr[b] < T_CWL + T_BL + T_WR)) wrong <= 1;
                        open[b] <= 0;
                        pre[b] <= now;
                    end
                    ACT: begin
                        if (open[at] || now - pre[at] < T_RP) wrong <= 1;
                        open[at] <= 1;
                        row[at] <= address[5:0];
                        act[at] <= now;
                    end
                    RD, WR: begin
                        if (!open[at] || now - act[at] < T_RCD || address[10]) wrong <= 1;
                        for (i = 0; i < T_BL; i = i + 1) begin
                            if (pins == RD) begin
                                gives[T_CL - 1 + i] <= 1;
                                give_at[T_CL - 1 + i] <= word + i;
                            end else begin
                                takes[T_CWL - 1 + i] <= 1;
                                take_at[T_CWL - 1 + i] <= word + i;
                            end
                        end
                        if (pins == RD) last_rd[at] <= now;
                        else last_wr[at] <= now;
                    end
                    default: wrong <= 1;
                endcase
            end
        end
    end

endmodule

`default_nettype wire
