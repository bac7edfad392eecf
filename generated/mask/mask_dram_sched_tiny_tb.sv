// SPDX-License-Identifier: Apache-2.0
// mask_dram_sched_tiny_tb: runs mask_dram_sched_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module mask_dram_sched_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [63:0] inputs;
    wire [24:0] outputs;
    reg  [24:0] early;
    reg  [24:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [24:0] SAME_CYCLE = 25'h003fffe;

    mask_dram_sched_tiny dut (
        .clock(clock),
        .reset(reset),
        .tick(inputs[0]),
        .x_valid(inputs[1]),
        .x_depth(inputs[4:2]),
        .x_app(inputs[5]),
        .x_bank(inputs[7:6]),
        .x_row(inputs[9:8]),
        .x_col(inputs[10]),
        .x_id(inputs[13:11]),
        .d_valid(inputs[14]),
        .d_wr(inputs[15]),
        .d_app(inputs[16]),
        .d_bank(inputs[18:17]),
        .d_row(inputs[20:19]),
        .d_col(inputs[21]),
        .d_id(inputs[24:22]),
        .bank_ready(inputs[28:25]),
        .open_valid(inputs[32:29]),
        .open_row(inputs[40:33]),
        .quota(inputs[60:41]),
        .app_active(inputs[62:61]),
        .epoch_tick(inputs[63]),
        .x_ready(outputs[0]),
        .d_ready(outputs[1]),
        .iss_valid(outputs[2]),
        .iss_src(outputs[4:3]),
        .iss_wr(outputs[5]),
        .iss_depth(outputs[8:6]),
        .iss_app(outputs[9]),
        .iss_bank(outputs[11:10]),
        .iss_row(outputs[13:12]),
        .iss_col(outputs[14]),
        .iss_id(outputs[17:15]),
        .occ_golden(outputs[19:18]),
        .occ_silver(outputs[21:20]),
        .occ_normal(outputs[23:22]),
        .silver_app(outputs[24])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [63:0] given, input [24:0] expected);
        begin
            clock = 1'b0;
            inputs = given;
            #5;
            early = outputs;
            clock = 1'b1;
            #5;
            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);
            if (got !== expected) errors = errors + 1;
            if (got[0] !== expected[0])
                $display("cycle %0d: x_ready is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[1] !== expected[1])
                $display("cycle %0d: d_ready is %h, the model has %h", cycle,
                         got[1], expected[1]);
            if (got[2] !== expected[2])
                $display("cycle %0d: iss_valid is %h, the model has %h", cycle,
                         got[2], expected[2]);
            if (got[4:3] !== expected[4:3])
                $display("cycle %0d: iss_src is %h, the model has %h", cycle,
                         got[4:3], expected[4:3]);
            if (got[5] !== expected[5])
                $display("cycle %0d: iss_wr is %h, the model has %h", cycle,
                         got[5], expected[5]);
            if (got[8:6] !== expected[8:6])
                $display("cycle %0d: iss_depth is %h, the model has %h", cycle,
                         got[8:6], expected[8:6]);
            if (got[9] !== expected[9])
                $display("cycle %0d: iss_app is %h, the model has %h", cycle,
                         got[9], expected[9]);
            if (got[11:10] !== expected[11:10])
                $display("cycle %0d: iss_bank is %h, the model has %h", cycle,
                         got[11:10], expected[11:10]);
            if (got[13:12] !== expected[13:12])
                $display("cycle %0d: iss_row is %h, the model has %h", cycle,
                         got[13:12], expected[13:12]);
            if (got[14] !== expected[14])
                $display("cycle %0d: iss_col is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[17:15] !== expected[17:15])
                $display("cycle %0d: iss_id is %h, the model has %h", cycle,
                         got[17:15], expected[17:15]);
            if (got[19:18] !== expected[19:18])
                $display("cycle %0d: occ_golden is %h, the model has %h", cycle,
                         got[19:18], expected[19:18]);
            if (got[21:20] !== expected[21:20])
                $display("cycle %0d: occ_silver is %h, the model has %h", cycle,
                         got[21:20], expected[21:20]);
            if (got[23:22] !== expected[23:22])
                $display("cycle %0d: occ_normal is %h, the model has %h", cycle,
                         got[23:22], expected[23:22]);
            if (got[24] !== expected[24])
                $display("cycle %0d: silver_app is %h, the model has %h", cycle,
                         got[24], expected[24]);
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
        step(64'h20100a0000608575, 25'h0000003);
        step(64'h20100b0000f514f1, 25'h0000003);
        step(64'h20100b00017c6404, 25'h0400003);
        step(64'h20100b0001f53587, 25'h0440003);
        step(64'h20100b0000710345, 25'h0440003);
        step(64'h20100b0000d91394, 25'h0440003);
        step(64'h20100b000147218f, 25'h0480002);
        step(64'h20100b0001e83495, 25'h0480002);
        step(64'h20100b00006083b1, 25'h0480002);
        step(64'h20100b0000c2d1fa, 25'h0880002);
        step(64'h20100a81015aa38c, 25'h0880002);
        step(64'h20100a8101c8f55d, 25'h0c80002);
        step(64'h20100a81007e40a9, 25'h0c80000);
        step(64'h20100a8100d410c4, 25'h0c80000);
        step(64'h20100a8101592264, 25'h0c80000);
        step(64'h20100a8101ccb4c5, 25'h0c80000);
        step(64'h20100a81006dc2ad, 25'h0c80000);
        step(64'h20100a8900ee5349, 25'h0c80000);
        step(64'h20100a890157208d, 25'h0c80000);
        step(64'h20100a8901f774af, 25'h0c80000);
        step(64'h20100a890041443c, 25'h0c80000);
        step(64'h20100a8900ccd3fd, 25'h0c80000);
        step(64'h20100a890161621d, 25'h0c80000);
        step(64'h20100a8901d2315d, 25'h0c80000);
        step(64'h20100a89007b80dc, 25'h0c80000);
        step(64'h20100a8900e0905d, 25'h0c80000);
        step(64'h20100a8901782534, 25'h0c80000);
        step(64'h20100a8901cb742f, 25'h0c80000);
        step(64'h20100a89005fc0e9, 25'h0c80000);
        step(64'h20100a8900c5d075, 25'h0c80000);
        step(64'h20100a814177e2bd, 25'h0c80000);
        step(64'h20100a8141c83255, 25'h0c80000);
        step(64'h20100a814070066d, 25'h0c80000);
        step(64'h20100a8140c69273, 25'h0c80000);
        step(64'h20100a81416c6654, 25'h0c80000);
        step(64'h20100a8141c474fd, 25'h0c80000);
        step(64'h20100b01405c8599, 25'h0c80000);
        step(64'h20100b0140fe508b, 25'h0c80000);
        step(64'h20100b41c16ce69d, 25'h0c80000);
        step(64'h20100b41c1cf3075, 25'h0c80000);
        step(64'h20100b41c04580d5, 25'h0c80000);
        step(64'h20100b41c0cd51fd, 25'h0c80000);
        step(64'h20100b41c16ce1a5, 25'h0c80000);
        step(64'h20100b41c1cff7d3, 25'h0c80000);
        step(64'h20100b41c073c31c, 25'h0c80000);
        step(64'h20100b41c0cd1605, 25'h0c80000);
        step(64'h20100b41c16fa284, 25'h0c80000);
        step(64'h20100b41c1d0733d, 25'h0c80000);
        step(64'h20100b41c05f0406, 25'h0c80000);
        step(64'h20100b41c0f8179d, 25'h0c80000);
        step(64'h20100b41c14b6785, 25'h0c80000);
        step(64'h20100b41c1faf371, 25'h0c80000);
        step(64'h20100b41c059060f, 25'h0c80000);
        step(64'h20100b41c0c4d795, 25'h0c80000);
        step(64'h20100b41c144616c, 25'h0c80000);
        step(64'h20100b41c1ee3075, 25'h0c80000);
        step(64'h20100b41c05c02b8, 25'h0c80000);
        step(64'h20100b47c0f251cd, 25'h0c80000);
        step(64'h20100b47c16065cf, 25'h0c80000);
        step(64'h20100b43c1c035e9, 25'h0c80000);
        step(64'h20100b43c0544749, 25'h0c80000);
        step(64'h20100b43c0d0157d, 25'h0c80000);
        step(64'h20100b43c141a15d, 25'h0c80000);
        step(64'h20100b42c1f574fd, 25'h0c80000);
        step(64'h20180542c05144d7, 25'h0c80000);
        step(64'h20180542c0c5d797, 25'h0c80000);
        step(64'h20180542c160634e, 25'h0c80000);
        step(64'h20180542c1cb762b, 25'h0c80000);
        step(64'h20180542c05a4497, 25'h0c80000);
        step(64'h20180542c0cc565f, 25'h0c80000);
        step(64'h201805428172677f, 25'h0c80000);
        step(64'h2018054ac1faf1d7, 25'h0c80000);
        step(64'h2018054ac07542e7, 25'h0c80000);
        step(64'h2018054ac0f85337, 25'h0c80000);
        step(64'h2018054ac15ee78b, 25'h0c80000);
        step(64'h2018054ac1ce7377, 25'h0c80000);
        step(64'h2018055ac06547f6, 25'h0c80000);
        step(64'h20180558c0d9d537, 25'h0c80000);
        step(64'h20180558c163e0d3, 25'h0c80000);
        step(64'h20180558c1fb74f6, 25'h0c80000);
        step(64'h20100358c061c1b9, 25'h0c80000);
        step(64'h20100358c0e8d6dc, 25'h0c80000);
        step(64'h20100358c14ee479, 25'h0c80000);
        step(64'h20100358c1ddf305, 25'h0c80000);
        step(64'h20100358c04140b9, 25'h0c80000);
        step(64'h20100358c0cad325, 25'h0c80000);
        step(64'h20100358c1766634, 25'h0c80000);
        step(64'h20100358c1ec7735, 25'h0c80000);
        step(64'h20100358c063c749, 25'h0c80000);
        step(64'h20100358c0f05265, 25'h0c80000);
        step(64'h20100359c175e310, 25'h0c80000);
        step(64'h20100359c1cf757c, 25'h0c80000);
        step(64'h20100359c0674295, 25'h0c80000);
        step(64'h20100359c0fdd7f7, 25'h0c80000);
        step(64'h20100359c15ae009, 25'h0c80000);
        step(64'h20100359c1d6742c, 25'h0c80000);
        step(64'h600805599e7e40b5, 25'h0d75847);
        step(64'h600805599eee57c5, 25'h1e218c7);
        step(64'h600805599f6f6729, 25'h1d0fc0d);
        step(64'h600805599fd272d5, 25'h1c1dc0d);
        restart;
        step(64'h60100a001265c291, 25'h0400003);
        step(64'h60100a0008de95ab, 25'h004ca37);
        step(64'h60100a001167a54d, 25'h0040003);
        step(64'h60100a6081e87530, 25'h0140003);
        step(64'h60100a60865fc1b1, 25'h047d00f);
        step(64'h60100a6090e212f5, 25'h004be37);
        step(64'h60100a60897c623d, 25'h0115a87);
        step(64'h60100a6089e5b417, 25'h006f80f);
        step(64'h60100ae0827602fd, 25'h0034147);
        step(64'h60100ae082f8d0d8, 25'h0100003);
        step(64'h60100ae081552594, 25'h0100003);
        step(64'h60100ae087df342d, 25'h001f02f);
        step(64'h60100ae09a7a017d, 25'h0000003);
        step(64'h60100af8c0cf1173, 25'h0040003);
        step(64'h60100af8c9532645, 25'h0040003);
        step(64'h60100af8c1dcb3d3, 25'h0080002);
        step(64'h60100af8c86a82c8, 25'h0080002);
        step(64'h60100ae8c0f992f8, 25'h0080002);
        step(64'h60100ae8d172a065, 25'h0080002);
        step(64'h60100ae8c1eb73b9, 25'h0480002);
        step(64'h60100ae8c268c4d5, 25'h0580002);
        step(64'h60100ae8c2dd5071, 25'h088d02e);
        step(64'h60100ae8c15264d5, 25'h1980002);
        step(64'h60100ae8c9d734ad, 25'h159ba16);
        step(64'h60100ae8c05646b1, 25'h1980002);
        step(64'h60100a88c2e211cd, 25'h1980002);
        step(64'h60100a88d37762b9, 25'h168ac16);
        step(64'h60100a88d1c53028, 25'h1680002);
        step(64'h60100a88c07e0645, 25'h1680002);
        step(64'h60100a88c0ea5458, 25'h1a80002);
        step(64'h60100b09c55767ed, 25'h1e51707);
        step(64'h60100b09c1f1b1db, 25'h1e80000);
        step(64'h60100b09c0498631, 25'h1e80000);
        step(64'h60100b09c0ee57e5, 25'h1e80000);
        step(64'h60100b098568a5c5, 25'h1daa40c);
        step(64'h60100b0983ed3388, 25'h1d80002);
        step(64'h60100b09807306c5, 25'h1d80002);
        step(64'h60100b0980fd91fd, 25'h1d80002);
        step(64'h60100b098567223a, 25'h1d80002);
        step(64'h60100b0181e6b476, 25'h1d80000);
        step(64'h60100b418a5e43e5, 25'h1d80000);
        step(64'h60100b519cfc57e4, 25'h1d80000);
        step(64'h60100b51874f62e9, 25'h0abd616);
        step(64'h60100a5181da35ed, 25'h0a80002);
        step(64'h60100a51986041cc, 25'h0e80002);
        step(64'h60100a5180eb5555, 25'h0e80000);
        step(64'h60100ad1816865bd, 25'h0e80000);
        step(64'h60100ad181d536d1, 25'h0e80000);
        step(64'h60100ad1806e0787, 25'h0e80000);
        step(64'h60100ad180fad226, 25'h0e80000);
        step(64'h60100ad181506779, 25'h0e80000);
        step(64'h60100ad181e2f325, 25'h0e80000);
        step(64'h60100ad190740119, 25'h0e73d05);
        step(64'h60100ad18ae0138c, 25'h0e40001);
        step(64'h60100ad19545e57a, 25'h0e80000);
        step(64'h60100ad181d5331b, 25'h0e80000);
        step(64'h60100ad1845002dd, 25'h0a9d414);
        step(64'h60100a9194ca5475, 25'h0e71d87);
        step(64'h60100a918f74e3aa, 25'h0e80000);
        step(64'h60100a9181ebf339, 25'h0e80000);
        step(64'h60100b11844f8769, 25'h0e65785);
        step(64'h60100b119cde13b8, 25'h0e40001);
        step(64'h60100b118d5f603d, 25'h0e23a85);
        step(64'h60100b1185f13431, 25'h0a19415);
        step(64'h60100b11847247dd, 25'h0e00003);
        step(64'h60100b1180ff1664, 25'h0e00001);
        step(64'h60100b11914e25f9, 25'h0d2ee0d);
        step(64'h60100b1181da37cd, 25'h0d00003);
        step(64'h60100b11844e0211, 25'h090e417);
        step(64'h60100b5180e2d1c5, 25'h0a00003);
        step(64'h60100b518d66a24f, 25'h095c42f);
        step(64'h60100b5183e0b6ab, 25'h058c016);
        step(64'h60100bd19e424373, 25'h06624c7);
        step(64'h60100bd194db1134, 25'h0640003);
        step(64'h60100bd1876c6211, 25'h094840f);
        step(64'h60100bd1a5d43129, 25'h0940003);
        step(64'h60100bd1a05d00d9, 25'h0940003);
        step(64'h60100bd9e0c31565, 25'h0940003);
        step(64'h60100bdbe3456050, 25'h0d40003);
        step(64'h60100bdbe5e4b10d, 25'h0d40003);
        step(64'h60100bdbe44c4664, 25'h0e40003);
        step(64'h60100bdbf8d0d2bc, 25'h0e40001);
        step(64'h60100bdbe14261bc, 25'h0e40001);
        step(64'he0100bdbedc632b9, 25'h1e36a85);
        step(64'h60100bdbe26c45bb, 25'h1e40001);
        step(64'h60100a5af4ced2d5, 25'h1d69e0d);
        step(64'h60100a5ae15d2230, 25'h1d40003);
        step(64'h60100a1ae1da32bc, 25'h1d40001);
        step(64'h60100a1ae463c185, 25'h1e40003);
        step(64'h60100a1ae0f55339, 25'h1e40001);
        step(64'h60100a1ae352a70d, 25'h1e40001);
        step(64'h60100a1ae3ef30d8, 25'h1e40001);
        step(64'h60100a1ae074c73c, 25'h1e40001);
        step(64'h60100a9af6f912f1, 25'h1d4c62d);
        step(64'h60100a9aeb4027f5, 25'h1d05b85);
        step(64'h60100a9ae3e07056, 25'h1d40001);
        step(64'h60100a9ae866c1e5, 25'h1c4980d);
        step(64'h60100a9af0f0570d, 25'h186ae15);
        step(64'h60100a9ae1672234, 25'h1840003);
        step(64'h60100a9ae5e2736d, 25'h1c30547);
        if (errors != 0) $fatal(1, "mask_dram_sched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("mask_dram_sched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
