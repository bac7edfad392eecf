// SPDX-License-Identifier: Apache-2.0
//
// mriq: the Q matrix of non-Cartesian magnetic resonance imaging; every voxel sums a cosine and a sine over
// all k-space samples.
//
// Class: compute. The samples sit in constant memory, all lanes read the same one, and each costs two
// trigonometric functions and half a dozen multiply-adds. Five to six CTAs of 8 warps.
//
// Arguments: voxels samples.
#include "harness.cuh"

const int THREADS = 256;
const int MAX_SAMPLES = 1024;
const float TWO_PI = 6.2831853f;

__constant__ float4 samples[MAX_SAMPLES]; // x, y, z of k space times 2 pi, and the magnitude

__global__ void __launch_bounds__(THREADS, 5)
    sum_samples(const float *x, const float *y, const float *z, float *real, float *imaginary, int voxels,
                int count) {
    int voxel = blockIdx.x * blockDim.x + threadIdx.x;
    if (voxel >= voxels) return;
    float px = x[voxel], py = y[voxel], pz = z[voxel], re = 0, im = 0;
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
    Arguments sizes(argc, argv, {{"voxels", 19200, 1, 1 << 20, 1}, {"samples", 400, 1, MAX_SAMPLES, 1}});
    int voxels = sizes[0], count = sizes[1];
    Lcg random(9);
    std::vector<float> x = random_floats(random, voxels, -1, 1), y = random_floats(random, voxels, -1, 1),
                       z = random_floats(random, voxels, -1, 1);
    std::vector<float4> table;
    for (int s = 0; s < count; ++s) {
        float4 sample;
        sample.x = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.y = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.z = TWO_PI * random.uniform(-0.15f, 0.15f);
        sample.w = random.uniform(0, 1);
        table.push_back(sample);
    }

    CUDA_CHECK(cudaMemcpyToSymbol(samples, table.data(), count * sizeof(float4)));
    float *device_x = to_device(x), *device_y = to_device(y), *device_z = to_device(z);
    float *device_re = zeros_on_device<float>(voxels), *device_im = zeros_on_device<float>(voxels);
    sum_samples<<<blocks_for(voxels, THREADS), THREADS>>>(device_x, device_y, device_z, device_re, device_im,
                                                          voxels, count);
    FINISH_KERNELS();
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
    // |phase| < pi, where the fast sine and cosine are good to 2^-20.9 (5e-7); rounding the phase and the sum
    // adds as much again.
    double error = std::fmax(max_error(re, want_re, count), max_error(im, want_im, count));
    return verdict("mriq", sizes, "largest error a sample", error, 2e-6);
}
