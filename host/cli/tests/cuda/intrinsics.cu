// SPDX-License-Identifier: Apache-2.0
// Device functions against the same computed by the host. Each failed check prints its name and place.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

const int N = 64;
static int failures = 0;

// Runs `function` on the device for every pair of a list of values and compares with `expected`.
template <class R, class F> __global__ void each(F function, const unsigned *values, int n, R *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * n) out[i] = function(values[i / n], values[i % n]);
}

template <class R, class F, class E> void compare(const char *name, F function, E expected) {
    std::vector<unsigned> values = {0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 256, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    for (unsigned seed = 12345; values.size() < 48;) values.push_back(seed = seed * 1664525u + 1013904223u);
    int n = values.size();
    unsigned *in;
    R *out;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * n * sizeof(R));
    cudaMemcpy(in, values.data(), n * 4, cudaMemcpyHostToDevice);
    each<R><<<n * n / 64 + 1, 64>>>(function, in, n, out);
    std::vector<R> got(n * n);
    cudaMemcpy(got.data(), out, n * n * sizeof(R), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; ++i) {
        R want = expected(values[i / n], values[i % n]);
        if (std::memcmp(&got[i], &want, sizeof(R)) != 0) {
            ++failures;
            std::printf("%s(%#x, %#x)\n", name, values[i / n], values[i % n]);
            break;
        }
    }
    cudaFree(in);
    cudaFree(out);
}

#define PAIR(result, name, device, host)                                            \
    struct name##_device {                                                          \
        __device__ result operator()(unsigned a, unsigned b) const { return device; } \
    };                                                                              \
    static result name##_host(unsigned a, unsigned b) { return host; }

static float as_float(unsigned bits) {
    float x;
    std::memcpy(&x, &bits, 4);
    return x;
}
static unsigned reversed(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i) r |= (x >> i & 1) << (31 - i);
    return r;
}
static unsigned bytes(unsigned x, unsigned y, unsigned s) {
    unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned r = 0;
    for (int i = 0; i < 4; ++i) r |= (unsigned)(both >> (s >> 4 * i & 7) * 8 & 255) << 8 * i;
    return r;
}
static int saturated(double x) { return std::isnan(x) ? 0 : x < -2147483648.0 ? INT_MIN : x > 2147483647.0 ? INT_MAX : (int)x; }

PAIR(int, popc, __popc(a ^ b), __builtin_popcount(a ^ b))
PAIR(int, popcll, __popcll((unsigned long long)a << 32 | b), __builtin_popcount(a) + __builtin_popcount(b))
PAIR(int, clz, __clz(a) + __clzll((long long)b), (a ? __builtin_clz(a) : 32) + (b ? 32 + __builtin_clz(b) : 64))
PAIR(int, ffs, __ffs(a) + __ffsll((unsigned long long)b << 32), __builtin_ffs(a) + (b ? 32 + __builtin_ffs(b) : 0))
PAIR(unsigned, brev, __brev(a), reversed(a))
PAIR(unsigned, umulhi, __umulhi(a, b), (unsigned)((unsigned long long)a *b >> 32))
PAIR(int, mulhi, __mulhi(a, b), (int)((long long)(int)a * (int)b >> 32))
PAIR(int, mul24, __mul24(a, b), (int)((unsigned)((int)(a << 8) >> 8) * (unsigned)((int)(b << 8) >> 8)))
PAIR(unsigned, umul24, __umul24(a, b), (a & 0xffffff) * (b & 0xffffff))
PAIR(unsigned, usad, __usad(a, b, 7), (a > b ? a - b : b - a) + 7)
PAIR(unsigned, sad, __sad(a, b, 7), ((int)a > (int)b ? a - b : b - a) + 7)
PAIR(int, hadd, __hadd(a, b), (int)(((long long)(int)a + (int)b) >> 1))
PAIR(unsigned, urhadd, __urhadd(a, b), (unsigned)(((unsigned long long)a + b + 1) >> 1))
PAIR(unsigned, byte_perm, __byte_perm(a, b, a >> 7), bytes(a, b, a >> 7))
PAIR(unsigned, funnel, __funnelshift_l(a, b, a), (unsigned)((((unsigned long long)b << 32 | a) << (a & 31)) >> 32))
PAIR(unsigned long long, umul64hi, __umul64hi((unsigned long long)a << 32 | b, b),
     (unsigned long long)((unsigned __int128)((unsigned long long)a << 32 | b) * b >> 64))
