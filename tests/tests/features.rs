// SPDX-License-Identifier: Apache-2.0
//! What CUDA programs use, one small program a subject: each checks itself and says PASS.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use warpsmith_tests::{compiled, root, run, stdout, warpsmith};

/// Compiles and runs `tests/feature_programs/NAME.cu` with arguments.
fn passes(name: &str, args: &[&str]) {
    let program = compiled(&root().join("tests/feature_programs").join(name).with_extension("cu"));
    let command = ["run".as_ref(), "--".as_ref(), program.as_os_str()];
    let said = stdout(&run(command.into_iter().chain(args.iter().map(OsStr::new))));
    assert!(said.lines().last().is_some_and(|line| line.starts_with("PASS")), "{said}");
}

#[test]
fn managed_mapped_and_registered_memory_is_the_same_on_both_sides() {
    passes("shared_memory_kinds", &[]);
}

#[test]
fn volumes_settings_peers_callbacks_and_symbols_by_name_work_as_in_the_runtime_of_cuda() {
    passes("runtime_calls", &[]);
}

#[test]
fn mathematics_takes_integers_floats_and_complex_numbers_as_on_the_host() {
    passes("overloads", &[]);
}

#[test]
fn cpp_11_14_and_17_compile_and_run() {
    passes("cpp", &[]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("tests/feature_programs/cpp.cu");
    for standard in ["c++11", "gnu++17"] {
        in_folder(folder.path(), &[&format!("cc -c -std={standard} {} -o x.o", source.display())]);
    }
}

#[test]
fn structs_of_every_layout_up_to_16_bytes_have_the_values_of_the_host() {
    passes("struct_layouts", &[]);
}

#[test]
fn half_precision_and_bfloat16_are_computed_on_the_host_as_on_the_device() {
    passes("small_formats", &[]);
}

#[test]
fn what_nvcc_takes_beyond_clang_compiles_in_every_dialect_of_cpp() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("tests/feature_programs/nvcc_language.cu");
    for (standard, year) in [("c++03", 199711), ("c++11", 201103), ("c++14", 201402), ("c++17", 201703)] {
        let compile = format!("cc -std={standard} {} -o program", source.display());
        let said = in_folder(folder.path(), &[&compile, "run -- ./program"]);
        assert_eq!(said, format!("PASS {year}\n"));
    }
}

#[test]
fn launches_with_spaces_in_a_header_compile_and_messages_name_its_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write(
        "kernel launch.cuh",
        "__global__ void k(int *p) { *p = 5; }\nstatic void run(int *p) { k<< <1, 1>> >(p);\nBUG }\n",
    );
    let main = "#include <stdio.h>\n#include \"kernel launch.cuh\"\nint main() {\n    int *p, n;\n    cudaMalloc(&p, 4);\n\
                run(p);\n    cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost);\n    printf(\"%d\\n\", n);\n}\n";
    write("main.cu", main);
    let said = in_folder(folder.path(), &["cc -DBUG= -MMD main.cu -o main", "run -- ./main"]);
    assert_eq!(said, "5\n");
    let rules = std::fs::read_to_string(folder.path().join("main.d")).expect("the rules");
    assert!(rules.contains("launch.cuh") && !rules.contains("overlay"), "{rules}");
    let failed = Command::new(warpsmith())
        .args(["cc", "-DBUG=wrong", "main.cu", "-o", "main"])
        .current_dir(folder.path())
        .output()
        .expect("the command starts");
    let said = warpsmith_tests::stderr(&failed, 1);
    assert!(said.contains("kernel launch.cuh:3:1: error"), "{said}");
}

#[test]
fn dialects_of_another_language_objects_by_any_name_and_dry_runs_are_as_with_nvcc() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write("part.c", "int part(void) { for (int n = 0; n < 3; ++n) if (n == 2) return n; return 0; }\n");
    write(
        "main.cu",
        "#include <stdio.h>\nextern \"C\" int part(void);\nint main() { printf(\"%d\\n\", part() + cudaFree(0)); }\n",
    );
    let lines = [
        "cc -std=c++17 -c part.c -o part.obj",
        "cc -std=c++11 -Xcompiler -std=c99 -po=-v --default-stream per-thread main.cu part.obj -o main",
        "run -- ./main",
    ];
    assert_eq!(in_folder(folder.path(), &lines), "2\n");
    let dry = Command::new(warpsmith())
        .args(["cc", "-dryrun", "main.cu", "-o", "other"])
        .current_dir(folder.path())
        .output()
        .expect("the command starts");
    let said = warpsmith_tests::stderr(&dry, 0);
    assert_eq!(said.lines().filter(|line| line.starts_with("#$ \"clang")).count(), 3, "{said}");
    assert!(!folder.path().join("other").exists());
}

