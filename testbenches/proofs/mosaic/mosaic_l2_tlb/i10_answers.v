// SPDX-License-Identifier: Apache-2.0
// Invariant 10: each accepted lookup is answered, or taken by the walker, once. `l2_lat` cycles after it came in, and after each time that it goes
// through again, it is answered or goes through once more; the first time, with `l2_serial`, by a large entry alone. Shown of any one SM and page,
// whatever is found.
// Engine: induction 1
// Cut: large_set_found base_set.way_found
module i10_answers #(
    parameter num_cores = 2,
    parameter asid_w = 2,
    parameter l2_ports = 2,
    parameter l2_lat = 3,
    parameter l2_serial = 1,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter CORE = $clog2(num_cores),
    parameter VPN = va_w - base_page_log2,
    parameter PAGE = VPN + asid_w,
    parameter STAGES = l2_lat - 1,
    parameter LOOKUP = PAGE + CORE,
    parameter AGE = $clog2(l2_lat + 1)
) (
    input wire                              clock,
    input wire                              reset,
    input wire [l2_ports-1:0]               lk_valid,
    input wire [l2_ports*CORE-1:0]          lk_core,
    input wire [l2_ports*VPN-1:0]           lk_vpn,
    input wire [l2_ports-1:0]               lk_ready,
    input wire [l2_ports-1:0]               miss_ready,
    input wire [l2_ports-1:0]               rsp_valid,
    input wire [l2_ports*CORE-1:0]          rsp_core,
    input wire [l2_ports*VPN-1:0]           rsp_vpn,
    input wire [l2_ports-1:0]               rsp_large,
    input wire [l2_ports-1:0]               miss_valid,
    input wire [STAGES*l2_ports-1:0]        flying,
    input wire [STAGES*l2_ports-1:0]        ending,
    input wire [STAGES*l2_ports*LOOKUP-1:0] stage,
    input wire [l2_ports-1:0]               again,
    input wire [l2_ports*LOOKUP-1:0]        returned
);

    // Any SM and page: what the inputs are in the last cycle of a reset.
    reg [CORE-1:0] core;
    reg [VPN-1:0]  vpn;
    always @(posedge clock) if (reset) {core, vpn} <= {lk_core[CORE-1:0], lk_vpn[VPN-1:0]};

    // Where the lookup is; it comes in, is answered, is taken.
    reg [STAGES*l2_ports-1:0] in_flight;
    reg [l2_ports-1:0]        returns, enters, answered;
    integer                   i;
    always @* begin
        for (i = 0; i < STAGES * l2_ports; i = i + 1)
            in_flight[i] = flying[i] && stage[i*LOOKUP+PAGE +: CORE] == core && stage[i*LOOKUP +: VPN] == vpn;
        for (i = 0; i < l2_ports; i = i + 1) begin
            returns[i] = again[i] && returned[i*LOOKUP+PAGE +: CORE] == core && returned[i*LOOKUP +: VPN] == vpn;
            enters[i] = lk_valid[i] && lk_ready[i] && lk_core[i*CORE +: CORE] == core && lk_vpn[i*VPN +: VPN] == vpn;
            answered[i] = rsp_valid[i] && rsp_core[i*CORE +: CORE] == core && rsp_vpn[i*VPN +: VPN] == vpn;
        end
    end
    wire taken = |(returns & miss_valid & miss_ready);

    reg           waits;  // It has no answer yet.
    reg [AGE-1:0] age;    // Cycles since it came in or went through again.
    reg           last;   // Entries of both sizes are probed.
    always @(posedge clock) begin
        waits <= !reset && (|enters || (waits && !(|answered) && !taken));
        age <= |enters || age == l2_lat ? 1'b1 : age + 1'b1;
        last <= |enters ? l2_serial == 0 : last || age == l2_lat;
    end

    // An SM looks a page up again when it has its answer.
    always @* assume (!(|enters) || (!waits && (enters & (enters - 1'b1)) == 0));

    wire [STAGES*l2_ports+2*l2_ports-1:0] places = {in_flight, returns, answered};
    always @* if (!reset) begin
        assert (waits == (|places));
        assert ((places & (places - 1'b1)) == 0);
        for (i = 0; i < STAGES * l2_ports; i = i + 1)
            if (in_flight[i]) assert (age == i / l2_ports + 1 && ending[i] == last);
        if (|returns || |answered) assert (age == l2_lat);
        for (i = 0; i < l2_ports; i = i + 1) begin
            if (returns[i]) assert (miss_valid[i] == last);
            if (answered[i]) assert (rsp_large[i] || last);
        end
    end

endmodule
