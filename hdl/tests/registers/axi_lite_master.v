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

    // What the bench's registers look at. When a write is done the bus does not tell; the bench takes the moment from the
    // wrapper, and all else from the bus.
    wire [11:0] looked_at = araddr;
    wire stores = dut.bus_write;
    reg [11:0] stored_at = 0;
    reg [31:0] stored = 0;
    reg [3:0] stored_strobes = 0;

    // So many cycles without a handshake.
    task idle(input integer cycles);
        repeat (cycles) begin
            @(posedge clock);
            #2;
        end
    endtask

    task send_address(input integer delay);
        begin
            idle(delay);
            awvalid = 1'b1;
            awaddr = stored_at;
            @(posedge clock);
            while (!awready) @(posedge clock);
            #2;
            awvalid = 1'b0;
            awaddr = $random;
        end
    endtask

    task send_data(input integer delay);
        begin
            idle(delay);
            wvalid = 1'b1;
            wdata = stored;
            wstrb = stored_strobes;
            @(posedge clock);
            while (!wready) @(posedge clock);
            #2;
            wvalid = 1'b0;
            wdata = $random;
        end
    endtask

    task take_response(input integer delay);
        begin
            bready = delay == 0;
            @(posedge clock);
            while (!bvalid) @(posedge clock);
            if (delay != 0) begin
                #2;
                idle(delay);
                if (!bvalid) fail("a response that does not stay");
                bready = 1'b1;
                @(posedge clock);
            end
            if (bresp !== (there(stored_at) ? 2'd0 : 2'd2)) fail("the response of a write");
            #2;
            bready = 1'b0;
        end
    endtask

    integer write_number, read_number;
    task writes(input integer transfers);
        for (write_number = 0; write_number < transfers; write_number = write_number + 1) begin
            stored_at = some_address($random);
            stored = $random;
            stored_strobes = $random;
            fork
                send_address($random & 3);
                send_data($random & 3);
                take_response($random & 3);
            join
        end
    endtask

    reg [31:0] awaited;
    integer wait_read;
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

    task run(input integer transfers);
        fork
            writes(transfers);
            reads(transfers);
        join
    endtask

