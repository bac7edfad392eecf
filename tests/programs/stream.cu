// SPDX-License-Identifier: Apache-2.0
//
// stream: the triad a = b + s * c over long vectors, cut into two halves that run in two streams.
//
// Class: memory. Every access is coalesced and used once: 12 B of DRAM traffic for one multiply-add; three
// CTAs of 16 warps.
//
// Arguments: elements.
#include "harness.cuh"

const int THREADS = 512;
const int PER_THREAD = 8; // elements
const float SCALE = 3;

__global__ void triad(float *a, const float *b, const float *c, float scale, int count) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) a[i] = b[i] + scale * c[i];
}

/// One half of the vectors on its own stream.
struct Half {
    int begin, count;
    float *a, *b, *c;
    cudaStream_t stream;
};

static Half start_half(int begin, int count, const std::vector<float> &b, const std::vector<float> &c) {
    Half half = {begin, count, nullptr, nullptr, nullptr, nullptr};
    size_t bytes = size_t(count) * sizeof(float);
    CUDA_CHECK(cudaMalloc((void **)&half.a, bytes));
    CUDA_CHECK(cudaMalloc((void **)&half.b, bytes));
    CUDA_CHECK(cudaMalloc((void **)&half.c, bytes));
    CUDA_CHECK(cudaStreamCreate(&half.stream));
    CUDA_CHECK(cudaMemcpyAsync(half.b, &b[begin], bytes, cudaMemcpyHostToDevice, half.stream));
    CUDA_CHECK(cudaMemcpyAsync(half.c, &c[begin], bytes, cudaMemcpyHostToDevice, half.stream));
    triad<<<blocks_for(count, THREADS * PER_THREAD), THREADS, 0, half.stream>>>(half.a, half.b, half.c, SCALE,
                                                                                count);
    CUDA_CHECK(cudaGetLastError());
    return half;
}

static void finish_half(const Half &half, std::vector<float> &a) {
    CUDA_CHECK(cudaMemcpyAsync(&a[half.begin], half.a, size_t(half.count) * sizeof(float),
                               cudaMemcpyDeviceToHost, half.stream));
    CUDA_CHECK(cudaStreamSynchronize(half.stream));
    CUDA_CHECK(cudaStreamDestroy(half.stream));
    CUDA_CHECK(cudaFree(half.a));
    CUDA_CHECK(cudaFree(half.b));
    CUDA_CHECK(cudaFree(half.c));
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"elements", 1 << 22, 2, 1 << 25, 2}});
    int count = sizes[0];
    Lcg random(5);
    std::vector<float> b = random_floats(random, count, -1, 1), c = random_floats(random, count, -1, 1),
                       a(count);

    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaEventRecord(begin));
    Half lower = start_half(0, count / 2, b, c);
    Half upper = start_half(count / 2, count / 2, b, c);
    finish_half(lower, a);
    finish_half(upper, a);
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));

    std::vector<double> want(count);
    for (int i = 0; i < count; ++i) want[i] = double(b[i]) + double(SCALE) * c[i];
    double error = max_error(a, want, 1);
    if (!(milliseconds > 0))
        error = std::numeric_limits<double>::infinity(); // the events did not bracket the work
    // Values below 4, rounded once (fused) or twice: at most 2 * 2^-22 / 2.
    return verdict("stream", sizes, "largest error", error, 2.4e-7);
}
