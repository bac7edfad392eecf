// SPDX-License-Identifier: Apache-2.0
//! A device whose GPU is divided into lanes.

use warpsmith_protocol::{CudaError, Region, Request, Response};

use super::Device;
use crate::attachments::Attachments;
use crate::control::{MaxCycles, RunFreely};
use crate::gpu::Gpu;
use crate::machine::MachineSpec;

/// `count` adds 1 to a number `rounds` times, one CTA of one thread.
const PTX: &str = r#"
.version 6.0
.target sm_35
.address_size 64
.visible .entry count(.param .u64 number, .param .u32 rounds)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<2>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [number];
    ld.param.u32 %r1, [rounds];
LOOP:
    ld.global.u32 %r2, [%d1];
    add.s32 %r2, %r2, 1;
    st.global.u32 [%d1], %r2;
    add.s32 %r1, %r1, -1;
    setp.gt.s32 %p1, %r1, 0;
    @%p1 bra LOOP;
    ret;
}
"#;

struct Bench {
    device: Device<Gpu>,
    reply: Vec<u8>,
}

impl Bench {
    /// Two lanes with an SM each.
    fn new() -> Bench {
        let mut machine = MachineSpec::load("gtx480").expect("built in");
        machine.sm.count = 2;
        let mut gpu = Gpu::new(machine, Attachments::default()).expect("it fits");
        gpu.divide(&[1, 1]).expect("both are given out");
        let mut bench = Bench { device: Device::new(gpu), reply: Vec::new() };
        assert!(matches!(bench.ask_with(Request::LoadModule, PTX.as_bytes()), Response::Module(_)));
        bench
    }

    fn ask_with(&mut self, request: Request, bulk: &[u8]) -> Response {
        let answer = self.device.serve(request, bulk, &mut self.reply, &mut RunFreely);
        answer.expect("not fatal").expect("no pause")
    }

    fn ask(&mut self, request: Request) -> Response {
        self.ask_with(request, &[])
    }

    fn number(&mut self) -> u64 {
        match self.ask(Request::Allocate { bytes: 4 }) {
            Response::Address(address) => address,
            other => panic!("{other:?}"),
        }
    }

    fn stream(&mut self, blocking: bool) -> u64 {
        match self.ask(Request::CreateStream { blocking }) {
            Response::Handle(stream) => stream,
            other => panic!("{other:?}"),
        }
    }

    fn event(&mut self) -> u64 {
        match self.ask(Request::CreateEvent) {
            Response::Handle(event) => event,
            other => panic!("{other:?}"),
        }
    }

    fn count(&mut self, stream: u64, number: u64, rounds: u32) {
        let launch = launch(stream);
        let params = [&number.to_le_bytes()[..], &rounds.to_le_bytes()].concat();
        let before = self.device.cycle();
        assert_eq!(self.ask_with(launch, &params), Response::Done);
        assert_eq!(self.device.cycle(), before, "a launch takes no simulated time");
    }

    fn record(&mut self, event: u64, stream: u64) {
        assert_eq!(self.ask(Request::RecordEvent { event, stream }), Response::Done);
    }

    fn read(&mut self, address: u64, stream: u64) -> u32 {
        assert_eq!(self.ask(Request::Read { from: Region::linear(address, 4), stream }), Response::Data);
        u32::from_le_bytes(self.reply[..].try_into().expect("four bytes"))
    }

    fn ready(&mut self, stream: u64) -> Response {
        self.ask(Request::QueryStream { stream })
    }
}

fn launch(stream: u64) -> Request {
    Request::Launch { module: 0, kernel: 0, grid: [1; 3], block: [1; 3], dynamic_shared: 0, stream }
}

