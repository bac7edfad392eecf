// SPDX-License-Identifier: Apache-2.0
//
// memory: one CTA that reads lines in a known pattern, for `warpsmith bench-machine`. Nothing is printed: the figures
// are the statistics of the launches, one for each pattern.
//
// Arguments: ALIGN, then one or more of
//   chase:OFFSET:OUTER:INNER:STRIDE:COUNT:HOPS   one thread follows HOPS pointers along a ring of COUNT nodes
//   past:...                                     the same with loads past the L1 (ld.global.cg)
//   constant:...                                 the same in constant memory
//   sweep:OFFSET:OUTER:INNER:STRIDE:COUNT:LAPS   one warp reads COUNT nodes LAPS times, 32 with each load, each load
//                                                after the one before it
//   burst:OFFSET:OUTER:INNER:STRIDE:COUNT:WIDTH  the warps of one CTA read COUNT nodes, WIDTH with one load of each warp
// Node i lies at OFFSET + (i / INNER) * OUTER + (i % INNER) * STRIDE bytes from an address that ALIGN divides.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

const int LANES = 32;

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
}

struct Pattern {
    unsigned long long offset, outer, inner, stride, count;

    /// Divided in 32 bits: a division of 64 bits begins with a branch on its operands, and takes one warp longer than another.
    __host__ __device__ unsigned long long node(unsigned i) const {
        return offset + i / unsigned(inner) * outer + i % unsigned(inner) * stride;
    }
};

struct Launch {
    char kind[9];
    Pattern pattern;
    unsigned n;
};

/// Would tell where a pointer chase ends, so that it is not optimised away.
__device__ const char *end_of_chase;

__global__ void chase(const char *start, int hops) {
    const char *p = start;
#pragma unroll 16
    for (int i = 0; i < hops; ++i) p = *(const char *const *)p;
    if (!p) end_of_chase = p; // never: a store would take time
}

__global__ void past(const char *start, int hops) {
    const char *p = start;
#pragma unroll 16
    for (int i = 0; i < hops; ++i) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p));
    if (!p) end_of_chase = p;
}

/// Each node has the offset of the next one. One addition stands between two loads.
__constant__ __align__(64) char ring[65536];

__global__ void constant(unsigned long long offset, int hops) {
#pragma unroll 16
    for (int i = 0; i < hops; ++i) offset = *(const unsigned long long *)(ring + offset);
    if (offset == ~0ull) end_of_chase = ring;
}

/// The next address contains what was read, masked to nothing: one load waits for the other.
__global__ void sweep(const char *base, Pattern pattern, int laps) {
    unsigned zero = 0;
    for (int lap = 0; lap < laps; ++lap) {
        for (unsigned i = threadIdx.x; i < pattern.count; i += LANES) {
            const char *p = base + pattern.node(i) + zero;
            asm volatile("ld.global.u32 %0, [%1]; and.b32 %0, %0, 0;" : "=r"(zero) : "l"(p));
        }
    }
}

/// Each warp makes one load.
__global__ void burst(const char *base, Pattern pattern, unsigned width) {
    unsigned lane = threadIdx.x % LANES, i = threadIdx.x / LANES * width + lane;
    if (lane >= width || i >= pattern.count) return;
    unsigned value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(base + pattern.node(i)));
}

/// Links the nodes to a ring.
static void link(char *base, const Pattern &pattern) {
    for (unsigned long long i = 0; i < pattern.count; ++i) {
        const char *next = base + pattern.node((i + 1) % pattern.count);
        check(cudaMemcpy(base + pattern.node(i), &next, sizeof next, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
}

/// The same in constant memory.
static void link_constants(const Pattern &pattern) {
    static char image[sizeof ring];
    if (pattern.node(pattern.count - 1) + sizeof(char *) > sizeof image) {
        std::fprintf(stderr, "error: the pattern is larger than constant memory\n");
        std::exit(2);
    }
    for (unsigned long long i = 0; i < pattern.count; ++i) {
        unsigned long long next = pattern.node((i + 1) % pattern.count);
        std::memcpy(image + pattern.node(i), &next, sizeof next);
    }
    check(cudaMemcpyToSymbol(ring, image, sizeof image), "cudaMemcpyToSymbol");
}

int main(int argc, char **argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s ALIGN KIND:OFFSET:OUTER:INNER:STRIDE:COUNT:N ...\n", argv[0]);
        return 2;
    }
    unsigned long long align = std::strtoull(argv[1], nullptr, 10), bytes = 0;
    std::vector<Launch> launches(argc - 2);
    for (int i = 2; i < argc; ++i) {
        Launch &l = launches[i - 2];
        Pattern &p = l.pattern;
        if (std::sscanf(argv[i], "%8[a-z]:%llu:%llu:%llu:%llu:%llu:%u", l.kind, &p.offset, &p.outer, &p.inner,
                        &p.stride, &p.count, &l.n) != 7 ||
            align == 0 || p.inner == 0 || p.count == 0) {
            std::fprintf(stderr, "error: `%s` is no pattern\n", argv[i]);
            return 2;
        }
        unsigned long long end = p.node(p.count - 1) + p.inner * p.stride + sizeof(char *);
        if (end > bytes) bytes = end;
    }
    char *memory = nullptr;
    check(cudaMalloc((void **)&memory, bytes + align), "cudaMalloc");
    char *base = (char *)(((uintptr_t)memory + align - 1) / align * align);
    for (const Launch &l : launches) {
        if (std::strcmp(l.kind, "chase") == 0) {
            link(base, l.pattern);
            chase<<<1, 1>>>(base + l.pattern.offset, l.n);
        } else if (std::strcmp(l.kind, "past") == 0) {
            link(base, l.pattern);
            past<<<1, 1>>>(base + l.pattern.offset, l.n);
        } else if (std::strcmp(l.kind, "constant") == 0) {
            link_constants(l.pattern);
            constant<<<1, 1>>>(l.pattern.offset, l.n);
        } else if (std::strcmp(l.kind, "sweep") == 0) {
            sweep<<<1, LANES>>>(base, l.pattern, l.n);
        } else {
            burst<<<1, unsigned(l.pattern.count + l.n - 1) / l.n * LANES>>>(base, l.pattern, l.n);
        }
        check(cudaGetLastError(), l.kind);
        check(cudaDeviceSynchronize(), l.kind);
    }
    return 0;
}