PAIR(int, min_max, min((int)a, (int)b) ^ (int)max(a, b), std::min((int)a, (int)b) ^ (int)std::max(a, b))
PAIR(int, float2int_rz, __float2int_rz(__uint_as_float(a)), saturated(std::trunc(as_float(a))))
PAIR(int, float2int_rd, __float2int_rd(__uint_as_float(a)), saturated(std::floor(as_float(a))))
PAIR(int, float2int_ru, __float2int_ru(__uint_as_float(a)), saturated(std::ceil(as_float(a))))
PAIR(int, float2int_rn, __float2int_rn(__uint_as_float(a)), saturated(std::nearbyint(as_float(a))))
PAIR(float, uint2float, __uint2float_rn(a) + __int2float_rn(b), (float)a + (float)(int)b)
PAIR(double, hiloint, __hiloint2double(a >> 2, b) + 0.0, [&] {
    unsigned long long bits = (unsigned long long)(a >> 2) << 32 | b;
    double x;
    std::memcpy(&x, &bits, 8);
    return x + 0.0;
}())
PAIR(float, divide, (float)(a >> 8) / (float)(b >> 8 | 1), (float)(a >> 8) / (float)(b >> 8 | 1))
PAIR(float, root, sqrtf((float)a) + (float)sqrt((double)b), sqrtf((float)a) + (float)sqrt((double)b))
PAIR(float, fma_rn, __fmaf_rn((float)a, (float)b, 1.0f), fmaf((float)a, (float)b, 1.0f))
PAIR(double, rounded, round((double)a / 4) + rint((double)b / 4) + trunc(-1.5) + floor(-0.5),
     std::round((double)a / 4) + std::rint((double)b / 4) + std::trunc(-1.5) + std::floor(-0.5))

// What the lanes of a warp tell each other. The CPU's side is written out for a warp of 32 with lane numbers as values.
__global__ void warp_functions(int *out) {
    int lane = threadIdx.x;
    out[0 * 32 + lane] = __shfl_sync(~0u, lane * 10, lane + 3);
    out[1 * 32 + lane] = __shfl_up_sync(~0u, lane, 2, 8);
    out[2 * 32 + lane] = __shfl_down(lane, 3, 16);
    out[3 * 32 + lane] = (int)__shfl_xor_sync(~0u, (double)lane + 0.5, 5);
    out[4 * 32 + lane] = (int)__ballot_sync(~0u, lane % 3 == 0);
    out[5 * 32 + lane] = __all_sync(~0u, lane < 32) * 2 + __any(lane == 40);
    int part = 0;
    if (lane & 1) part = (int)__ballot(lane > 16);
    out[6 * 32 + lane] = part;
    out[7 * 32 + lane] = __syncthreads_count(lane > 4) + 100 * __syncthreads_and(lane >= 0) + 1000 * __syncthreads_or(lane > 31);
}

static int warp_expected(int row, int lane) {
    unsigned votes = 0;
    switch (row) {
    case 0: return (lane + 3) % 32 * 10;
    case 1: return lane % 8 >= 2 ? lane - 2 : lane;
    case 2: return lane % 16 + 3 < 16 ? lane + 3 : lane;
    case 3: return lane ^ 5;
    case 4:
        for (int i = 0; i < 32; i += 3) votes |= 1u << i;
        return (int)votes;
    case 5: return 2;
    case 6:
        for (int i = 17; i < 32; i += 2) votes |= 1u << i;
        return lane & 1 ? (int)votes : 0;
    default: return 27 + 100;
    }
}

