// SPDX-License-Identifier: Apache-2.0
//! The headers agree with the rest, and their mathematics with mathematics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use warpsmith_protocol::CudaError;

/// Largest error of each function in ulp: what `accuracy 101` (42 million arguments each) finds, rounded up to the next
/// twentieth. Zero: rounded correctly at every argument tried.
const LIMITS: &[(&str, f64)] = &[
    ("expf", 0.90),
    ("exp2f", 0.80),
    ("exp10f", 0.80),
    ("expm1f", 1.40),
    ("logf", 0.90),
    ("log2f", 0.95),
    ("log10f", 1.00),
    ("log1pf", 0.95),
    ("sinf", 1.60),
    ("cosf", 1.60),
    ("tanf", 3.65),
    ("asinf", 1.40),
    ("acosf", 1.10),
    ("atanf", 1.20),
    ("sinhf", 2.15),
    ("coshf", 1.25),
    ("tanhf", 1.40),
    ("roundf", 0.0),
    ("powf", 0.0),
    ("atan2f", 1.50),
    ("hypotf", 0.0),
    ("exp", 1.00),
    ("exp2", 0.90),
    ("log", 0.90),
    ("log2", 1.05),
    ("log10", 0.55),
    ("sin", 0.85),
    ("cos", 0.85),
    ("tan", 2.25),
    ("round", 0.0),
    ("rsqrt", 0.55),
    ("pow", 1.25),
    // These from `accuracy 4001`, a twentieth added.
    ("exp10", 1.15),
    ("expm1", 1.15),
    ("log1p", 0.90),
    ("asin", 1.60),
    ("acos", 1.15),
    ("atan", 1.50),
    ("sinh", 1.80),
    ("cosh", 1.55),
    ("tanh", 1.45),
    ("asinh", 1.65),
    ("acosh", 1.70),
    ("atanh", 1.95),
    ("erf", 1.70),
    ("erfc", 3.65),
    ("cbrt", 0.60),
    ("logb", 0.0),
    ("asinhf", 0.0),
    ("acoshf", 0.0),
    ("atanhf", 0.0),
    ("erff", 0.0),
    ("erfcf", 0.0),
    ("cbrtf", 0.0),
    ("logbf", 0.0),
    ("fmodf", 0.0),
    ("remainderf", 0.0),
    ("fdimf", 0.0),
    ("atan2", 1.60),
    ("hypot", 1.05),
    ("fmod", 0.0),
    ("remainder", 0.0),
    ("fdim", 0.60),
    ("nextafter", 0.0),
    ("nextafterf", 0.0),
    ("rcbrt", 1.55),
    ("rcbrtf", 0.0),
    ("sinpi", 1.05),
    ("cospi", 0.85),
    ("sinpif", 0.0),
    ("cospif", 0.0),
    ("ldexp", 0.0),
    ("frexp", 0.0),
    ("modf", 0.0),
    ("ilogb", 0.0),
    ("lround", 0.0),
    ("llround", 0.0),
    ("lrint", 0.0),
    ("llrint", 0.0),
    ("ldexpf", 0.0),
    ("frexpf", 0.0),
    ("modff", 0.0),
    ("ilogbf", 0.0),
    ("lroundf", 0.0),
    ("llroundf", 0.0),
    ("lrintf", 0.0),
    ("llrintf", 0.0),
    ("rhypotf", 0.0),
    ("norm3df", 0.0),
    ("rnorm3df", 0.0),
    ("norm4df", 0.0),
    ("rnorm4df", 0.0),
    ("norm3d", 0.90),
    ("norm4d", 0.90),
    ("normcdff", 0.0),
    // These from `accuracy 101` again.
    ("lgammaf", 0.0),
    ("tgammaf", 0.0),
    ("lgamma", 3.95),
    ("tgamma", 6.15),
    ("rhypot", 0.80),
    ("rnorm3d", 0.80),
    ("rnorm4d", 0.80),
    ("normcdf", 4.05),
];

/// Steps from the correctly rounded result at most, with the functions that keep it: tables 17 and 18 of the CUDA C++
/// Programming Guide (12.x), mathematical standard library functions with maximum ulp error.
const DOCUMENTED: &[(u64, &str)] = &[
    (0, "sqrtf fmaf frexpf ldexpf scalbnf scalblnf logbf ilogbf fmodf remainderf remquof modff fdimf truncf roundf"),
    (0, "rintf nearbyintf ceilf floorf lrintf lroundf llrintf llroundf"),
    (1, "cbrtf rcbrtf expm1f logf log2f log1pf sinpif cospif sincospif"),
    (2, "rsqrtf rhypotf rnorm3df rnorm4df expf exp2f exp10f log10f sinf cosf sincosf asinf acosf atanf coshf tanhf erff"),
    (2, "erfinvf"),
    (3, "hypotf norm3df norm4df atan2f sinhf asinhf atanhf"),
    (4, "tanf acoshf powf erfcf erfcinvf erfcxf"),
    (5, "normcdff normcdfinvf tgammaf"),
    (6, "lgammaf cyl_bessel_i0f cyl_bessel_i1f"),
    (9, "j0f j1f y0f y1f"),
    (0, "sqrt fma frexp ldexp scalbn scalbln logb ilogb fmod remainder remquo modf fdim trunc round"),
    (0, "rint nearbyint ceil floor lrint lround llrint llround"),
    (1, "rsqrt cbrt rcbrt rhypot rnorm3d rnorm4d exp exp2 exp10 expm1 log log2 log10 log1p cosh tanh"),
    (2, "hypot norm3d norm4d sin cos tan sincos sinpi cospi sincospi asin acos atan atan2 sinh atanh pow erf"),
    (3, "asinh acosh"),
    (4, "erfcx lgamma"),
    (5, "erfc erfinv normcdf"),
    (6, "erfcinv cyl_bessel_i0 cyl_bessel_i1"),
    (7, "j0 j1 y0 y1"),
    (8, "normcdfinv"),
    (10, "tgamma"),
];

