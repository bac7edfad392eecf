// SPDX-License-Identifier: Apache-2.0
//
// stockham: one long Fourier transform, a launch a pass (Stockham's order, which needs no reversal of bits). The grid is as large as
// the GPU holds, and its threads stride over the butterflies.
//
// Class: memory. The FFT of the APOGEE paper. A warp loads 32 neighbouring points from either half of the signal, and roots of unity,
// of which neighbouring butterflies share 2^p in pass p: from the sixth pass on all threads of a warp one.
//
// Arguments: log2 of the points.
#include "harness.cuh"

const int THREADS = 128;

/// Butterflies that share a root, `shared`, stand together; their results stand `shared` apart.
__global__ void pass(const float2 *from, float2 *to, const float2 *roots, int half, int shared) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < half; i += gridDim.x * blockDim.x) {
        int within = i & (shared - 1), group = i - within;
        float2 a = from[i], b = from[i + half], w = roots[group];
        float re = a.x - b.x, im = a.y - b.y;
        to[2 * group + within] = make_float2(a.x + b.x, a.y + b.y);
        to[2 * group + within + shared] = make_float2(re * w.x - im * w.y, re * w.y + im * w.x);
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"log2 of the points", 15, 1, 22, 1}});
    int passes = sizes[0], points = 1 << passes, half = points / 2;
    Lcg random(53);
    std::vector<float2> signal(points), roots(half);
    std::vector<double> re(points), im(points);
    for (int i = 0; i < points; ++i) {
        signal[i] = make_float2(random.uniform(-1, 1), random.uniform(-1, 1));
        re[i] = signal[i].x;
        im[i] = signal[i].y;
    }
    for (int k = 0; k < half; ++k) {
        double angle = -2 * std::acos(-1.0) * k / points;
        roots[k] = make_float2(float(std::cos(angle)), float(std::sin(angle)));
    }

    float2 *from = to_device(signal), *to = zeros_on_device<float2>(points), *device_roots = to_device(roots);
    for (int p = 0; p < passes; ++p) {
        pass<<<resident_blocks(pass, THREADS), THREADS>>>(from, to, device_roots, half, 1 << p);
        std::swap(from, to);
    }
    FINISH_KERNELS();
    std::vector<float> got;
    for (float2 point : take_from_device(from, points)) {
        got.push_back(point.x);
        got.push_back(point.y);
    }
    CUDA_CHECK(cudaFree(to));
    CUDA_CHECK(cudaFree(device_roots));

    // In place, the other way round: halves are taken apart, and the results stand with their bits reversed.
    for (int apart = half; apart > 0; apart /= 2) {
        for (int i = 0; i < points; ++i) {
            if (i & apart) continue;
            int j = i + apart;
            double angle = -std::acos(-1.0) * (i & (apart - 1)) / apart, c = std::cos(angle), s = std::sin(angle);
            double x = re[i] - re[j], y = im[i] - im[j];
            re[i] += re[j];
            im[i] += im[j];
            re[j] = x * c - y * s;
            im[j] = x * s + y * c;
        }
    }
    std::vector<double> want(2 * size_t(points));
    for (int i = 0; i < points; ++i) {
        int reversed = 0;
        for (int bit = 0; bit < passes; ++bit) reversed |= (i >> bit & 1) << (passes - 1 - bit);
        want[2 * size_t(reversed)] = re[i];
        want[2 * size_t(reversed) + 1] = im[i];
    }
    // Each pass rounds a root, two products and two sums by at most 2^-24 of values that grow to sqrt(points), some of them four times that.
    return verdict("stockham", sizes, "largest error", max_error(got, want, std::sqrt(points)), 16 * passes * std::pow(2, -24));
}
