// SPDX-License-Identifier: Apache-2.0
//! Texture fetches against the formulas of the CUDA C Programming Guide ("Texture Fetching"), written out here a
//! second time with integer indices.

mod common;

use common::{params, Device};
use proptest::prelude::*;
use warpsmith_protocol::{AddressMode, ChannelKind, TexelFormat, TextureHeader};
use warpsmith_ptx::*;

/// A kernel that fetches at the three words of `in` (registers 5, 6 and 7 as numbers, 5, 6 and 8 as integers) and stores
/// the four results to `out`, each thread its own.
fn fetch_kernel(opcode: &str, float: bool, coordinates: &str) -> String {
    let (result, load) = if float { ("%f", "f32") } else { ("%r", "u32") };
    format!(
        ".version 6.0\n.target sm_35\n.address_size 64\n.global .texref image;\n\
         .visible .entry k(.param .u64 out, .param .u64 in) {{\n\
         .reg .b32 %r<9>; .reg .f32 %f<8>; .reg .b64 %rd<8>;\n\
         ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r7, %tid.x;\n\
         mad.wide.u32 %rd3, %r7, 16, %rd1; mad.wide.u32 %rd4, %r7, 12, %rd2;\n\
         ld.global.f32 %f5, [%rd4]; ld.global.f32 %f6, [%rd4+4]; ld.global.f32 %f7, [%rd4+8];\n\
         ld.global.s32 %r5, [%rd4]; ld.global.s32 %r6, [%rd4+4]; ld.global.s32 %r8, [%rd4+8];\n\
         mov.u64 %rd5, image;\n\
         {opcode} {{{result}0, {result}1, {result}2, {result}3}}, {coordinates};\n\
         st.global.v4.{load} [%rd3], {{{result}0, {result}1, {result}2, {result}3}};\n\
         ret;\n}}\n"
    )
}

/// A device with a texture, whose header is that of the module's variable.
struct Bound {
    device: Device,
    module: Module,
    header: u64,
}

impl Bound {
    fn new(text: &str, texels: &[u8], describe: impl FnOnce(u64) -> TextureHeader) -> Bound {
        let mut device = Device::new();
        let module = device.load(text);
        let header = device.memory.allocations().next().unwrap().0;
        let address = device.upload(texels);
        device.memory.write(header, &describe(address).to_bytes()).unwrap();
        Bound { device, module, header }
    }

    /// Fetches in one warp, up to three words a lane.
    fn fetch<const N: usize>(&mut self, coordinates: &[[u32; N]]) -> Result<Vec<[u32; 4]>, Fault> {
        let word = |at: &[u32; N], i: usize| at.get(i).copied().unwrap_or(0);
        let words = coordinates.iter().flat_map(|at| [0, 1, 2].map(|i| word(at, i)));
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        let (out, inp) = (self.device.memory.alloc(32 * 16).unwrap(), self.device.upload(&bytes));
        let threads = coordinates.len() as u32;
        self.device.launch(&self.module.kernels()[0], 1, threads, &params(&[out, inp], &[]))?;
        let words = self.device.words(out, coordinates.len() * 4);
        Ok(words.chunks(4).map(|c| c.try_into().unwrap()).collect())
    }
}

const TEX_2D: &str = "tex.2d.v4.f32.f32";

fn floats(texels: &[f32]) -> Vec<u8> {
    texels.iter().flat_map(|t| t.to_le_bytes()).collect()
}

const FLOAT: TexelFormat = TexelFormat { kind: ChannelKind::Float, bits: 32, components: 1 };

/// Index `i` of a row of `n` continued by `mode`; `None` is zero.
fn continued(mode: AddressMode, i: i64, n: i64) -> Option<i64> {
    match mode {
        AddressMode::Clamp => Some(i.max(0).min(n - 1)),
        AddressMode::Border => (0..n).contains(&i).then_some(i),
        AddressMode::Wrap => Some(((i % n) + n) % n),
        AddressMode::Mirror => {
            let (period, within) = (i.div_euclid(n), i.rem_euclid(n));
            Some(if period % 2 == 0 { within } else { n - 1 - within })
        }
    }
}