/// Documented functions that are one instruction, which `host/ptx` tests, or call one that is measured.
const DIRECT: &str =
    "sqrt sqrtf fma fmaf trunc truncf rint rintf nearbyint nearbyintf ceil ceilf floor floorf rsqrtf \
                      sincos sincosf sincospi sincospif scalbn scalbnf";

/// Documented functions that do not exist on the device.
const ABSENT: &str = "erfinv erfinvf erfcinv erfcinvf erfcx erfcxf normcdfinv normcdfinvf \
                      j0 j0f j1 j1f y0 y0f y1 y1f cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f \
                      remquo remquof scalbln scalblnf";

fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split_whitespace()
}

fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("include")
}

#[test]
fn the_header_has_exactly_the_error_codes_of_the_protocol() {
    let text = std::fs::read_to_string(include().join("warpsmith/api_types.h")).expect("the header");
    let body =
        text.split("enum cudaError {").nth(1).and_then(|rest| rest.split("};").next()).expect("the enum");
    let declared: BTreeMap<i32, &str> = body
        .lines()
        .filter_map(|line| line.trim().trim_end_matches(',').split_once(" = "))
        .map(|(name, code)| (code.parse().expect("a number"), name))
        .collect();
    let known: BTreeMap<i32, &str> = CudaError::ALL.iter().map(|e| (e.code(), e.name())).collect();
    assert_eq!(declared, known);
}

/// The largest differences of a function from the exact result.
struct Measured {
    /// In units of the last place.
    ulp: f64,
    /// In representable numbers from the correctly rounded result.
    steps: f64,
}

/// Every measured function, at a million arguments each.
fn measured() -> &'static BTreeMap<String, Measured> {
    static MEASURED: OnceLock<BTreeMap<String, Measured>> = OnceLock::new();
    MEASURED.get_or_init(measure)
}

fn measure() -> BTreeMap<String, Measured> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("accuracy");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/math/accuracy.cpp");
    let compiled = Command::new("clang-16")
        .args([
            "--driver-mode=g++",
            "-O2",
            "-mfma",
            "-ffp-contract=off",
            "-std=c++17",
            "-D_GNU_SOURCE",
            "-Wno-ignored-attributes",
            "-I",
        ])
        .arg(include())
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()
        .expect("clang-16 is installed");
    assert!(compiled.success());
    let output = Command::new(program).arg("4001").output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let function = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next().expect("a name").to_string();
        let mut number = || words.next().and_then(|n| n.parse().ok()).expect("a number");
        (name, Measured { ulp: number(), steps: number() })
    };
    text.lines().map(function).collect()
}

#[test]
fn the_functions_of_the_device_are_as_accurate_as_they_were_measured() {
    let limits: BTreeMap<&str, f64> = LIMITS.iter().copied().collect();
    for (name, Measured { ulp, .. }) in measured() {
        let limit = limits.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no limit"));
        assert!(ulp <= limit, "{name}: {ulp} ulp, limit {limit}");
    }
    for (name, _) in LIMITS {
        assert!(measured().contains_key(*name), "{name} is not measured");
    }
}

#[test]
fn the_functions_of_the_device_keep_the_accuracy_that_cuda_documents() {
    for (limit, functions) in DOCUMENTED {
        for name in names(functions) {
            let Some(Measured { steps, .. }) = measured().get(name) else { continue };
            assert!(
                *steps <= *limit as f64,
                "{name}: {steps} steps from the correctly rounded result, CUDA documents {limit}"
            );
        }
    }
}

#[test]
fn every_function_whose_accuracy_cuda_documents_is_accounted_for() {
    for name in DOCUMENTED.iter().flat_map(|(_, functions)| names(functions)) {
        let ways = [
            measured().contains_key(name),
            names(DIRECT).any(|known| known == name),
            names(ABSENT).any(|known| known == name),
        ];
        let ways = ways.iter().filter(|way| **way).count();
        assert_eq!(ways, 1, "{name} must be measured by accuracy.cpp, or listed as direct or absent");
    }
}

#[test]
fn every_listed_function_is_measured_or_is_one_instruction() {
    let list = std::fs::read_to_string(include().join("warpsmith/math_list.h")).expect("the list");
    let inexact = list.split("// Within a few units").nth(1).expect("the second part of the list");
    for (shape, prefix) in [("float", "__WARPSMITH_FLOAT"), ("double", "__WARPSMITH_BOTH")] {
        for line in inexact.lines().filter(|line| line.starts_with(prefix)) {
            let name = line.split(['(', ')']).nth(1).expect("a name");
            let float = format!("{name}f");
            let needed: &[&str] = if shape == "double" { &[name, &float] } else { &[&float] };
            for function in needed.iter().filter(|f| **f != "rsqrtf") {
                assert!(LIMITS.iter().any(|(known, _)| known == function), "{function} has no limit");
            }
        }
    }
}
