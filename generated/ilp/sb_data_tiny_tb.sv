// SPDX-License-Identifier: Apache-2.0
// sb_data_tiny_tb: runs sb_data_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module sb_data_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [19:0] inputs;
    wire [5:0] outputs;
    reg  [5:0] early;
    reg  [5:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [5:0] SAME_CYCLE = 6'h3f;

    sb_data_tiny dut (
        .clock(clock),
        .reset(reset),
        .wa_valid(inputs[0]),
        .wa_entry(inputs[1]),
        .wa_beat(inputs[2]),
        .wa_mask(inputs[4:3]),
        .wa_data(inputs[6:5]),
        .wl_valid(inputs[7]),
        .wl_entry(inputs[8]),
        .wl_beat(inputs[9]),
        .wl_mask(inputs[11:10]),
        .wl_data(inputs[13:12]),
        .rd_entry(inputs[15:14]),
        .rd_beat(inputs[17:16]),
        .cm_entry(inputs[18]),
        .cm_beat(inputs[19]),
        .rd_data(outputs[3:0]),
        .cm_data(outputs[5:4])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [19:0] given, input [5:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[3:0] !== expected[3:0])
                $display("cycle %0d: rd_data is %h, the model has %h", cycle,
                         got[3:0], expected[3:0]);
            if (got[5:4] !== expected[5:4])
                $display("cycle %0d: cm_data is %h, the model has %h", cycle,
                         got[5:4], expected[5:4]);
            cycle = cycle + 1;
        end
    endtask

    // Two cycles.
    task restart;
        begin
            reset = 1'b1;
            inputs = 0;
            repeat (2) begin
                clock = 1'b0;
                #5;
                clock = 1'b1;
                #5;
            end
            reset = 1'b0;
        end
    endtask

    initial begin
        // Combinational blocks begin to wait for changes of their inputs.
        #5;
        restart;
        step(20'h6b1ad, 6'h00);
        step(20'hef41f, 6'h00);
        step(20'h7d34e, 6'h00);
        step(20'h7d3b6, 6'h00);
        step(20'hd7cf3, 6'h0c);
        step(20'hd4545, 6'h0c);
        step(20'h20b9d, 6'h33);
        step(20'hf5780, 6'h11);
        step(20'h8a152, 6'h0b);
        step(20'h53b61, 6'h2c);
        step(20'h112f5, 6'h3e);
        step(20'h2736f, 6'h3a);
        step(20'hcb4eb, 6'h1f);
        step(20'h899f2, 6'h27);
        step(20'h34669, 6'h39);
        step(20'hb8b82, 6'h26);
        step(20'h815d8, 6'h2f);
        step(20'h148b1, 6'h15);
        step(20'h49bea, 6'h15);
        step(20'h179a8, 6'h15);
        step(20'h47434, 6'h37);
        step(20'hc0429, 6'h15);
        step(20'h84739, 6'h27);
        step(20'he482b, 6'h1b);
        step(20'h25aad, 6'h17);
        step(20'hde356, 6'h1d);
        step(20'haf841, 6'h17);
        step(20'h56481, 6'h31);
        step(20'h61898, 6'h34);
        step(20'h3f3ef, 6'h05);
        step(20'heb5fa, 6'h14);
        step(20'h262e5, 6'h07);
        step(20'h87aa4, 6'h33);
        step(20'h33b0d, 6'h0a);
        step(20'h3ebb7, 6'h0f);
        step(20'ha87eb, 6'h28);
        step(20'h97dda, 6'h22);
        step(20'h45ce9, 6'h37);
        step(20'hf6ee5, 6'h2a);
        step(20'h56c99, 6'h3a);
        step(20'h82109, 6'h2a);
        step(20'h4fcfa, 6'h3f);
        step(20'h550e9, 6'h3e);
        step(20'hf25da, 6'h2a);
        step(20'h36135, 6'h32);
        step(20'h45c80, 6'h26);
        step(20'h83f19, 6'h00);
        step(20'h607b5, 6'h20);
        step(20'h1e1bb, 6'h06);
        step(20'hdc32f, 6'h37);
        step(20'ha6f8c, 6'h01);
        step(20'h2e782, 6'h09);
        step(20'h0a583, 6'h00);
        step(20'h2df9d, 6'h04);
        step(20'hbefe3, 6'h0a);
        step(20'hc15c5, 6'h20);
        step(20'h81014, 6'h00);
        step(20'h221c5, 6'h00);
        step(20'hc81a4, 6'h24);
        step(20'h0137f, 6'h00);
        step(20'hc1577, 6'h30);
        step(20'hf9d9f, 6'h00);
        step(20'hcf4b7, 6'h05);
        step(20'h7f726, 6'h10);
        step(20'h8b089, 6'h04);
        step(20'h430fd, 6'h10);
        step(20'h72bfa, 6'h1f);
        step(20'haa7e5, 6'h38);
        step(20'hdf5dc, 6'h26);
        step(20'ha5432, 6'h3d);
        step(20'h825b1, 6'h30);
        step(20'hbeb8e, 6'h3a);
        step(20'h95828, 6'h32);
        step(20'hbfb2a, 6'h3a);
        step(20'hce8af, 6'h30);
        step(20'h1e953, 6'h2b);
        step(20'h4f9db, 6'h2a);
        step(20'hb6dfa, 6'h3f);
        step(20'h9f7c6, 6'h3b);
        step(20'h44f1f, 6'h2a);
        step(20'h1fe65, 6'h28);
        step(20'h02c59, 6'h2a);
        step(20'h673fe, 6'h2e);
        step(20'haf3b6, 6'h32);
        step(20'h4e2cd, 6'h2a);
        step(20'h4ac5b, 6'h2a);
        step(20'haceaa, 6'h02);
        step(20'h4dac4, 6'h2a);
        step(20'h808a0, 6'h00);
        step(20'hf32b9, 6'h00);
        step(20'h69c79, 6'h23);
        step(20'hc3d15, 6'h0f);
        step(20'hd30c1, 6'h0c);
        step(20'hfca63, 6'h00);
        step(20'h6d1d4, 6'h22);
        step(20'h9b9c3, 6'h08);
        step(20'h19cd9, 6'h18);
        step(20'hddff3, 6'h19);
        step(20'hd8288, 6'h18);
        step(20'he80b1, 6'h15);
        restart;
        step(20'h24ecd, 6'h00);
        step(20'h0f1f3, 6'h0a);
        step(20'hf9fbf, 6'h14);
        step(20'hc6de1, 6'h12);
        step(20'h5d0e1, 6'h29);
        step(20'h8ccd3, 6'h0a);
        step(20'h6045d, 6'h28);
        step(20'h8d09f, 6'h2a);
        step(20'he08fc, 6'h08);
        step(20'h428a1, 6'h2a);
        step(20'ha7512, 6'h2a);
        step(20'h4f9aa, 6'h2a);
        step(20'h790a5, 6'h22);
        step(20'he78f2, 6'h0a);
        step(20'h89215, 6'h0a);
        step(20'hc1458, 6'h0a);
        step(20'h2311d, 6'h22);
        step(20'h737c6, 6'h20);
        step(20'h8fc92, 6'h0a);
        step(20'hc7b01, 6'h1e);
        step(20'he9c88, 6'h15);
        step(20'h481b7, 6'h29);
        step(20'h73a84, 6'h2a);
        step(20'hf029d, 6'h10);
        step(20'hf63cf, 6'h00);
        step(20'hca094, 6'h09);
        step(20'h849c7, 6'h04);
        step(20'ha0449, 6'h00);
        step(20'hb76e7, 6'h14);
        step(20'h241f2, 6'h04);
        step(20'h8c1b9, 6'h10);
        step(20'h70ac1, 6'h05);
        step(20'hca5e5, 6'h01);
        step(20'h17d3b, 6'h14);
        step(20'heb85f, 6'h29);
        step(20'haa79b, 6'h19);
        step(20'hbbb84, 6'h19);
        step(20'h50705, 6'h05);
        step(20'h90185, 6'h15);
        step(20'h6f831, 6'h08);
        step(20'heecb1, 6'h28);
        step(20'h943a1, 6'h1a);
        step(20'h4941b, 6'h02);
        step(20'h4d83a, 6'h00);
        step(20'hb3c88, 6'h15);
        step(20'hb15fb, 6'h15);
        step(20'hecbe7, 6'h03);
        step(20'h0bb96, 6'h3f);
        step(20'he03f5, 6'h2f);
        step(20'h99acd, 6'h0c);
        step(20'hf2aed, 6'h2f);
        step(20'hc8d63, 6'h2f);
        step(20'hb4275, 6'h3e);
        step(20'h736ec, 6'h3f);
        step(20'hbbff0, 6'h3f);
        step(20'h9944a, 6'h3f);
        step(20'h808d9, 6'h30);
        step(20'hccd93, 6'h30);
        step(20'hd92c9, 6'h33);
        step(20'hca185, 6'h30);
        step(20'ha03d1, 6'h3e);
        step(20'hb0a21, 6'h3f);
        step(20'h225bb, 6'h2e);
        step(20'had9d9, 6'h3c);
        step(20'h8cfb1, 6'h30);
        step(20'h79d93, 6'h13);
        step(20'h064e9, 6'h01);
        step(20'h02c41, 6'h00);
        step(20'h28f47, 6'h00);
        step(20'h20c19, 6'h0c);
        step(20'hea6be, 6'h00);
        step(20'hc3090, 6'h00);
        step(20'h43331, 6'h10);
        step(20'haa060, 6'h20);
        step(20'hb9888, 6'h22);
        step(20'h7b244, 6'h12);
        step(20'hc2898, 6'h0a);
        step(20'h4fde3, 6'h3f);
        step(20'h40479, 6'h3f);
        step(20'h5eb5f, 6'h3e);
        step(20'h7677f, 6'h3b);
        step(20'h03c95, 6'h3f);
        step(20'hac2ae, 6'h0f);
        step(20'hadb8f, 6'h03);
        step(20'hf26cc, 6'h00);
        step(20'hd8839, 6'h0c);
        step(20'hb796b, 6'h00);
        step(20'h0bc74, 6'h1d);
        step(20'hd9782, 6'h1c);
        step(20'h54ca1, 6'h31);
        step(20'hb0527, 6'h00);
        step(20'h77316, 6'h31);
        step(20'ha4f97, 6'h03);
        step(20'h36293, 6'h00);
        step(20'h2a878, 6'h00);
        step(20'hfdb3e, 6'h00);
        step(20'hddcc1, 6'h04);
        step(20'h520ad, 6'h15);
        step(20'h31a88, 6'h15);
        step(20'he40e6, 6'h05);
        if (errors != 0) $fatal(1, "sb_data_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("sb_data_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
