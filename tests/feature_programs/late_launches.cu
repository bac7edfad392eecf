// SPDX-License-Identifier: Apache-2.0
// Launches after main has returned: in the destructor of a thread's object, in a function of atexit, and in the destructor
// of a static object, which is the last.
#include <cstdlib>

#include "check.cuh"

static int *counter;

__global__ void add(int *to, int n) { *to += n; }

static int total(int n) {
    add<<<1, 1>>>(counter, n);
    CHECK(cudaGetLastError() == cudaSuccess);
    int now = 0;
    CHECK(cudaMemcpy(&now, counter, sizeof now, cudaMemcpyDeviceToHost) == cudaSuccess);
    return now;
}

struct OfThread {
    int n = 0;
    ~OfThread() { CHECK(total(n) == 11); }
};

struct OfProgram {
    ~OfProgram() {
        CHECK(total(1000) == 1111);
        verdict();
    }
};

static OfProgram last;

int main() {
    thread_local OfThread first;
    CHECK(cudaMalloc(&counter, sizeof *counter) == cudaSuccess);
    CHECK(cudaMemset(counter, 0, sizeof *counter) == cudaSuccess);
    CHECK(total(1) == 1);
    first.n = 10;
    std::atexit([] { CHECK(total(100) == 111); });
    return 0;
}
