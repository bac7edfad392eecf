// SPDX-License-Identifier: Apache-2.0
//! The headers agree with the rest, and their mathematics with mathematics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

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
];

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

#[test]
fn the_functions_of_the_device_are_as_accurate_as_they_were_measured() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("accuracy");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/math/accuracy.cpp");
    let compiled = Command::new("clang-14")
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
        .expect("clang-14 is installed");
    assert!(compiled.success());
    let output = Command::new(program).arg("4001").output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut measured: BTreeMap<&str, f64> = text
        .lines()
        .map(|line| {
            let mut words = line.split(' ');
            let name = words.next().expect("a name");
            (name, words.next().and_then(|error| error.parse().ok()).expect("an error in ulp"))
        })
        .collect();
    for (name, limit) in LIMITS {
        let error = measured.remove(name).unwrap_or_else(|| panic!("{name} is not measured"));
        assert!(error <= *limit, "{name}: {error} ulp, limit {limit}");
    }
    assert!(measured.is_empty(), "without a limit: {measured:?}");
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
