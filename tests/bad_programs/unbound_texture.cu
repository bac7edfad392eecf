// SPDX-License-Identifier: Apache-2.0
// Fetches through a texture that no memory is bound to.
#include <cuda_runtime.h>

texture<float, cudaTextureType2D, cudaReadModeElementType> picture;

__global__ void look(float *out) { *out = tex2D(picture, 0.5f, 0.5f); }

int main() {
    float *out;
    cudaMalloc(&out, sizeof(float));
    look<<<1, 1>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