#[test]
fn the_host_part_by_itself_is_cpp_that_gcc_and_this_command_compile() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include <stdio.h>\n__global__ void set(int *out) { *out = 7; }\nint main() {\n\
                int *d, h = 0; cudaMalloc(&d, 4); set<<<1, 1>>>(d);\n\
                cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d {a|b}\\n\", h); }\n";
    std::fs::write(folder.path().join("main.cu"), text).expect("writable");
    in_folder(folder.path(), &["cc -g -cuda main.cu"]);
    let gcc = Command::new("g++")
        .args(["-c", "-fpreprocessed", "main.cu.cpp.ii", "-o", "gcc.o"])
        .current_dir(folder.path())
        .output()
        .expect("g++ starts");
    warpsmith_tests::stdout(&gcc);
    for compiled in ["gcc.o", "main.cu.cpp.ii"] {
        let said = in_folder(folder.path(), &[&format!("cc {compiled} -o main"), "run -- ./main"]);
        assert_eq!(said, "7 {a|b}\n", "{compiled}");
    }
}

#[test]
fn device_memory_is_as_large_as_the_machine_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include <stdio.h>\nint main() {\n size_t free, total; void *p;\n cudaMemGetInfo(&free, &total);\n\
                printf(\"%zu\", total >> 20);\n size_t sizes[] = {1, 1024, 5120};\n for (size_t mib : sizes) {\n\
                int failed = cudaMalloc(&p, mib << 20);\n printf(\" %d\", failed);\n\
                if (!failed) { int last = 7; cudaMemcpy((char *)p + (mib << 20) - 4, &last, 4, cudaMemcpyHostToDevice);\n\
                cudaMemcpy(&last, (char *)p + (mib << 20) - 4, 4, cudaMemcpyDeviceToHost);\n\
                printf(\":%d\", last); cudaFree(p); } }\n puts(\"\"); }\n";
    std::fs::write(folder.path().join("memory.cu"), text).expect("writable");
    in_folder(folder.path(), &["cc memory.cu -o memory"]);
    for (mib, says) in [("2", "2 0:7 2 2"), ("1536", "1536 0:7 0:7 2"), ("8192", "8192 0:7 0:7 0:7")] {
        let run = format!("run --backend model -m dram.capacity_mib={mib} -- ./memory");
        assert_eq!(in_folder(folder.path(), &[&run]).trim_end(), says);
    }
}

#[test]
fn half_precision_rounds_as_the_exact_result_does() {
    passes("half", &[]);
}

#[test]
fn destructors_and_functions_of_atexit_can_launch_kernels() {
    passes("late_launches", &[]);
}

#[test]
fn cooperative_groups_divide_a_warp_and_span_the_grid() {
    passes("groups", &[]);
}

#[test]
fn cache_operators_scoped_atomics_packed_integers_copies_barriers_and_device_allocation_work() {
    passes("device_memory_functions", &[]);
}

#[test]
fn textures_with_depth_layers_and_faces_are_read_and_surfaces_are_written() {
    passes("layers_and_surfaces", &[]);
}

#[test]
fn a_program_of_the_first_years_of_cuda_runs_unchanged() {
    passes("old_style", &["-n=9000"]);
}

#[test]
fn helper_headers_of_the_samples_do_what_samples_expect() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    passes("helpers", &[&format!("-folder={}", folder.path().display())]);
}

#[test]
fn the_driver_api_loads_and_launches_ptx_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ptx = folder.path().join("driver_api.ptx");
    let source = root().join("tests/feature_programs/driver_api.cu");
    stdout(&run(["cc".as_ref(), "-ptx".as_ref(), source.as_os_str(), "-o".as_ref(), ptx.as_os_str()]));
    passes("driver_api", &[ptx.to_str().expect("UTF-8")]);
}

