// SPDX-License-Identifier: Apache-2.0
// Half precision and bfloat16 on both sides: the host computes what the device does. Sharing memory with OpenGL is refused.
#include "check.cuh"
#include <cmath>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_gl_interop.h>

const int RESULTS = 24;

// Bits, so that a NaN equals itself.
__host__ __device__ unsigned int bits(__half x) { return __half_as_ushort(x); }
__host__ __device__ unsigned int bits(__half2 v) { return bits(v.x) << 16 | bits(v.y); }
__host__ __device__ unsigned int bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
__host__ __device__ unsigned int bits(__nv_bfloat162 v) { return bits(v.x) << 16 | bits(v.y); }

__host__ __device__ void computed(unsigned int *out, unsigned int seed) {
    unsigned int a = seed * 2654435761u, b = (seed ^ 0x5bd1e995u) * 2246822519u, c = (a ^ b >> 7) * 3266489917u;
    __half x = __ushort_as_half(a >> 16), y = __ushort_as_half(b >> 16), z = __ushort_as_half(c >> 16);
    __half2 v = __halves2half2(x, y), w = __halves2half2(z, x);
    *out++ = bits(__hadd(x, y)), *out++ = bits(__hsub(x, y)), *out++ = bits(__hmul(x, y)), *out++ = bits(__hfma(x, y, z));
    *out++ = bits(__hadd2(v, w)), *out++ = bits(__hsub2(v, w)), *out++ = bits(__hmul2(v, w)), *out++ = bits(__hfma2(v, w, v));
    *out++ = bits(__hadd_sat(x, y)), *out++ = bits(__hmul_sat(x, y)), *out++ = bits(__hdiv(x, y)), *out++ = bits(v + w);
    *out++ = __hlt(x, y) | __heq(x, x) << 1 | __hgeu(y, z) << 2;
    __nv_bfloat16 p = __ushort_as_bfloat16(a), q = __ushort_as_bfloat16(b), r = __ushort_as_bfloat16(c);
    __nv_bfloat162 s = __halves2bfloat162(p, q), t = __halves2bfloat162(r, p);
    *out++ = bits(__hadd(p, q)), *out++ = bits(__hsub(p, q)), *out++ = bits(__hmul(p, q)), *out++ = bits(__hdiv(p, q));
    *out++ = bits(__hfma(p, q, r)), *out++ = bits(__hadd2(s, t)), *out++ = bits(__hfma2(s, t, s)), *out++ = bits(s * t);
    *out++ = __hlt(p, q) | __hge(q, r) << 1, *out++ = bits(__float2bfloat16(float(x))), *out++ = bits(__double2bfloat16(1.0 + seed * 1e-9));
}

__global__ void on_the_device(unsigned int *out, unsigned int first) {
    unsigned int n = blockIdx.x * blockDim.x + threadIdx.x;
    computed(out + n * RESULTS, first + n);
}

int main() {
    const unsigned int COUNT = 2048;
    static unsigned int got[COUNT * RESULTS], expected[RESULTS];
    unsigned int *device;
    CHECK(cudaMalloc(&device, sizeof(got)) == cudaSuccess);
    on_the_device<<<COUNT / 64, 64>>>(device, 1);
    CHECK(cudaMemcpy(got, device, sizeof(got), cudaMemcpyDeviceToHost) == cudaSuccess);
    for (unsigned int n = 0; n < COUNT; ++n) {
        computed(expected, n + 1);
        for (int k = 0; k < RESULTS; ++k) {
            bool same = got[n * RESULTS + k] == expected[k];
            if (!same) std::printf("seed %u, result %d: %x %x\n", n + 1, k, got[n * RESULTS + k], expected[k]);
            CHECK(same);
        }
    }

    // Rounded once, ties to even.
    CHECK(bits(__float2bfloat16(1.00390625f)) == 0x3f80 && bits(__float2bfloat16(1.01171875f)) == 0x3f82);
    CHECK(bits(__double2bfloat16(1.00390625000001)) == 0x3f81);
    CHECK(__bfloat162float(__ushort_as_bfloat16(0xc049)) == -3.140625f);
    CHECK(float(__ushort_as_half(bits(__hadd(__float2half(2048), __float2half(1.0f))))) == 2048.0f);
    __half h = __float2half(1.5f);
    h += __float2half(0.25f);
    CHECK(float(h) == 1.75f && h * 2.0f == 3.5f);

    cudaGraphicsResource_t resource;
    CHECK(cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsMapFlagsNone) == cudaErrorNotSupported);
    CHECK(cudaGetLastError() == cudaErrorNotSupported);
    CHECK(cudaGLSetGLDevice(0) == cudaSuccess && cudaGraphicsMapResources(1, &resource) == cudaErrorNotSupported);
    return verdict();
}