// Each thread applies every atomic operation once; the results do not depend on the order.
__global__ void atomic_functions(int *i, unsigned *u, unsigned long long *l, float *f) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int local;
    if (threadIdx.x == 0) local = 0;
    __syncthreads();
    atomicAdd(&local, 1);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&i[0], local);
    atomicSub(&i[1], t);
    atomicMin(&i[2], t - 40);
    atomicMax(&i[3], t);
    atomicAnd(&i[4], ~(1 << t % 31));
    atomicXor(&i[5], t);
    for (int old = i[6], seen; (seen = atomicCAS(&i[6], old, old + t)) != old; old = seen) {
    }
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 9);
    atomicOr(&u[2], 1u << t % 32);
    atomicMax(&u[3], 0x80000000u + t);
    atomicAdd(&l[0], 1ull << 33);
    atomicMin((long long *)&l[1], -(long long)t);
    atomicMax(&l[2], ~0ull - t);
    atomicAdd(&f[0], 0.5f);
    atomicExch(&f[1], 3.0f);
}

static void atomics() {
    int *i;
    unsigned *u;
    unsigned long long *l;
    float *f;
    cudaMalloc(&i, 7 * 4), cudaMalloc(&u, 4 * 4), cudaMalloc(&l, 3 * 8), cudaMalloc(&f, 2 * 4);
    int ones = -1;
    cudaMemcpy(i + 4, &ones, 4, cudaMemcpyHostToDevice);
    atomic_functions<<<2, N>>>(i, u, l, f);
    int gi[7];
    unsigned gu[4];
    unsigned long long gl[3];
    float gf[2];
    cudaMemcpy(gi, i, sizeof gi, cudaMemcpyDeviceToHost), cudaMemcpy(gu, u, sizeof gu, cudaMemcpyDeviceToHost);
    cudaMemcpy(gl, l, sizeof gl, cudaMemcpyDeviceToHost), cudaMemcpy(gf, f, sizeof gf, cudaMemcpyDeviceToHost);
    const int threads = 2 * N, sum = threads * (threads - 1) / 2;
    int parity = 0, wrapped = 0;
    for (int t = 0; t < threads; ++t) parity ^= t, wrapped = wrapped >= 9 ? 0 : wrapped + 1;
    int down = 0;
    for (int t = 0; t < threads; ++t) down = down == 0 || down > 9 ? 9 : down - 1;
    bool ok[] = {gi[0] == threads, gi[1] == -sum, gi[2] == -40, gi[3] == threads - 1, gi[4] == INT_MIN, gi[5] == parity,
                 gi[6] == sum, gu[0] == (unsigned)wrapped, gu[1] == (unsigned)down, gu[2] == ~0u, gu[3] == 0x80000000u + threads - 1,
                 gl[0] == (unsigned long long)threads << 33, (long long)gl[1] == 1 - threads, gl[2] == ~0ull,
                 gf[0] == 0.5f * threads, gf[1] == 3.0f};
    for (unsigned n = 0; n < sizeof ok; ++n) {
        if (!ok[n]) ++failures, std::printf("atomic check %u\n", n);
    }
}

#define COMPARE(result, name) compare<result>(#name, name##_device(), name##_host);

int main() {
    COMPARE(int, popc) COMPARE(int, popcll) COMPARE(int, clz) COMPARE(int, ffs) COMPARE(unsigned, brev)
    COMPARE(unsigned, umulhi) COMPARE(int, mulhi) COMPARE(int, mul24) COMPARE(unsigned, umul24) COMPARE(unsigned, usad)
    COMPARE(unsigned, sad) COMPARE(int, hadd) COMPARE(unsigned, urhadd) COMPARE(unsigned, byte_perm) COMPARE(unsigned, funnel)
    COMPARE(unsigned long long, umul64hi) COMPARE(int, min_max) COMPARE(int, float2int_rz) COMPARE(int, float2int_rd)
    COMPARE(int, float2int_ru) COMPARE(int, float2int_rn) COMPARE(float, uint2float) COMPARE(double, hiloint)
    COMPARE(float, divide) COMPARE(float, root) COMPARE(float, fma_rn) COMPARE(double, rounded)

    int *out, got[8 * 32];
    cudaMalloc(&out, sizeof got);
    warp_functions<<<1, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8 * 32; ++i) {
        if (got[i] != warp_expected(i / 32, i % 32)) ++failures, std::printf("warp function %d lane %d: %d\n", i / 32, i % 32, got[i]);
    }
    atomics();
    std::printf("%d failures\n", failures);
    return failures != 0 || cudaDeviceSynchronize() != cudaSuccess;
}
