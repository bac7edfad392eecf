// SPDX-License-Identifier: Apache-2.0
//
// texture: temporal filter over a stack of frames that are read through a texture; one thread a pixel.
//
// Class: phase (built for one claim). Every texel is read once, 16 bytes each, and one value is written for eight
// read: DRAM bandwidth is the limit, but the traffic goes through the texture unit and not through the
// load/store queue. The tone curve gives the schedulers some arithmetic to choose from.
//
// Arguments: width height.
#include "harness.cuh"

const int THREADS = 128;
const int FRAMES = 8;

texture<float4, cudaTextureType2D, cudaReadModeElementType> frames;

/// Contrast curve on 0 .. 1.
template <class T> __host__ __device__ T tone(T v) {
    const T c[] = {T(0.125), T(0.75), T(0.5), T(-0.25), T(0.25), T(-0.5), T(0.125)};
    T sum = c[6];
    for (int i = 5; i >= 0; --i) sum = c[i] + v * sum;
    return v * sum;
}

__host__ __device__ inline float weight(int frame) { return float(frame + 1) / 64; }

__global__ void blend(float4 *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int f = 0; f < FRAMES; ++f) {
        float4 v = tex2D(frames, float(x), float(f * height + y));
        sum.x += weight(f) * tone(v.x);
        sum.y += weight(f) * tone(v.y);
        sum.z += weight(f) * tone(v.z);
        sum.w += weight(f) * tone(v.w);
    }
    out[y * width + x] = sum;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 512, THREADS, 4096, THREADS}, {"height", 512, 1, 4096, 1}});
    int width = sizes[0], height = sizes[1];
    size_t values = size_t(width) * height * 4;

    Lcg random(12);
    std::vector<float> stack = random_floats(random, values * FRAMES, 0, 1);
    cudaArray *array = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    CUDA_CHECK(cudaMallocArray(&array, &format, width, height * FRAMES));
    CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, stack.data(), stack.size() * sizeof(float), cudaMemcpyHostToDevice));
    frames.filterMode = cudaFilterModePoint;
    frames.addressMode[0] = frames.addressMode[1] = cudaAddressModeClamp;
    CUDA_CHECK(cudaBindTextureToArray(frames, array, format));

    float *out = zeros_on_device<float>(values);
    blend<<<dim3(width / THREADS, height), THREADS>>>((float4 *)out, width, height);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(out, values);
    CUDA_CHECK(cudaUnbindTexture(frames));
    CUDA_CHECK(cudaFreeArray(array));

    std::vector<double> want(values);
    for (int f = 0; f < FRAMES; ++f) {
        for (size_t i = 0; i < values; ++i) want[i] += weight(f) * tone(double(stack[f * values + i]));
    }
    // Each of the eight terms is below 1 and rounds 15 times, the sum is below 1.
    return verdict("texture", sizes, "largest error", max_error(got, want, 1), FRAMES * 16 * std::pow(2, -24));
}
