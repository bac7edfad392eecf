// SPDX-License-Identifier: Apache-2.0

use proptest::prelude::*;
use warpsmith_protocol::{CudaError, ModuleInfo, Region, Request, Response, VERSION};
use warpsmith_ptx::LANES;

use super::{Device, DeviceError, FunctionalGpu};
use crate::control::{Poll, Progress, RunControl, RunFreely, StopReason};
use crate::error::RunError;
use crate::machine::MachineSpec;
use crate::types::SmCycle;

const MEMORY: u64 = 16 << 20;

/// Kernels: `reverse` turns the elements of each CTA round through shared memory; `stuck` has its second warp
/// wait at another barrier than its first; `strange` has an instruction that nobody knows; `spin` never ends.
const PTX: &str = r#"
.version 6.0
.target sm_35
.address_size 64
.visible .const .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.visible .global .align 4 .u32 counter = 7;

.visible .entry reverse(.param .u64 data)
{
    .reg .b32 %r<8>;
    .reg .b64 %d<8>;
    .shared .align 4 .b8 buffer[512];
    ld.param.u64 %d1, [data];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %ctaid.x;
    mad.lo.s32 %r4, %r3, %r2, %r1;
    mul.wide.u32 %d2, %r4, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.u32 %r5, [%d3];
    sub.s32 %r6, %r2, %r1;
    add.s32 %r6, %r6, -1;
    mul.wide.u32 %d4, %r6, 4;
    mov.u64 %d5, buffer;
    add.s64 %d6, %d5, %d4;
    st.shared.u32 [%d6], %r5;
    bar.sync 0;
    mul.wide.u32 %d4, %r1, 4;
    add.s64 %d6, %d5, %d4;
    ld.shared.u32 %r7, [%d6];
    st.global.u32 [%d3], %r7;
    ret;
}

.visible .entry stuck()
{
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra FIRST;
    bar.sync 1, 64;
    ret;
FIRST:
    bar.sync 0, 64;
    ret;
}

.visible .entry strange()
{
    frobnicate.u32 %r1, %r2;
    ret;
}

.visible .entry spin()
{
LOOP:
    bra LOOP;
}
"#;

struct Bench {
    device: Device<FunctionalGpu>,
    reply: Vec<u8>,
}

impl Bench {
    fn new() -> Bench {
        let machine = MachineSpec::load("gtx480").expect("built in");
        let gpu = FunctionalGpu::new(machine, MEMORY).expect("address space");
        Bench { device: Device::new(gpu), reply: Vec::new() }
    }

