// SPDX-License-Identifier: Apache-2.0
// cta_sched_tiny_tb: runs cta_sched_tiny for 200 cycles with random inputs and
// compares every output with what its reference model gave. Emitted by Warpsmith.
// The last line says how it ended; a difference is fatal.

`timescale 1ns / 1ps
`default_nettype none

module cta_sched_tiny_tb;

    reg clock = 1'b0;
    reg reset = 1'b1;
    integer cycle = 0;
    integer errors = 0;

    reg  [36:0] inputs;
    wire [17:0] outputs;
    reg  [17:0] early;
    reg  [17:0] got;
    // Outputs that answer in the same cycle; the others are registers.
    localparam [17:0] SAME_CYCLE = 18'h0000f;

    cta_sched_tiny dut (
        .clock(clock),
        .reset(reset),
        .kernel_start(inputs[0]),
        .cta_start_valid(inputs[1]),
        .cta_start_slot(inputs[2]),
        .cta_start_first(inputs[5:3]),
        .cta_start_nw(inputs[9:6]),
        .cta_end_valid(inputs[10]),
        .cta_end_slot(inputs[11]),
        .hold_fill(inputs[12]),
        .w_can_issue(inputs[20:13]),
        .w_stall(inputs[28:21]),
        .warp_done_valid(inputs[29]),
        .warp_done(inputs[32:30]),
        .wake_valid(inputs[33]),
        .wake_warp(inputs[36:34]),
        .issue_valid(outputs[0]),
        .issue_warp(outputs[3:1]),
        .ready_mask(outputs[11:4]),
        .lead_cta(outputs[12]),
        .lead_valid(outputs[13]),
        .st_promote(outputs[14]),
        .st_demote(outputs[15]),
        .st_swap(outputs[16]),
        .st_wakedrop(outputs[17])
    );

    // One cycle: outputs that answer at once are looked at before the rising edge, registers
    // after it.
    task step(input [36:0] given, input [17:0] expected);
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
                $display("cycle %0d: issue_valid is %h, the model has %h", cycle,
                         got[0], expected[0]);
            if (got[3:1] !== expected[3:1])
                $display("cycle %0d: issue_warp is %h, the model has %h", cycle,
                         got[3:1], expected[3:1]);
            if (got[11:4] !== expected[11:4])
                $display("cycle %0d: ready_mask is %h, the model has %h", cycle,
                         got[11:4], expected[11:4]);
            if (got[12] !== expected[12])
                $display("cycle %0d: lead_cta is %h, the model has %h", cycle,
                         got[12], expected[12]);
            if (got[13] !== expected[13])
                $display("cycle %0d: lead_valid is %h, the model has %h", cycle,
                         got[13], expected[13]);
            if (got[14] !== expected[14])
                $display("cycle %0d: st_promote is %h, the model has %h", cycle,
                         got[14], expected[14]);
            if (got[15] !== expected[15])
                $display("cycle %0d: st_demote is %h, the model has %h", cycle,
                         got[15], expected[15]);
            if (got[16] !== expected[16])
                $display("cycle %0d: st_swap is %h, the model has %h", cycle,
                         got[16], expected[16]);
            if (got[17] !== expected[17])
                $display("cycle %0d: st_wakedrop is %h, the model has %h", cycle,
                         got[17], expected[17]);
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
        step(37'h00119ff000, 18'h00000);
        step(37'h00001ff000, 18'h00000);
        step(37'h00101ff000, 18'h00000);
        step(37'h00003ff000, 18'h00000);
        step(37'h00001ff000, 18'h00000);
        step(37'h00001ff000, 18'h00000);
        step(37'h00001ff000, 18'h00000);
        step(37'h00001ff0c2, 18'h02000);
        step(37'h00001ff000, 18'h06010);
        step(37'h00121ff11e, 18'h02011);
        step(37'h00001ff000, 18'h06091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00101ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00101ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h01a01ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00101ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h01201ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00021ff000, 18'h02097);
        step(37'h00101ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00101ff000, 18'h02091);
        step(37'h00001ff000, 18'h02097);
        step(37'h00001ff000, 18'h02091);
        step(37'h00101ff000, 18'h02097);
        step(37'h0a00000000, 18'h060b0);
        step(37'h0a10020000, 18'h120d0);
        step(37'h0600010000, 18'h020d7);
        step(37'h1610050000, 18'h120b7);
        step(37'h1600000000, 18'h12290);
        step(37'h0a00002000, 18'h02291);
        step(37'h0600002000, 18'h120d1);
        step(37'h1600040000, 18'h120b0);
        step(37'h1600002000, 18'h12291);
        step(37'h0600000000, 18'h02290);
        step(37'h0608000000, 18'h120b0);
        step(37'h1600000000, 18'h020b0);
        step(37'h0a00082000, 18'h12291);
        step(37'h0a00010000, 18'h120d7);
        step(37'h06000a0000, 18'h020d0);
        step(37'h0600000000, 18'h120b0);
        step(37'h1600002000, 18'h020b1);
        step(37'h1600008000, 18'h12290);
        step(37'h060001c000, 18'h02297);
        step(37'h0600000000, 18'h120b0);
        step(37'h1602002000, 18'h020b1);
        step(37'h0a00000000, 18'h12290);
        step(37'h0600010000, 18'h120d7);
        step(37'h1600000000, 18'h120b0);
        step(37'h0a00060000, 18'h12290);
        step(37'h0600198000, 18'h120d7);
        step(37'h1600048000, 18'h12075);
        step(37'h0e0014e000, 18'h12233);
        step(37'h0a00020000, 18'h120b0);
        step(37'h1608000000, 18'h120d0);
        step(37'h1600050000, 18'h12297);
        step(37'h0a00004000, 18'h02290);
        step(37'h0610000000, 18'h120d0);
        step(37'h1600004000, 18'h120b0);
        step(37'h0a00100000, 18'h12290);
        step(37'h0a18100000, 18'h120d0);
        restart;
        step(37'h1a001fc000, 18'h00000);
        step(37'h00001fe000, 18'h00000);
        step(37'h00001fe000, 18'h00000);
        step(37'h00000da000, 18'h00000);
        step(37'h00001e6000, 18'h00000);
        step(37'h0e001fe000, 18'h00000);
        step(37'h02001fe000, 18'h00000);
        step(37'h0e041dc000, 18'h00000);
        step(37'h02005ba000, 18'h00000);
        step(37'h00001fe000, 18'h00000);
        step(37'h00101fe042, 18'h02000);
        step(37'h020207e000, 18'h06010);
        step(37'h00001fe000, 18'h02011);
        step(37'h06001da08e, 18'h02011);
        step(37'h0a011fe000, 18'h06031);
        step(37'h0000056000, 18'h06073);
        step(37'h12101fa000, 18'h02075);
        step(37'h00001fe000, 18'h02071);
        step(37'h00001fa000, 18'h02075);
        step(37'h00081fe000, 18'h02071);
        step(37'h1a0416e000, 18'h02073);
        step(37'h00001ee000, 18'h02075);
        step(37'h1e0017c000, 18'h02073);
        step(37'h00001fc000, 18'h02075);
        step(37'h0e080ee000, 18'h02071);
        step(37'h00101fa000, 18'h02075);
        step(37'h00001fc000, 18'h02073);
        step(37'h00001be000, 18'h02075);
        step(37'h0e001fe000, 18'h02071);
        step(37'h1a0017e000, 18'h02073);
        step(37'h0a011da000, 18'h02075);
        step(37'h000015a000, 18'h02071);
        step(37'h00001fe000, 18'h02073);
        step(37'h00001fc000, 18'h02075);
        step(37'h0a101da000, 18'h02071);
        step(37'h00091fa000, 18'h02075);
        step(37'h00021f6000, 18'h02071);
        step(37'h00001ee000, 18'h02073);
        step(37'h02081fe000, 18'h02075);
        step(37'h06000fe000, 18'h02071);
        step(37'h1a0016c000, 18'h02073);
        step(37'h00011ee000, 18'h02075);
        step(37'h0e001be000, 18'h02071);
        step(37'h00001fe000, 18'h02073);
        step(37'h12001fe000, 18'h02075);
        step(37'h00001fe000, 18'h02071);
        step(37'h020117e000, 18'h02073);
        step(37'h12001de000, 18'h02075);
        step(37'h00001ea000, 18'h02071);
        step(37'h00101fe000, 18'h02073);
        step(37'h00101f6000, 18'h02071);
        step(37'h0a001fc000, 18'h02073);
        step(37'h00001d4000, 18'h02073);
        step(37'h00001fe000, 18'h02075);
        step(37'h00001fe000, 18'h02071);
        step(37'h00041be000, 18'h02073);
        step(37'h0a000de000, 18'h02075);
        step(37'h000017c000, 18'h02073);
        step(37'h1a001fe000, 18'h02075);
        step(37'h00001fe000, 18'h02071);
        step(37'h00001fa000, 18'h02075);
        step(37'h02001fe000, 18'h02071);
        step(37'h00001f4000, 18'h02073);
        step(37'h1e001fe000, 18'h02075);
        step(37'h0600048000, 18'h02075);
        step(37'h1a00010000, 18'h02070);
        step(37'h0600000000, 18'h02070);
        step(37'h1a00000000, 18'h02070);
        step(37'h0200000000, 18'h02070);
        step(37'h1600000000, 18'h02070);
        step(37'h0a00000000, 18'h02070);
        step(37'h0200008000, 18'h02075);
        step(37'h1aa9040000, 18'h02030);
        step(37'h0e00012000, 18'h02031);
        step(37'h022010045a, 18'h03020);
        step(37'h0e00010000, 18'h070a0);
        step(37'h0200086000, 18'h030a3);
        step(37'h1e04000000, 18'h030a0);
        step(37'h1600100000, 18'h030a0);
        step(37'h0602000000, 18'h030a0);
        step(37'h1a00820000, 18'h030a0);
        step(37'h02000c8000, 18'h030a0);
        step(37'h1600004000, 18'h030a3);
        step(37'h1a00000000, 18'h030a0);
        step(37'h1a0088c000, 18'h030a3);
        step(37'h0202080000, 18'h030a0);
        step(37'h0600000000, 18'h030a0);
        step(37'h1a08042000, 18'h030a0);
        step(37'h0600000000, 18'h030a0);
        step(37'h020004c000, 18'h030a3);
        step(37'h1a00040000, 18'h030a0);
        step(37'h1e00000000, 18'h030a0);
        step(37'h1200102000, 18'h030a0);
        step(37'h0a00018000, 18'h030a7);
        step(37'h1600100000, 18'h030a0);
        step(37'h1a00100000, 18'h030a0);
        step(37'h1e10088000, 18'h030a0);
        step(37'h1200000000, 18'h030a0);
        step(37'h12e0000442, 18'h03020);
        step(37'h0200026000, 18'h07033);
        if (errors != 0) $fatal(1, "cta_sched_tiny_tb: FAILED in %0d of 200 cycles", errors);
        $display("cta_sched_tiny_tb: 200 cycles as the model");
        $finish;
    end

endmodule

`default_nettype wire
