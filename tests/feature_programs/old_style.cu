// SPDX-License-Identifier: Apache-2.0
// A program as they were written for the first versions of CUDA: cutil, deprecated names, kernels through macros and
// templates, warp-synchronous code without barriers, no error checks, headers by their old names.
#include <cutil_inline.h>
#include <device_functions.h>
#include <sm_20_atomic_functions.h>
#include <stdio.h>
#include <vector_types.h>

#define THREADS 256
#define WARP 32
#define LAUNCH(kernel, blocks, ...) kernel<<<(blocks), THREADS, THREADS * sizeof(float)>>>(__VA_ARGS__)
#define IMUL(a, b) __mul24(a, b)

texture<float, 1, cudaReadModeElementType> source;
__constant__ float factor[2];
__device__ unsigned int finished = 0;

// Sums a warp's values without barriers; the last CTA to finish adds the partial sums.
template <class T, unsigned int N> __global__ void reduce(T *partial, T *result, int n) {
    extern __shared__ T cache[];
    __shared__ bool last;
    const int tid = threadIdx.x, i = IMUL(blockIdx.x, blockDim.x) + tid;
    cache[tid] = i < n ? tex1Dfetch(source, i) * factor[i & 1] : 0;
    __syncthreads();
    for (unsigned int s = N / 2; s > WARP; s >>= 1) {
        if (tid < s) cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid < WARP) {
        volatile T *warp = cache;
        warp[tid] += warp[tid + 32];
        warp[tid] += warp[tid + 16];
        warp[tid] += warp[tid + 8];
        warp[tid] += warp[tid + 4];
        warp[tid] += warp[tid + 2];
        warp[tid] += warp[tid + 1];
    }
    if (tid == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && tid == 0) {
        T sum = 0;
        for (int b = 0; b < gridDim.x; ++b) sum += ((volatile T *)partial)[b];
        *result = sum;
        finished = 0;
    }
}

extern "C" __global__ void fill(float *out, int n) {
    int i = IMUL(blockIdx.x, blockDim.x) + threadIdx.x;
    if (i < n) out[i] = min(i, 7) + fmaxf(i % 3, 1.0f);
}

int main(int argc, char **argv) {
    CUT_DEVICE_INIT(argc, argv);
    int n = 10000, blocks = (n + THREADS - 1) / THREADS;
    cutGetCmdLineArgumenti(argc, (const char **)argv, "n", &n);
    unsigned int timer = 0;
    cutilCheckError(cutCreateTimer(&timer));
    cutStartTimer(timer);

    float *data, *partial, *result, sum = 0, scale[2] = {0.5f, 2.0f};
    cutilSafeCall(cudaMalloc((void **)&data, n * sizeof(float)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&partial, blocks * sizeof(float)));
    cudaMalloc((void **)&result, sizeof(float));
    cudaMemcpyToSymbol("factor", scale, sizeof(scale), 0, cudaMemcpyHostToDevice);
    fill<<<blocks, THREADS>>>(data, n);
    CUT_CHECK_ERROR("fill failed");
    source.filterMode = cudaFilterModePoint;
    source.normalized = false;
    cudaBindTexture(0, source, data, n * sizeof(float));
    for (int repeat = 0; repeat < 2; ++repeat) LAUNCH((reduce<float, THREADS>), blocks, partial, result, n);
    cutilCheckMsg("reduce failed");
    cudaThreadSynchronize();
    cudaMemcpy(&sum, result, sizeof(float), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(source);
    cutStopTimer(timer);

    float want = 0;
    for (int i = 0; i < n; ++i) want += (min(i, 7) + max(float(i % 3), 1.0f)) * scale[i & 1];
    printf("%s %g %g\n", cutComparefe(&want, &sum, 1, 0.001f * want) ? "PASS" : "FAIL", sum, want);
    cutDeleteTimer(timer);
    cudaFree(data);
    cudaFree(partial);
    cudaFree(result);
    cudaThreadExit();
    return 0;
}
