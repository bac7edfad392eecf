// SPDX-License-Identifier: Apache-2.0
// Uses the GPU, then in a forked process, then again.
#include <cstdio>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

static void attempt(const char *who) {
    void *memory;
    printf("%s: %s\n", who, cudaGetErrorString(cudaMalloc(&memory, 4)));
    fflush(stdout);
}

int main() {
    attempt("parent");
    pid_t child = fork();
    if (child == 0) {
        attempt("child");
        _exit(0);
    }
    waitpid(child, nullptr, 0);
    attempt("parent");
}