/// The guide's formulas for a texture of `width` x `height` floats.
fn reference(h: &TextureHeader, texels: &[f32], x: f32, y: f32) -> f64 {
    let (n, m) = (i64::from(h.width), i64::from(h.height));
    let modes = h.address_modes.map(|mode| match mode {
        AddressMode::Wrap | AddressMode::Mirror if !h.normalized => AddressMode::Clamp,
        mode => mode,
    });
    let texel = |i: i64, j: i64| match (continued(modes[0], i, n), continued(modes[1], j, m)) {
        (Some(i), Some(j)) => f64::from(texels[(j * n + i) as usize]),
        _ => 0.0,
    };
    let (mut x, mut y) = (f64::from(x), f64::from(y));
    if h.normalized {
        (x, y) = (x * n as f64, y * m as f64);
    }
    if !h.linear {
        return texel(x.floor() as i64, y.floor() as i64);
    }
    let (xb, yb) = (x - 0.5, y - 0.5);
    let (i, j) = (xb.floor(), yb.floor());
    let fixed = |fraction: f64| (fraction * 256.0).round() / 256.0;
    let (a, b) = (fixed(xb - i), fixed(yb - j));
    let (i, j) = (i as i64, j as i64);
    (1.0 - a) * (1.0 - b) * texel(i, j)
        + a * (1.0 - b) * texel(i + 1, j)
        + (1.0 - a) * b * texel(i, j + 1)
        + a * b * texel(i + 1, j + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn two_dimensional_fetches_follow_the_guide_in_every_mode(
        (width, height) in (1u32..9, 1u32..9),
        modes in prop::array::uniform3(0i64..4),
        (linear, normalized) in any::<(bool, bool)>(),
        seed in prop::collection::vec(-100.0f32..100.0, 64),
        at in prop::collection::vec((-2.5f32..3.5, -2.5f32..3.5), 32),
    ) {
        let texels = &seed[..(width * height) as usize];
        let describe = |address| TextureHeader {
            address, pitch: u64::from(width) * 4, width, height, depth: 1, slice: 0, format: FLOAT, linear, normalized,
            address_modes: modes.map(|m| AddressMode::from_number(m).unwrap()),
        };
        let mut bound =
            Bound::new(&fetch_kernel(TEX_2D, true, "[image, {%f5, %f6}]"), &floats(texels), describe);
        let scale = if normalized { 1.0 } else { 4.0 };
        let at: Vec<(f32, f32)> = at.into_iter().map(|(x, y)| (x * scale, y * scale)).collect();
        let words: Vec<[u32; 2]> = at.iter().map(|(x, y)| [x.to_bits(), y.to_bits()]).collect();
        let got = bound.fetch(&words).unwrap();
        for ((x, y), got) in at.into_iter().zip(got) {
            let want = reference(&describe(0), texels, x, y);
            let got = f64::from(f32::from_bits(got[0]));
            prop_assert!((got - want).abs() <= 1e-5 * want.abs().max(1.0), "({x}, {y}): {got}, not {want}");
        }
    }
}

/// A one-dimensional texture over `texels`.
fn line(format: TexelFormat, width: u32) -> impl Fn(u64) -> TextureHeader {
    move |address| TextureHeader {
        address,
        pitch: 0,
        width,
        height: 1,
        depth: 1,
        slice: 0,
        format,
        address_modes: [AddressMode::Clamp; 3],
        linear: false,
        normalized: false,
    }
}

/// A texture of 2 x 3 x 4 floats, texel (x, y, z) holding 100 x + 10 y + z.
fn block() -> (Vec<u8>, impl Fn(u64) -> TextureHeader) {
    let texel = |i: i32| (i % 2 * 100 + i / 2 % 3 * 10 + i / 6) as f32;
    let texels: Vec<f32> = (0..24).map(texel).collect();
    let describe =
        |address| TextureHeader { height: 3, pitch: 8, depth: 4, slice: 24, ..line(FLOAT, 2)(address) };
    (floats(&texels), describe)
}

/// The first result of each fetch, as a number.
fn first(results: Vec<[u32; 4]>) -> Vec<f32> {
    results.into_iter().map(|r| f32::from_bits(r[0])).collect()
}

#[test]
fn three_dimensional_fetches_filter_along_each_axis() {
    let (texels, describe) = block();
    let text = fetch_kernel("tex.3d.v4.f32.f32", true, "[image, {%f5, %f6, %f7, %f7}]");
    let at = [[0.5, 0.5, 0.5], [1.5, 2.5, 3.5], [1.0, 1.5, 2.25], [9.0, -9.0, 2.75], [0.75, 2.0, 1.5]];
    let words = at.map(|p: [f32; 3]| p.map(f32::to_bits));
    let mut nearest = Bound::new(&text, &texels, &describe);
    assert_eq!(first(nearest.fetch(&words).unwrap()), [0.0, 123.0, 112.0, 102.0, 21.0]);
    let mut linear = Bound::new(&text, &texels, |a| TextureHeader { linear: true, ..describe(a) });
    assert_eq!(first(linear.fetch(&words).unwrap()), [0.0, 123.0, 61.75, 102.25, 41.0]);
}

#[test]
fn a_layer_is_chosen_by_its_number_and_the_last_one_is_the_limit() {
    let (texels, describe) = block();
    let text = fetch_kernel("tex.a2d.v4.f32.f32", true, "[image, {%r5, %f6, %f7, %f7}]");
    let mut layers = Bound::new(&text, &texels, |a| TextureHeader { linear: true, ..describe(a) });
    let at = |layer: u32, x: f32, y: f32| [layer, x.to_bits(), y.to_bits()];
    let got = layers.fetch(&[at(0, 1.0, 0.5), at(3, 1.5, 2.0), at(7, 0.5, 0.5)]).unwrap();
    assert_eq!(first(got), [50.0, 118.0, 3.0]);
    let text = fetch_kernel("tex.a1d.v4.f32.s32", true, "[image, {%r5, %r6}]");
    let rows = |a| TextureHeader { height: 1, slice: 8, depth: 12, ..describe(a) };
    let got = Bound::new(&text, &texels, rows).fetch(&[[4, 1], [11, 0], [0, 2]]).unwrap();
    assert_eq!(first(got), [111.0, 23.0, 0.0]);
}

#[test]
fn a_direction_meets_the_face_and_the_place_of_the_table_in_the_guide() {
    // Face f holds 10 f + 2 t + s in its 2 x 2 texels.
    let texels: Vec<f32> = (0..24).map(|i| (i / 4 * 10 + i % 4) as f32).collect();
    let describe =
        |address| TextureHeader { height: 2, pitch: 8, depth: 6, slice: 16, ..line(FLOAT, 2)(address) };
    let text = fetch_kernel("tex.cube.v4.f32.f32", true, "[image, {%f5, %f6, %f7, %f7}]");
    let mut cube = Bound::new(&text, &floats(&texels), describe);
    // One direction through s = 1/4, t = 3/4 of each face, of different lengths.
    let at = [
        [2.0, -1.0, 1.0],
        [-1.0, -0.5, -0.5],
        [-0.5, 1.0, 0.5],
        [-3.0, -6.0, -3.0],
        [-0.5, -0.5, 1.0],
        [0.5, -0.5, -1.0],
    ];
    let words = at.map(|p: [f32; 3]| p.map(f32::to_bits));
    assert_eq!(first(cube.fetch(&words).unwrap()), [2.0, 12.0, 22.0, 32.0, 42.0, 52.0]);
    let edge = [[1.0f32, 0.999, 0.0].map(f32::to_bits)];
    let mut linear = Bound::new(&text, &floats(&texels), |a| TextureHeader { linear: true, ..describe(a) });
    assert_eq!(first(linear.fetch(&edge).unwrap()), [0.5]);
}

#[test]
fn a_filter_weight_has_eight_bits_of_fraction() {
    let describe = |address| TextureHeader { linear: true, ..line(FLOAT, 2)(address) };
    let text = fetch_kernel("tex.1d.v4.f32.f32", true, "[image, {%f5}]");
    let mut bound = Bound::new(&text, &floats(&[0.0, 256.0]), describe);
    let at = |x: f32| [x.to_bits(), 0];
    let steps = [0.5, 0.5 + 0.4 / 256.0, 0.5 + 0.6 / 256.0, 0.75, 1.5 - 0.4 / 256.0, 1.5];
    let got = bound.fetch(&steps.map(at)).unwrap();
    let values: Vec<f32> = got.iter().map(|g| f32::from_bits(g[0])).collect();
    assert_eq!(values, [0.0, 0.0, 1.0, 64.0, 256.0, 256.0]);
}

#[test]
fn integers_are_read_as_they_are_or_normalized() {
    let bytes: Vec<u8> = vec![0, 255, 128, 127, 1, 254, 129, 2];
    let fetch = |kind, bits, components, float: bool| {
        let result = if float { "f32" } else { "s32" };
        let text = fetch_kernel(&format!("tex.1d.v4.{result}.s32"), float, "[image, {%r5, %r5, %r5, %r5}]");
        let format = TexelFormat { kind, bits, components };
        let width = 8 / format.bytes();
        let mut bound = Bound::new(&text, &bytes, line(format, width));
        bound.fetch(&[[0, 0], [1, 0]]).unwrap()
    };
    let ints = |rows: Vec<[u32; 4]>| rows.into_iter().map(|r| r.map(|v| v as i32)).collect::<Vec<_>>();
    let reals = |rows: Vec<[u32; 4]>| rows.into_iter().map(|r| r.map(f32::from_bits)).collect::<Vec<_>>();
    use ChannelKind::{Signed, Unsigned};
    assert_eq!(ints(fetch(Unsigned, 8, 4, false)), [[0, 255, 128, 127], [1, 254, 129, 2]]);
    assert_eq!(ints(fetch(Signed, 8, 4, false)), [[0, -1, -128, 127], [1, -2, -127, 2]]);
    assert_eq!(ints(fetch(Unsigned, 16, 2, false)), [[0xff00, 0x7f80, 0, 0], [0xfe01, 0x0281, 0, 0]]);
    assert_eq!(ints(fetch(Signed, 16, 1, false)), [[-256, 0, 0, 0], [0x7f80, 0, 0, 0]]);
    assert_eq!(ints(fetch(Signed, 32, 1, false)), [[0x7f80ff00, 0, 0, 0], [0x0281fe01, 0, 0, 0]]);
    let (u, s) = (|v: f32| v / 255.0, |v: f32| v / 127.0);
    assert_eq!(
        reals(fetch(Unsigned, 8, 4, true)),
        [[0.0, 1.0, u(128.0), u(127.0)], [u(1.0), u(254.0), u(129.0), u(2.0)]]
    );
    assert_eq!(
        reals(fetch(Signed, 8, 4, true)),
        [[0.0, s(-1.0), -1.0, 1.0], [s(1.0), s(-2.0), -1.0, s(2.0)]]
    );
    assert_eq!(reals(fetch(Unsigned, 16, 1, true))[0][0], 65280.0 / 65535.0);
}

#[test]
fn an_integer_coordinate_outside_the_texture_reads_zero_and_no_memory() {
    let text = fetch_kernel("tex.1d.v4.f32.s32", true, "[image, %r5]");
    let mut bound = Bound::new(&text, &floats(&[5.0, 6.0]), line(FLOAT, 2));
    let got = bound.fetch(&[[0, 0], [1, 0], [2, 0], [u32::MAX, 0]]).unwrap();
    assert_eq!(got.iter().map(|g| f32::from_bits(g[0])).collect::<Vec<_>>(), [5.0, 6.0, 0.0, 0.0]);
}

#[test]
fn a_float_that_is_no_number_comes_through_bit_by_bit() {
    let text = fetch_kernel("tex.1d.v4.f32.s32", true, "[image, {%r5}]");
    let bits = 0x7fa0_1234u32;
    let mut bound = Bound::new(&text, &bits.to_le_bytes(), line(FLOAT, 1));
    assert_eq!(bound.fetch(&[[0, 0]]).unwrap()[0][0], bits);
}

#[test]
fn a_handle_in_a_register_and_a_texture_by_name_are_the_same() {
    for coordinates in ["[%rd5, {%f5, %f6}]", "[image, {%f5, %f6}]"] {
        let describe = |address| TextureHeader { height: 2, pitch: 8, ..line(FLOAT, 2)(address) };
        let text = fetch_kernel(TEX_2D, true, coordinates);
        let mut bound = Bound::new(&text, &floats(&[1.0, 2.0, 3.0, 4.0]), describe);
        let got = bound.fetch(&[[1.5f32.to_bits(), 1.5f32.to_bits()]]).unwrap();
        assert_eq!(f32::from_bits(got[0][0]), 4.0);
    }
}

#[test]
fn an_access_lists_every_texel_that_is_read() {
    let describe = |address| TextureHeader { height: 2, pitch: 256, linear: true, ..line(FLOAT, 4)(address) };
    let text = fetch_kernel(TEX_2D, true, "[image, {%f5, %f6}]");
    let mut bound = Bound::new(&text, &[0; 512], describe);
    let inp = bound.device.upload(&floats(&[1.75, 1.25, 0.0]));
    let out = bound.device.memory.alloc(16).unwrap();
    let image = TextureHeader::from_bytes(&bytes_of(&bound.device.memory, bound.header)).unwrap().address;
    let kernel = &bound.module.kernels()[0];
    let shape = CtaShape { block: [1, 1, 1], grid: [1, 1, 1], ctaid: [0; 3], dynamic_shared: 0, slot: 0 };
    let (mut cta, mut warp) = (CtaState::new(kernel, shape), WarpState::new(kernel, 0, &shape));
    let (mut access, params) = (Access::default(), params(&[out, inp], &[]));
    while !warp.done() && access.space != Space::Texture {
        let memory = &mut bound.device.memory;
        let mut env = Env {
            params: &params,
            memory: Memory::Direct(memory),
            warp: 0,
            smid: 0,
            nsmid: 1,
            nwarpid: 1,
            gridid: 0,
            clock: 0,
            globaltimer: 0,
        };
        execute(kernel, &mut warp, &mut cta, &mut env, &mut access).unwrap();
    }
    assert_eq!((access.mask, access.bytes, access.addr[0]), (1, 4, image + 4));
    assert_eq!(access.texels, [image + 4, image + 8, image + 260, image + 264]);
}

fn bytes_of(memory: &GlobalMemory, addr: u64) -> [u8; TextureHeader::BYTES] {
    let mut bytes = [0; TextureHeader::BYTES];
    memory.read(addr, &mut bytes).unwrap();
    bytes
}

/// The message of the fault that a fetch at 0 ends in.
fn fault(opcode: &str, float: bool, describe: impl FnOnce(u64) -> TextureHeader) -> String {
    let text = fetch_kernel(opcode, float, "[image, {%r5, %r6}]");
    Bound::new(&text, &[0; 64], describe).fetch(&[[0, 0]]).unwrap_err().to_string()
}

#[test]
fn an_unbound_texture_is_named() {
    let text = fetch_kernel("tex.1d.v4.f32.s32", true, "[image, {%r5}]");
    let mut bound = Bound::new(&text, &[0; 4], line(FLOAT, 1));
    bound.device.memory.write(bound.header, &[0; TextureHeader::BYTES]).unwrap();
    let message = bound.fetch(&[[0, 0]]).unwrap_err().to_string();
    assert!(message.contains("texture `image`: it is not bound"), "{message}");
}

#[test]
fn formats_that_do_not_suit_the_instruction_are_faults() {
    let ints = TexelFormat { kind: ChannelKind::Signed, bits: 32, components: 1 };
    let message = fault("tex.2d.v4.f32.s32", true, line(ints, 2));
    assert!(message.contains("32-bit integers"), "{message}");
    let message = fault("tex.2d.v4.u32.s32", false, line(FLOAT, 2));
    assert!(message.contains("read as integers"), "{message}");
    let filtered = |address| TextureHeader { linear: true, ..line(ints, 2)(address) };
    let message = fault("tex.2d.v4.s32.s32", false, filtered);
    assert!(message.contains("linear filtering"), "{message}");
}

#[test]
fn a_texture_larger_than_its_memory_faults_where_it_leaves_it() {
    let text = fetch_kernel("tex.1d.v4.f32.s32", true, "[image, {%r5}]");
    let mut bound = Bound::new(&text, &[0; 64], line(FLOAT, 1000));
    assert!(bound.fetch(&[[15, 0]]).is_ok());
    let message = bound.fetch(&[[16, 0]]).unwrap_err().to_string();
    assert!(message.contains("Texture access of 4 bytes") && message.contains("nearest"), "{message}");
}

#[test]
fn fetches_that_are_not_supported_are_refused_by_name() {
    for (opcode, coordinates, reason) in [
        ("tex.acube.v4.f32.f32", "[image, {%r5, %f5, %f5, %f5}]", "geometry"),
        ("tex.3d.v4.f32.f32", "[image, {%f5, %f5}]", "3 coordinates"),
        ("tex.a2d.v4.f32.f32", "[image, {%r5, %f5}]", "3 coordinates"),
        ("tex.cube.v4.f32.s32", "[image, {%r5, %r6, %r8, %r8}]", "coordinates of type S32"),
        ("tex.2d.v4.f32.f32", "[image, {%f5}]", "2 coordinates"),
        ("tex.2d.v4.f32.u32", "[image, {%r5, %r6}]", "coordinates of type U32"),
        ("tex.2d.f32.f32", "[image, {%f5, %f6}]", ".v4"),
        ("tex.2d.v4.f32.f32", "[image, image, {%f5, %f6}]", "samplers"),
    ] {
        let module = Module::parse(&fetch_kernel(opcode, true, coordinates), "test.ptx").unwrap();
        let error = module.kernels()[0].error.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(reason), "{opcode}: {error}");
    }
}
