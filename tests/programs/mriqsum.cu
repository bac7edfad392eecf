// SPDX-License-Identifier: Apache-2.0
//
// mriqsum: the Q matrix of magnetic resonance imaging, a few samples of k space a launch; every voxel adds its cosines and
// sines to what the launches before have left.
//
// Class: compute. mri-q of the CTA-aware prefetching paper: 64 x 64 x 64 voxels in 512 CTAs of 512 threads. A thread loads five
// values, each at its own place in the program and a line a warp, and uses them once in a launch; samples are in constant
// memory. Three CTAs of 16 warps. The paper's launches have 1024 samples; a few show the loads.
//
// Arguments: voxels samples.
#include "harness.cuh"

const int THREADS = 512;
const int CHUNK = 16; // samples of a launch
const float TWO_PI = 6.2831853f;

__constant__ float4 samples[CHUNK]; // x, y, z of k space times 2 pi, and the magnitude

__global__ void __launch_bounds__(THREADS, 3)
    add_samples(const float *x, const float *y, const float *z, float *real, float *imaginary, int voxels,
                int count) {
    int voxel = blockIdx.x * blockDim.x + threadIdx.x;
    if (voxel >= voxels) return;
    float px = x[voxel], py = y[voxel], pz = z[voxel], re = real[voxel], im = imaginary[voxel];
#pragma unroll 1
    for (int s = 0; s < count; ++s) {
        float4 sample = samples[s];
        float phase = sample.x * px + sample.y * py + sample.z * pz;
        re += sample.w * __cosf(phase);
        im += sample.w * __sinf(phase);
    }
    real[voxel] = re;
    imaginary[voxel] = im;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"voxels", 262144, 1, 1 << 20, 1}, {"samples", 2 * CHUNK, 1, 1024, 1}});
    int voxels = sizes[0], count = sizes[1];
    Lcg random(25);
    std::vector<float> x = random_floats(random, voxels, -1, 1), y = random_floats(random, voxels, -1, 1),
                       z = random_floats(random, voxels, -1, 1);
    std::vector<float4> table(count);
    for (float4 &sample : table) {
        sample.x = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.y = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.z = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.w = random.uniform(0, 1);
    }

    float *device_x = to_device(x), *device_y = to_device(y), *device_z = to_device(z);
    float *device_re = zeros_on_device<float>(voxels), *device_im = zeros_on_device<float>(voxels);
    for (int done = 0; done < count; done += CHUNK) {
        int now = std::min(CHUNK, count - done);
        CUDA_CHECK(cudaMemcpyToSymbol(samples, &table[done], now * sizeof(float4)));
        add_samples<<<blocks_for(voxels, THREADS), THREADS>>>(device_x, device_y, device_z, device_re, device_im,
                                                              voxels, now);
        FINISH_KERNELS();
    }
    std::vector<float> re = take_from_device(device_re, voxels), im = take_from_device(device_im, voxels);
    CUDA_CHECK(cudaFree(device_x));
    CUDA_CHECK(cudaFree(device_y));
    CUDA_CHECK(cudaFree(device_z));

    std::vector<double> want_re(voxels), want_im(voxels);
    for (int v = 0; v < voxels; ++v) {
        for (const float4 &s : table) {
            double phase = double(s.x) * x[v] + double(s.y) * y[v] + double(s.z) * z[v];
            want_re[v] += s.w * std::cos(phase);
            want_im[v] += s.w * std::sin(phase);
        }
    }
    // As for mriq: |phase| < pi, where the fast sine and cosine are good to 2^-20.9, and rounding adds as much.
    double error = std::fmax(max_error(re, want_re, count), max_error(im, want_im, count));
    return verdict("mriqsum", sizes, "largest error a sample", error, 2e-6);
}
