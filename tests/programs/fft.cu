// SPDX-License-Identifier: Apache-2.0
//
// fft: many Fourier transforms of 512 complex points, forwards and then backwards; a CTA of 64 threads has one of them,
// in three passes of radix 8 that exchange points through shared memory.
//
// Class: memory. The FFT of the CTA-aware prefetching paper: 256 CTAs. A thread loads eight points, 512 B apart, each at its own
// place in the program; a warp's load is two lines, and every line is used once by either direction. Eight CTAs of 2 warps.
//
// Arguments: transforms.
#include "harness.cuh"

const int RADIX = 8, POINTS = 512, THREADS = POINTS / RADIX;
const double PI = 3.14159265358979323846;

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b) {
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/// a + b and a - b in their places.
__device__ void add_and_subtract(float2 &a, float2 &b) {
    float2 sum = a + b;
    b = a - b;
    a = sum;
}

/// Times `SIGN` i.
template <int SIGN> __device__ float2 quarter_turn(float2 a) { return make_float2(-SIGN * a.y, SIGN * a.x); }

/// The transform of four points that lie `step` apart, in order.
template <int SIGN> __device__ void transform_4(float2 &a, float2 &b, float2 &c, float2 &d) {
    add_and_subtract(a, c);
    add_and_subtract(b, d);
    d = quarter_turn<SIGN>(d);
    add_and_subtract(a, b);
    add_and_subtract(c, d);
    float2 second = c; // a, b, c, d are points 0, 2, 1, 3
    c = b;
    b = second;
}

/// The transform of eight points, in order.
template <int SIGN> __device__ void transform_8(float2 *v) {
    const float half = 0.70710678f;
    transform_4<SIGN>(v[0], v[2], v[4], v[6]);
    transform_4<SIGN>(v[1], v[3], v[5], v[7]);
    v[3] = v[3] * make_float2(half, SIGN * half);
    v[5] = quarter_turn<SIGN>(v[5]);
    v[7] = v[7] * make_float2(-half, SIGN * half);
    float2 even[4] = {v[0], v[2], v[4], v[6]}, odd[4] = {v[1], v[3], v[5], v[7]};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        v[i] = even[i] + odd[i];
        v[i + 4] = even[i] - odd[i];
    }
}

/// One pass: what `done` points hold is transformed, eight make `8 * done`.
template <int SIGN> __device__ void pass(float2 *v, int done) {
    float angle = SIGN * 2 * float(PI) / (RADIX * done) * (threadIdx.x % done);
#pragma unroll
    for (int i = 1; i < RADIX; ++i) v[i] = v[i] * make_float2(__cosf(i * angle), __sinf(i * angle));
    transform_8<SIGN>(v);
}

/// Hands point i of each thread to its place, and gives each thread the points for the next pass.
__device__ void exchange(float2 *v, float2 *points, int done) {
    int to = threadIdx.x / done * done * RADIX + threadIdx.x % done;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < RADIX; ++i) points[to + i * done] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < RADIX; ++i) v[i] = points[threadIdx.x + i * THREADS];
}

template <int SIGN> __global__ void __launch_bounds__(THREADS, 8) transform(const float2 *in, float2 *out) {
    __shared__ float2 points[POINTS];
    in += blockIdx.x * POINTS + threadIdx.x;
    out += blockIdx.x * POINTS + threadIdx.x;
    float2 v[RADIX];
#pragma unroll
    for (int i = 0; i < RADIX; ++i) v[i] = in[i * THREADS];
    transform_8<SIGN>(v);
    exchange(v, points, 1);
    pass<SIGN>(v, RADIX);
    exchange(v, points, RADIX);
    pass<SIGN>(v, RADIX * RADIX);
#pragma unroll
    for (int i = 0; i < RADIX; ++i) out[i * THREADS] = v[i];
}

/// The transform by halves, in double precision.
static std::vector<double> transform_on_cpu(const std::vector<double> &in) {
    size_t n = in.size() / 2;
    if (n == 1) return in;
    std::vector<double> even, odd, out(2 * n);
    for (size_t i = 0; i < n; ++i) {
        std::vector<double> &half = i % 2 ? odd : even;
        half.push_back(in[2 * i]);
        half.push_back(in[2 * i + 1]);
    }
    even = transform_on_cpu(even);
    odd = transform_on_cpu(odd);
    for (size_t i = 0; i < n / 2; ++i) {
        double c = std::cos(2 * PI * i / n), s = -std::sin(2 * PI * i / n);
        double re = c * odd[2 * i] - s * odd[2 * i + 1], im = c * odd[2 * i + 1] + s * odd[2 * i];
        out[2 * i] = even[2 * i] + re;
        out[2 * i + 1] = even[2 * i + 1] + im;
        out[2 * i + n] = even[2 * i] - re;
        out[2 * i + 1 + n] = even[2 * i + 1] - im;
    }
    return out;
}

/// The numbers one after the other.
static std::vector<float> flat(const std::vector<float2> &points) {
    std::vector<float> numbers;
    for (float2 point : points) {
        numbers.push_back(point.x);
        numbers.push_back(point.y);
    }
    return numbers;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"transforms", 256, 1, 8192, 1}});
    int count = sizes[0];
    size_t points = size_t(count) * POINTS;
    Lcg random(32);
    std::vector<float2> signal(points);
    for (float2 &point : signal) {
        point.x = random.uniform(-1, 1);
        point.y = random.uniform(-1, 1);
    }

    float2 *device_signal = to_device(signal), *spectrum = zeros_on_device<float2>(points),
           *device_back = zeros_on_device<float2>(points);
    transform<-1><<<count, THREADS>>>(device_signal, spectrum);
    transform<1><<<count, THREADS>>>(spectrum, device_back);
    FINISH_KERNELS();
    std::vector<float> got = flat(take_from_device(spectrum, points)), back = flat(take_from_device(device_back, points));
    CUDA_CHECK(cudaFree(device_signal));

    std::vector<float> flat_signal = flat(signal);
    std::vector<double> want, same;
    for (size_t i = 0; i < 2 * points; i += 2 * POINTS) {
        std::vector<double> one(flat_signal.begin() + i, flat_signal.begin() + i + 2 * POINTS);
        one = transform_on_cpu(one);
        want.insert(want.end(), one.begin(), one.end());
    }
    for (float number : flat_signal) same.push_back(double(number) * POINTS);
    // The fast sine and cosine of angles below 2 pi are good to about 2^-20, in two of three passes; rounding adds a few 2^-24 in each of nine
    // halvings, of values that grow to sqrt(512): 2^-17 covers both, forwards and backwards.
    double error = std::fmax(max_error(got, want, std::sqrt(POINTS)), max_error(back, same, POINTS));
    return verdict("fft", sizes, "largest error", error, std::pow(2, -17));
}
