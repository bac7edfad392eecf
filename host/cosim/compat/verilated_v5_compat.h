// SPDX-License-Identifier: Apache-2.0
// Included in front of every C++ file of the build (see .cargo/config.toml in the root), so that the crate
// `verilated` 0.1.2, which knows Verilator 4, compiles against Verilator 5. Says nothing to other files.
#ifndef WARPSMITH_VERILATED_V5_COMPAT_H
#define WARPSMITH_VERILATED_V5_COMPAT_H

// The crate tests for major version 4 literally to find the flush and exit callbacks, which 5 has as well.
#if defined(VERILATOR_VERSION_MAJOR) && VERILATOR_VERSION_MAJOR > 4
#undef VERILATOR_VERSION_MAJOR
#undef VERILATOR_VERSION_MINOR
#define VERILATOR_VERSION_MAJOR 4
#define VERILATOR_VERSION_MINOR 38
// Renamed in Verilator 5.
#define rolloverMB rolloverSize
#endif

#endif