    fn with_module() -> (Bench, ModuleInfo) {
        let mut bench = Bench::new();
        match bench.ask_with(Request::LoadModule, PTX.as_bytes()) {
            Response::Module(info) => (bench, info),
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, request: Request) -> Response {
        self.ask_with(request, &[])
    }

    fn ask_with(&mut self, request: Request, bulk: &[u8]) -> Response {
        let answer = self.device.handle(request, bulk, &mut self.reply, &mut RunFreely).expect("not fatal");
        answer.expect("no pause")
    }

    /// The code of a call that fails; a launch gets a parameter block of one pointer.
    fn code(&mut self, request: Request) -> CudaError {
        match self.ask_with(request, &[0; 8]) {
            Response::Error { code, text } => {
                assert!(!text.is_empty());
                code
            }
            other => panic!("{other:?}"),
        }
    }

    fn allocate(&mut self, bytes: u64) -> u64 {
        match self.ask(Request::Allocate { bytes }) {
            Response::Address(address) => address,
            other => panic!("{other:?}"),
        }
    }

    fn read(&mut self, from: Region) -> Vec<u8> {
        assert_eq!(self.ask(Request::Read { from, stream: 0 }), Response::Data);
        self.reply.clone()
    }

    fn write(&mut self, to: Region, bytes: &[u8]) {
        assert_eq!(self.ask_with(Request::Write { to, stream: 0 }, bytes), Response::Done);
    }
}

fn launch(info: &ModuleInfo, name: &str, grid: [u32; 3], block: [u32; 3]) -> Request {
    let kernel = info.kernels.iter().position(|k| k.name == name).expect("in the module") as u32;
    Request::Launch { module: info.module, kernel, grid, block, dynamic_shared: 0, stream: 0 }
}

#[test]
fn a_program_of_another_version_ends_the_run_and_is_told_how_to_be_rebuilt() {
    let mut bench = Bench::new();
    assert_eq!(bench.ask(Request::Hello { version: VERSION }), Response::Hello { version: VERSION });
    let hello = Request::Hello { version: VERSION + 1 };
    let error = bench.device.handle(hello, &[], &mut Vec::new(), &mut RunFreely).unwrap_err();
    assert!(error.to_string().contains("warpsmith cc"), "{error}");
}

#[test]
fn variables_have_their_first_values_and_get_them_back_at_a_reset() {
    let (mut bench, info) = Bench::with_module();
    let table = info.variables.iter().find(|v| v.name == "table").expect("declared");
    let counter = info.variables.iter().find(|v| v.name == "counter").expect("declared");
    assert!(table.constant && !counter.constant);
    assert_eq!(bench.read(Region::linear(table.address, table.size)), [1, 2, 3, 4, 5, 6, 7, 8]);
    bench.write(Region::linear(counter.address, 4), &[9, 9, 9, 9]);
    let other = bench.allocate(100);
    assert_eq!(bench.code(Request::Free { address: counter.address }), CudaError::InvalidValue);
    assert_eq!(bench.ask(Request::Reset), Response::Done);
    assert_eq!(bench.read(Region::linear(counter.address, 4)), [7, 0, 0, 0]);
    assert_eq!(bench.code(Request::Free { address: other }), CudaError::InvalidValue);
}

#[test]
fn a_kernel_with_a_barrier_computes_on_every_cta_and_is_recorded() {
    let (mut bench, info) = Bench::with_module();
    let (ctas, threads) = (3, 100);
    let values: Vec<u32> = (0..ctas * threads).collect();
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let address = bench.allocate(bytes.len() as u64);
    let region = Region::linear(address, bytes.len() as u64);
    bench.write(region, &bytes);
    let request = launch(&info, "reverse", [ctas, 1, 1], [threads, 1, 1]);
    assert_eq!(bench.ask_with(request, &address.to_le_bytes()), Response::Done);
    let expected: Vec<u8> = values
        .chunks(threads as usize)
        .flat_map(|cta| cta.iter().rev().flat_map(|v| v.to_le_bytes()))
        .collect();
    assert_eq!(bench.read(region), expected);
    let [record] = bench.device.records() else { panic!("one launch") };
    assert_eq!((record.kernel.as_str(), record.grid, record.block), ("reverse", [3, 1, 1], [100, 1, 1]));
    // 20 instructions in each of the 4 warps of each CTA.
    assert_eq!(record.stats.counters.sm.warp_instructions, 20 * 4 * u64::from(ctas));
}

#[test]
fn a_launch_that_does_not_fit_gets_the_code_of_a_real_device() {
    let (mut bench, info) = Bench::with_module();
    let code = |bench: &mut Bench, grid, block| bench.code(launch(&info, "reverse", grid, block));
    assert_eq!(code(&mut bench, [1; 3], [1025, 1, 1]), CudaError::InvalidConfiguration);
    assert_eq!(code(&mut bench, [1; 3], [1, 1, 65]), CudaError::InvalidConfiguration);
    assert_eq!(code(&mut bench, [1, 0, 1], [1; 3]), CudaError::InvalidConfiguration);
    let Response::Properties(properties) = bench.ask(Request::Properties) else { panic!("properties") };
    for d in 0..2 {
        let mut grid = [1; 3];
        grid[d] = properties.max_grid[d] + 1;
        assert_eq!(code(&mut bench, grid, [1; 3]), CudaError::InvalidConfiguration);
    }
    let Request::Launch { module, kernel, grid, block, .. } = launch(&info, "reverse", [1; 3], [32, 1, 1])
    else {
        unreachable!()
    };
    for (dynamic_shared, stream, expected) in [
        (64 << 10, 0, CudaError::LaunchOutOfResources),
        (1 << 40, 0, CudaError::InvalidValue),
        (0, 77, CudaError::InvalidResourceHandle),
    ] {
        let request = Request::Launch { module, kernel, grid, block, dynamic_shared, stream };
        assert_eq!(bench.code(request), expected);
    }
    let request = Request::Launch { module: 9, kernel, grid, block, dynamic_shared: 0, stream: 0 };
    assert_eq!(bench.code(request), CudaError::InvalidDeviceFunction);
    assert!(bench.device.records().is_empty());
}

#[test]
fn what_a_real_device_would_run_but_we_cannot_ends_the_run() {
    let (mut bench, info) = Bench::with_module();
    let mut fatal = |name: &str, block, params: &[u8], control: &mut dyn RunControl| {
        let request = launch(&info, name, [1; 3], block);
        bench.device.handle(request, params, &mut Vec::new(), control).unwrap_err()
    };
    let error = fatal("strange", [1; 3], &[], &mut RunFreely);
    assert!(
        matches!(&error, DeviceError::Refused { reason, .. } if reason.contains("frobnicate")),
        "{error}"
    );
    let error = fatal("reverse", [LANES as u32, 1, 1], &[0; 8], &mut RunFreely);
    assert!(matches!(&error, DeviceError::Run(RunError::Fault { .. })), "{error}");
    let error = fatal("stuck", [64, 1, 1], &[], &mut RunFreely);
    assert!(matches!(&error, DeviceError::Run(RunError::Deadlock { .. })), "{error}");
}

struct Stop;

impl RunControl for Stop {
    fn poll(&mut self, _: &Progress) -> Poll {
        Poll::Stop(StopReason::Interrupted)
    }

