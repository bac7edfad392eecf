// SPDX-License-Identifier: Apache-2.0
// Half precision against arithmetic in double precision that is rounded once.
#include "check.cuh"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

// The half nearest to x, ties to even, by the definition of the format: a multiple of the last place of x's binade.
static double nearest(double x) {
    if (x != x || x == 0) return x;
    int exponent;
    std::frexp(x, &exponent); // |x| is in [2^(exponent-1), 2^exponent)
    double place = std::ldexp(1.0, std::max(exponent - 11, -24));
    double rounded = std::nearbyint(x / place) * place;
    return std::fabs(rounded) >= 65520 ? std::copysign(INFINITY, x) : rounded;
}
static bool same(double a, double b) { return a == b || (a != a && b != b); }

__global__ void arithmetic(const half *a, const half *b, half *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half x = a[i], y = b[i], *o = out + 8 * i;
    o[0] = x + y;
    o[1] = x - y;
    o[2] = x * y;
    o[3] = x / y;
    o[4] = __hfma(x, y, y);
    o[5] = hsqrt(__habs(x));
    half2 pair = __hfma2(make_half2(x, y), make_half2(y, x), __float2half2_rn(1.0f));
    o[6] = __low2half(pair);
    o[7] = __hlt(x, y) && x < y && !(x >= y) && __hle(x, y) ? __float2half(1.0f) : __float2half(0.0f);
}

__global__ void conversions(const double *in, half *out, float *back, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[2 * i] = __float2half((float)in[i]);
    out[2 * i + 1] = __double2half(in[i]);
    back[i] = __half2float(out[2 * i]);
}

// The sum of pairs by shuffles, and by atomics.
__global__ void sums(const half2 *in, half2 *out, half *single) {
    half2 v = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) v = v + __shfl_xor_sync(0xffffffffu, v, step);
    if (threadIdx.x == 0) out[0] = v;
    atomicAdd(&out[1], in[threadIdx.x]);
    atomicAdd(&single[threadIdx.x % 2], __float2half(1.0f));
}

int main() {
    // Every exponent, both signs, the last bits set and clear, infinities and NaNs.
    std::vector<half> a, b;
    for (unsigned int i = 0; i < 65536; i += 97) {
        a.push_back(__ushort_as_half(i));
        b.push_back(__ushort_as_half((i * 40503u) >> 3 & 0xffff));
    }
    int n = (int)a.size();
    half *da, *db, *out;
    CHECK(cudaMalloc(&da, n * sizeof(half)) == cudaSuccess && cudaMalloc(&db, n * sizeof(half)) == cudaSuccess);
    CHECK(cudaMallocManaged(&out, 8 * n * sizeof(half)) == cudaSuccess);
    cudaMemcpy(da, a.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    arithmetic<<<(n + 127) / 128, 128>>>(da, db, out, n);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < n; ++i) {
        double x = (float)a[i], y = (float)b[i];
        double want[] = {x + y, x - y, x * y, x / y, std::fma(x, y, y), std::sqrt(std::fabs(x)), std::fma(x, y, 1.0), double(x < y)};
        for (int k = 0; k < 8; ++k) {
            double got = (float)out[8 * i + k];
            if (!same(got, nearest(want[k]))) std::printf("%d: %g %g gives %g\n", k, x, y, got);
            CHECK(same(got, nearest(want[k])));
        }
    }

    // Ties, just beside ties (which a detour through float would round wrongly), the smallest numbers, overflow.
    std::vector<double> in = {1 + 0x1p-11, 1 + 0x3p-11, 1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-11 - 0x1p-40, 0x1p-25, 0x1p-25 + 0x1p-60,
                              0x3p-25, 0x1p-14 - 0x1p-26, 65504, 65519.9, 65520, 1e9, -0.1, 3.14159265358979, INFINITY, NAN};
    int m = (int)in.size();
    double *din;
    half *halves;
    float *back;
    CHECK(cudaMallocManaged(&din, m * sizeof(double)) == cudaSuccess);
    CHECK(cudaMallocManaged(&halves, 2 * m * sizeof(half)) == cudaSuccess);
    CHECK(cudaMallocManaged(&back, m * sizeof(float)) == cudaSuccess);
    for (int i = 0; i < m; ++i) din[i] = in[i];
    conversions<<<1, 32>>>(din, halves, back, m);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < m; ++i) {
        CHECK(same((float)halves[2 * i], nearest((float)in[i])) && same((float)halves[2 * i + 1], nearest(in[i])));
        CHECK(same((float)__double2half(in[i]), nearest(in[i])) && same(back[i], nearest((float)in[i])));
    }

    half2 *pairs;
    CHECK(cudaMallocManaged(&pairs, 34 * sizeof(half2)) == cudaSuccess);
    half *single = (half *)(pairs + 33);
    for (int i = 0; i < 32; ++i) pairs[i] = __floats2half2_rn(i, 0.5f * i);
    half2 *result;
    CHECK(cudaMallocManaged(&result, 2 * sizeof(half2)) == cudaSuccess);
    sums<<<1, 32>>>(pairs, result, single);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int k = 0; k < 2; ++k) CHECK(__low2float(result[k]) == 496 && __high2float(result[k]) == 248);
    CHECK((float)single[0] == 16 && (float)single[1] == 16);
    return verdict();
}
