// SPDX-License-Identifier: Apache-2.0
// Included before Verilator's runtime is compiled. Its FST writer maps temporary files without looking whether they could be
// written, so that a full disk would end the process by SIGBUS. Here they are files in memory.
#ifndef WARPSMITH_MEMORY_FILES_H
#define WARPSMITH_MEMORY_FILES_H

// Before the macros: these headers take back what is defined in place of their functions.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

static inline FILE* warpsmith_memory_file() {
    const int descriptor = memfd_create("warpsmith-waveform", MFD_CLOEXEC);
    return descriptor < 0 ? nullptr : fdopen(descriptor, "w+b");
}

// The hierarchy of the signals is written to a file of its own first, beside the waveform.
static inline FILE* warpsmith_fopen(const char* name, const char* mode) {
    const char* const extension = strrchr(name, '.');
    return extension && !strcmp(extension, ".hier") ? warpsmith_memory_file() : fopen(name, mode);
}

#define tmpfile() warpsmith_memory_file()
#define fopen(name, mode) warpsmith_fopen(name, mode)

#endif