/// Runs a makefile's worth of commands in a folder of their own; each line is the arguments of `warpsmith`.
fn in_folder(folder: &Path, lines: &[&str]) -> String {
    let mut last = String::new();
    for line in lines {
        let output = Command::new(warpsmith()).args(line.split(' ')).current_dir(folder).output();
        last = stdout(&output.expect("the command starts"));
    }
    last
}

#[test]
fn device_code_of_several_files_is_linked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = root().join("tests/feature_programs/separate");
    let source = |name: &str| sources.join(name).to_str().expect("UTF-8").to_string();
    let compile = |name: &str| format!("cc -rdc=true -dc {} -odir .", source(name));
    let link = "cc -arch=sm_35 -dlink main.o device.o functions.o -o link.o";
    let program = "cc main.o device.o functions.o link.o -lcudadevrt -o program";
    let said = in_folder(
        folder.path(),
        &[
            &compile("main.cu"),
            &compile("device.cu"),
            &compile("functions.cu"),
            link,
            program,
            "run -- ./program",
        ],
    );
    assert_eq!(said, "from the device\nPASS, 0 failures\n");
}

/// As several benchmark collections have it: nvcc by name, C sources and the link by gcc.
#[test]
fn a_makefile_that_names_nvcc_and_links_with_gcc_works_in_a_cuda_home() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write(
        "Makefile",
        "program: main.o kernel.o\n\tgcc main.o kernel.o -L$(CUDA_DIR)/lib64 -lcuda -lcudart -o program\n\
         kernel.o: kernel.cu\n\tnvcc -arch sm_20 -O3 -c kernel.cu -o kernel.o\n\
         main.o: main.c\n\tgcc -std=c99 -I$(CUDA_DIR)/include -c main.c -o main.o\n",
    );
    write(
        "main.c",
        "#include <cuda_runtime.h>\n#include <stdio.h>\nvoid fill(int *p);\nint main(void) {\n\
         int *p, last = 0;\n    cudaMalloc((void **)&p, 128);\n    fill(p);\n\
         cudaMemcpy(&last, p + 31, 4, cudaMemcpyDeviceToHost);\n    printf(\"%d\\n\", last);\n    return 0;\n}\n",
    );
    write(
        "kernel.cu",
        "__global__ void k(int *p) { p[threadIdx.x] = 2 * threadIdx.x; }\n\
         extern \"C\" void fill(int *p) { k<<<1, 32>>>(p); }\n",
    );
    in_folder(folder.path(), &["cuda-home cuda"]);
    let home = folder.path().join("cuda");
    let path = format!("{}:{}", home.join("bin").display(), std::env::var("PATH").expect("a path"));
    let made = Command::new("make")
        .arg(format!("CUDA_DIR={}", home.display()))
        .env("PATH", path)
        .current_dir(folder.path())
        .output();
    stdout(&made.expect("make starts"));
    assert_eq!(in_folder(folder.path(), &["run -- ./program"]), "62\n");
    let again = run(["cuda-home".as_ref(), home.as_os_str()]);
    assert!(warpsmith_tests::stderr(&again, 1).contains("exists"));
}

#[test]
fn rules_for_make_name_the_headers_of_the_program_and_none_of_ours() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write("own.h", "#define N 3\n");
    write("x.cu", "#include \"own.h\"\n__global__ void k(int *p) { *p = N; }\n");
    let rules = in_folder(folder.path(), &["cc -MM x.cu"]);
    assert_eq!(rules.split_whitespace().collect::<Vec<_>>(), ["x.o:", "x.cu", "own.h"]);
    in_folder(folder.path(), &["cc -c -MMD -MP x.cu -o out.o"]);
    let written = std::fs::read_to_string(folder.path().join("out.d")).expect("beside the object");
    assert!(written.starts_with("out.o: x.cu own.h\n") && written.contains("own.h:\n"), "{written}");
    let preprocessed = in_folder(folder.path(), &["cc -E x.cu"]);
    assert!(preprocessed.contains("*p = 3"), "{preprocessed}");
}
