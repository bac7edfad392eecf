    // SPDX-License-Identifier: Apache-2.0
    // A master of AXI4-Lite: writes and reads side by side, each channel with delays of its own.
    reg awvalid = 1'b0;
    wire awready;
    reg [11:0] awaddr = 0;
    reg wvalid = 1'b0;
    wire wready;
    reg [31:0] wdata = 0;
    reg [3:0] wstrb = 0;
    wire bvalid;
    reg bready = 1'b0;
    wire [1:0] bresp;
    reg arvalid = 1'b0;
    wire arready;
    reg [11:0] araddr = 0;
    wire rvalid;
    reg rready = 1'b0;
    wire [31:0] rdata;
    wire [1:0] rresp;

    // Writes, drawn before the first begins; so many have reached their register.
    reg [11:0] address_of [0:1023];
    reg [31:0] data_of [0:1023];
    reg [3:0] strobes_of [0:1023];
    integer written = 0;

    // What the bench's registers look at. When a write is done the bus does not tell; the bench takes the moment from the
    // wrapper, and all else from the bus.
    wire [11:0] looked_at = araddr;
    wire stores = dut.bus_write;
    wire [11:0] stored_at = address_of[written];
    wire [31:0] stored = data_of[written];
    wire [3:0] stored_strobes = strobes_of[written];
    always @(posedge clock) if (stores) written <= written + 1;

    // So many cycles without a handshake.
    task idle(input integer cycles);
        repeat (cycles) begin
            @(posedge clock);
            #2;
        end
    endtask

    // The three channels of writes do not wait for one another.
    integer a, d, r;
    task addresses(input integer transfers);
        for (a = 0; a < transfers; a = a + 1) begin
            idle($random & 3);
            awvalid = 1'b1;
            awaddr = address_of[a];
            @(posedge clock);
            while (!awready) @(posedge clock);
            #2;
            awvalid = 1'b0;
            awaddr = $random;
        end
    endtask

    task data(input integer transfers);
        for (d = 0; d < transfers; d = d + 1) begin
            idle($random & 3);
            wvalid = 1'b1;
            wdata = data_of[d];
            wstrb = strobes_of[d];
            @(posedge clock);
            while (!wready) @(posedge clock);
            #2;
            wvalid = 1'b0;
            wdata = $random;
        end
    endtask

    task responses(input integer transfers);
        for (r = 0; r < transfers; r = r + 1) begin
            bready = $random;
            @(posedge clock);
            while (!bvalid) @(posedge clock);
            if (!bready) begin
                #2;
                idle($random & 7);
                if (!bvalid) fail("a response that does not stay");
                bready = 1'b1;
                @(posedge clock);
            end
            if (bresp !== (there(address_of[r]) ? 2'd0 : 2'd2)) fail("the response of a write");
            if (r >= a + awvalid || r >= d + wvalid || r >= written) fail("a response before its request");
            #2;
            bready = 1'b0;
        end
    endtask

    reg [31:0] awaited;
    integer read_number, wait_read;
    task reads(input integer transfers);
        for (read_number = 0; read_number < transfers; read_number = read_number + 1) begin
            idle($random & 1);
            arvalid = 1'b1;
            araddr = some_address($random);
            wait_read = $random & 3;
            rready = wait_read == 0;
            @(posedge clock);
            while (!arready) @(posedge clock);
            awaited = shown;
            if (rvalid) fail("data before the request");
            #2;
            arvalid = 1'b0;
            repeat (wait_read) begin
                @(posedge clock);
                if (!rvalid || rdata !== awaited) fail("data that do not stay");
                #2;
            end
            rready = 1'b1;
            @(posedge clock);
            if (!rvalid || rdata !== awaited) fail("what is read");
            if (rresp !== (there(araddr) ? 2'd0 : 2'd2)) fail("the response of a read");
            #2;
            rready = 1'b0;
            if (rvalid) fail("data twice");
        end
    endtask

    integer n;
    task run(input integer transfers);
        begin
            for (n = 0; n < transfers; n = n + 1) begin
                address_of[n] = some_address($random);
                data_of[n] = $random;
                strobes_of[n] = $random;
            end
            fork
                addresses(transfers);
                data(transfers);
                responses(transfers);
                reads(transfers);
            join
            idle(4);
            if (bvalid || rvalid || written != transfers) fail("a response too many, or a write too few");
        end
    endtask