#[test]
fn kernels_of_two_streams_overlap_and_stand_in_the_order_of_their_launches() {
    let mut bench = Bench::new();
    let (a, b) = (bench.number(), bench.number());
    let (first, second) = (bench.stream(true), bench.stream(true));
    bench.count(first, a, 60);
    bench.count(second, b, 20);
    bench.count(second, b, 20);
    assert_eq!([bench.read(b, second), bench.read(a, first)], [40, 60]);
    assert_eq!(bench.ask(Request::SynchronizeDevice), Response::Done);
    let all = bench.device.cycle();
    let (_, records) = bench.device.into_parts();
    let cycles: Vec<u64> = records.iter().map(|record| record.cycles).collect();
    assert!(cycles.len() == 3 && cycles[0] > cycles[1] && all < cycles.iter().sum(), "{cycles:?} {all}");
}

#[test]
fn a_stream_waits_for_the_default_stream_unless_it_is_non_blocking() {
    for (blocking, held) in [(true, true), (false, false)] {
        let mut bench = Bench::new();
        let (a, b) = (bench.number(), bench.number());
        // The default stream has the first lane, and this stream the second.
        let (_, stream) = (bench.stream(true), bench.stream(blocking));
        bench.count(0, a, 60);
        bench.count(stream, b, 1);
        assert_eq!(bench.ask(Request::Synchronize { stream }), Response::Done);
        assert_eq!(bench.ready(0), Response::Ready(held));
        // The other way round.
        bench.count(stream, b, 60);
        bench.count(0, a, 1);
        assert_eq!(bench.ask(Request::Synchronize { stream: 1 }), Response::Done);
        assert_eq!(bench.ready(stream), Response::Ready(held));
    }
}

#[test]
fn a_query_tells_what_is_so_and_then_lets_time_pass_until_a_kernel_ends() {
    let mut bench = Bench::new();
    let (a, stream) = (bench.number(), bench.stream(true));
    bench.count(stream, a, 5);
    bench.count(stream, a, 5);
    let ready: Vec<Response> = (0..3).map(|_| bench.ready(stream)).collect();
    assert_eq!(ready, [false, false, true].map(Response::Ready));
    assert_eq!(bench.read(a, stream), 10);
}

#[test]
fn an_event_gets_the_time_at_which_its_stream_comes_to_it_and_holds_another_stream_up() {
    let mut bench = Bench::new();
    let (a, first, second) = (bench.number(), bench.stream(true), bench.stream(true));
    let [start, end, after] = [(); 3].map(|()| bench.event());
    bench.record(start, first);
    bench.count(first, a, 60);
    bench.record(end, first);
    assert_eq!(bench.ask(Request::WaitEvent { event: end, stream: second }), Response::Done);
    bench.record(after, second);
    assert_eq!(bench.ask(Request::QueryEvent { event: start }), Response::Ready(true));
    assert_eq!(bench.ask(Request::QueryEvent { event: after }), Response::Ready(false));
    let mut elapsed = |start, end| match bench.ask(Request::ElapsedTime { start, end }) {
        Response::Elapsed { milliseconds } => milliseconds,
        other => panic!("{other:?}"),
    };
    assert!(elapsed(start, end) > 0.0);
    assert_eq!(elapsed(end, after), 0.0);
}

#[test]
fn a_launch_that_does_not_fit_is_refused_at_once_and_leaves_nothing_to_do() {
    let mut bench = Bench::new();
    let stream = bench.stream(true);
    let Request::Launch { module, kernel, grid, dynamic_shared, .. } = launch(stream) else { panic!() };
    let block = [4096, 1, 1];
    let request = Request::Launch { module, kernel, grid, block, dynamic_shared, stream };
    match bench.ask_with(request, &[0; 12]) {
        Response::Error { code, .. } => assert_eq!(code, CudaError::InvalidConfiguration),
        other => panic!("{other:?}"),
    }
    assert_eq!(bench.ready(stream), Response::Ready(true));
}

#[test]
fn what_is_under_way_in_every_lane_is_recorded_when_the_run_is_cut() {
    let mut bench = Bench::new();
    let (a, b) = (bench.number(), bench.number());
    let (first, second) = (bench.stream(true), bench.stream(true));
    bench.count(first, a, 1000);
    bench.count(second, b, 1000);
    assert!(bench.device.finish(&mut MaxCycles(100)).is_err());
    assert_eq!(bench.device.into_parts().1.len(), 2);
}
