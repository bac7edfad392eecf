// SPDX-License-Identifier: Apache-2.0
//
// radix2: Fourier transforms of many signals of 128 complex points by halves: seven passes, in each of which a thread joins two points;
// they are handed over in shared memory.
//
// Class: unsaturated. FFT of the paper on ILP in GPUs: 128 CTAs of 64 threads, 12 registers a thread, 1 kB of shared memory, so that
// there are eight CTAs at a time, if the grid has that many. Each transforms 16 signals. There is not one conditional branch: passes and
// signals are unrolled, and the roots of unity are polynomials.
//
// Arguments: ctas.
#include "harness.cuh"

const int POINTS = 128, THREADS = POINTS / 2, SIGNALS = 16, REGISTERS = 12;
const double PI = 3.14159265358979323846;

/// Cosine and sine of an angle of -pi to 0, by the first terms of the sine's and the cosine's series for the angle and pi / 2.
__device__ __forceinline__ float2 root(float angle) {
    float y = angle + float(PI / 2), square = y * y;
    float sine = -2.5052108e-8f; // 1 / 11!, and so on
    sine = sine * square + 2.7557319e-6f;
    sine = sine * square - 1.9841270e-4f;
    sine = sine * square + 8.3333333e-3f;
    sine = sine * square - 0.16666667f;
    sine = sine * square * y + y;
    float cosine = 2.0876757e-9f; // 1 / 12!, and so on
    cosine = cosine * square - 2.7557319e-7f;
    cosine = cosine * square + 2.4801587e-5f;
    cosine = cosine * square - 1.3888889e-3f;
    cosine = cosine * square + 4.1666667e-2f;
    cosine = cosine * square - 0.5f;
    cosine = cosine * square + 1;
    return make_float2(sine, -cosine);
}

__global__ void __launch_bounds__(THREADS) transform(const float2 *in, float2 *out) {
    take_registers<REGISTERS>();
    __shared__ float2 points[POINTS];
    int t = threadIdx.x, first = blockIdx.x * SIGNALS * POINTS;
#pragma unroll
    for (int signal = 0; signal < SIGNALS; ++signal, first += POINTS) {
        // The compiler must not keep the roots of all passes for the next signal, for which there is no room in twelve registers.
        asm volatile("" : "+r"(t));
        float2 a = in[first + t], b = in[first + t + THREADS];
#pragma unroll
        for (int done = 1; done < POINTS; done *= 2) { // points of the transforms that are joined
            int place = t & (done - 1);
            float2 w = root(float(-PI) / done * place);
            b = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
            points[2 * t - place] = make_float2(a.x + b.x, a.y + b.y);
            points[2 * t - place + done] = make_float2(a.x - b.x, a.y - b.y);
            __syncthreads();
            a = points[t];
            b = points[t + THREADS];
            __syncthreads();
        }
        out[first + t] = a;
        out[first + t + THREADS] = b;
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"ctas", 128, 1, 4096, 1}});
    int ctas = sizes[0];
    size_t signals = size_t(ctas) * SIGNALS, points = signals * POINTS;
    Lcg random(84);
    std::vector<float> numbers = random_floats(random, 2 * points, -1, 1);

    const float *device_in = to_device(numbers);
    float *device_out = zeros_on_device<float>(2 * points);
    transform<<<ctas, THREADS>>>((const float2 *)device_in, (float2 *)device_out);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_out, 2 * points);
    CUDA_CHECK(cudaFree((void *)device_in));

    // The sums that define a transform.
    std::vector<double> cosine(POINTS), sine(POINTS), want(2 * points);
    for (int i = 0; i < POINTS; ++i) cosine[i] = std::cos(2 * PI * i / POINTS), sine[i] = -std::sin(2 * PI * i / POINTS);
    for (size_t i = 0; i < points; ++i) {
        const float *signal = &numbers[i / POINTS * 2 * POINTS];
        for (int n = 0; n < POINTS; ++n) {
            size_t turn = i % POINTS * n % POINTS;
            want[2 * i] += cosine[turn] * signal[2 * n] - sine[turn] * signal[2 * n + 1];
            want[2 * i + 1] += cosine[turn] * signal[2 * n + 1] + sine[turn] * signal[2 * n];
        }
    }
    // A root is off by at most 2^-20; rounding adds a few 2^-24 a pass. The passes join values that grow to 128.
    return verdict("radix2", sizes, "largest error", max_error(got, want, POINTS), 7 * std::pow(2, -20));
}