    fn limit(&self) -> SmCycle {
        SmCycle(u64::MAX)
    }
}

#[test]
fn an_endless_kernel_can_be_stopped_and_its_part_is_recorded() {
    let (mut bench, info) = Bench::with_module();
    let request = launch(&info, "spin", [1; 3], [1; 3]);
    let error = bench.device.handle(request, &[], &mut Vec::new(), &mut Stop).unwrap_err();
    assert!(matches!(error, DeviceError::Run(RunError::Interrupted(_))), "{error}");
    assert_eq!(bench.device.records().len(), 1);
}

#[test]
fn ptx_that_is_not_text_ends_the_run() {
    let mut bench = Bench::new();
    let error =
        bench.device.handle(Request::LoadModule, &[b'a', 0xff], &mut Vec::new(), &mut RunFreely).unwrap_err();
    assert!(matches!(error, DeviceError::NotText { at: 1 }), "{error}");
}

#[test]
fn data_that_no_request_can_use_are_refused_before_they_come() {
    let mut bench = Bench::new();
    let Response::Address(address) = bench.ask(Request::Allocate { bytes: 1 << 20 }) else {
        panic!("memory")
    };
    let mut refused = |request: Request, bytes| match bench.device.refuse(&request, bytes) {
        Some(Response::Error { code, .. }) => code == CudaError::InvalidValue,
        Some(other) => panic!("{other:?}"),
        None => false,
    };
    let write = |to| Request::Write { to, stream: 0 };
    assert!(!refused(write(Region::linear(address, 1 << 20)), 1 << 20));
    assert!(refused(write(Region::linear(address, 6 << 30)), 6 << 30));
    assert!(refused(write(Region::linear(address, 1 << 20)), 1 << 30), "other than the region says");
    assert!(refused(write(Region::linear(address + 1, 1 << 20)), 1 << 20));
    let rows = Region { address, pitch: 1 << 10, width: 1 << 9, height: 1 << 11 };
    assert!(refused(write(rows), 1 << 20), "the last row is outside");
    assert!(!refused(write(Region { height: 1 << 10, ..rows }), 1 << 19));
    assert!(refused(Request::LoadModule, 1 << 36));
    let (grid, block) = ([1; 3], [1; 3]);
    let launch = Request::Launch { module: 0, kernel: 0, grid, block, dynamic_shared: 0, stream: 0 };
    assert!(refused(launch, 1 << 36));
    assert!(refused(Request::Properties, 1) && !refused(Request::Properties, 0));
}

#[test]
fn a_module_of_200_000_variables_is_loaded_and_its_memory_reset() {
    let variables: String = (0..200_000).map(|i| format!(".visible .global .u32 v{i} = {i};\n")).collect();
    let mut device = Device::new(FunctionalGpu::new(MachineSpec::load("gtx480").unwrap(), 1 << 30).unwrap());
    let mut ask = |request, bulk: &[u8], reply: &mut Vec<u8>| {
        device.handle(request, bulk, reply, &mut RunFreely).unwrap().unwrap()
    };
    let text = format!(".version 6.0\n.target sm_35\n.address_size 64\n{variables}");
    let mut reply = Vec::new();
    let Response::Module(info) = ask(Request::LoadModule, text.as_bytes(), &mut reply) else {
        panic!("a module")
    };
    let place = info.variables[199_999].address;
    type Ask<'a> = &'a mut dyn FnMut(Request, &[u8], &mut Vec<u8>) -> Response;
    let allocated = |ask: Ask| {
        (0..100_000).for_each(|_| {
            assert!(matches!(
                ask(Request::Allocate { bytes: 4 }, &[], &mut Vec::new()),
                Response::Address(_)
            ));
        });
    };
    allocated(&mut ask);
    assert_eq!(
        ask(Request::Write { to: Region::linear(place, 4), stream: 0 }, &[1; 4], &mut reply),
        Response::Done
    );
    assert_eq!(ask(Request::Reset, &[], &mut reply), Response::Done);
    allocated(&mut ask);
    assert_eq!(
        ask(Request::Read { from: Region::linear(place, 4), stream: 0 }, &[], &mut reply),
        Response::Data
    );
    assert_eq!(reply, 199_999u32.to_le_bytes());
}

#[test]
fn stale_streams_and_events_are_refused() {
    let mut bench = Bench::new();
    let Response::Handle(stream) = bench.ask(Request::CreateStream { blocking: true }) else {
        panic!("a stream")
    };
    let Response::Handle(event) = bench.ask(Request::CreateEvent) else { panic!("an event") };
    let elapsed = Request::ElapsedTime { start: event, end: event };
    assert_eq!(bench.code(elapsed.clone()), CudaError::InvalidResourceHandle, "never recorded");
    assert_eq!(bench.ask(Request::RecordEvent { event, stream }), Response::Done);
    assert_eq!(bench.ask(elapsed), Response::Elapsed { milliseconds: 0.0 });
    assert_eq!(bench.ask(Request::DestroyStream { stream }), Response::Done);
    assert_eq!(bench.ask(Request::DestroyEvent { event }), Response::Done);
    for request in [
        Request::Synchronize { stream },
        Request::DestroyStream { stream },
        Request::SynchronizeEvent { event },
        Request::DestroyEvent { event },
    ] {
        assert_eq!(bench.code(request), CudaError::InvalidResourceHandle);
    }
}

#[test]
fn occupancy_is_what_limits_an_sm_and_zero_when_nothing_fits() {
    let (mut bench, info) = Bench::with_module();
    let ask = |threads| Request::Occupancy { module: info.module, kernel: 0, threads, dynamic_shared: 0 };
    let sm = MachineSpec::load("gtx480").expect("built in").sm;
    assert_eq!(bench.ask(ask(32)), Response::Count(sm.ctas));
    assert_eq!(bench.ask(ask(sm.max_threads_per_cta)), Response::Count(sm.threads / sm.max_threads_per_cta));
    assert_eq!(bench.ask(ask(sm.max_threads_per_cta + 1)), Response::Count(0));
}

#[test]
fn regions_that_overflow_or_leave_an_allocation_are_refused() {
    let mut bench = Bench::new();
    let address = bench.allocate(1000);
    for (region, code) in [
        (Region { address, pitch: u64::MAX, width: 1, height: u64::MAX }, CudaError::InvalidValue),
        (Region { address, pitch: 10, width: 20, height: 2 }, CudaError::InvalidPitchValue),
        (Region::linear(address, 1001), CudaError::InvalidValue),
        (Region::linear(address, MEMORY * 2), CudaError::InvalidValue),
        (Region::linear(8, 1), CudaError::InvalidValue),
    ] {
        assert_eq!(bench.code(Request::Read { from: region, stream: 0 }), code, "{region:?}");
        assert_eq!(bench.code(Request::Fill { to: region, value: 1, stream: 0 }), code, "{region:?}");
    }
    assert_eq!(bench.code(Request::Allocate { bytes: MEMORY + 1 }), CudaError::MemoryAllocation);
}

/// A region within `SIZE` bytes: offset, pitch, width, height.
fn shapes() -> impl Strategy<Value = (usize, usize, usize, usize)> {
    (1..12usize, 0..8usize, 1..6usize).prop_flat_map(|(width, gap, height)| {
        let used = (width + gap) * height;
        (0..=SIZE - used, Just(width + gap), Just(width), Just(height))
    })
}

const SIZE: usize = 256;

proptest! {
    #[test]
    fn rows_go_to_and_come_from_where_a_plain_array_has_them(
        (offset, pitch, width, height) in shapes(),
        old in proptest::collection::vec(any::<u8>(), SIZE),
        new in proptest::collection::vec(any::<u8>(), 12 * 6),
        value: u8,
    ) {
        let mut bench = Bench::new();
        let base = bench.allocate(SIZE as u64);
        let whole = Region::linear(base, SIZE as u64);
        let at = |row: usize| offset + row * pitch..offset + row * pitch + width;
        let region = Region {
            address: base + offset as u64,
            pitch: pitch as u64,
            width: width as u64,
            height: height as u64,
        };
        let (mut expected, data) = (old.clone(), &new[..width * height]);

        bench.write(whole, &old);
        bench.write(region, data);
        (0..height).for_each(|row| expected[at(row)].copy_from_slice(&data[row * width..][..width]));
        prop_assert_eq!(bench.read(whole), expected.clone());
        prop_assert_eq!(bench.read(region), data);

        // Onto rows without gaps at the start, which may overlap the source.
        let packed = Region { address: base, pitch: region.width, ..region };
        prop_assert_eq!(bench.ask(Request::Copy { to: packed, from: region, stream: 0 }), Response::Done);
        expected[..width * height].copy_from_slice(data);
        prop_assert_eq!(bench.read(whole), expected.clone());

        prop_assert_eq!(bench.ask(Request::Fill { to: region, value, stream: 0 }), Response::Done);
        (0..height).for_each(|row| expected[at(row)].fill(value));
        prop_assert_eq!(bench.read(whole), expected);
    }
}
