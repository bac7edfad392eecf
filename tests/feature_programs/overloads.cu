// SPDX-License-Identifier: Apache-2.0
// Mathematics with the types that programs happen to have: integers, a float beside an int, complex numbers; lengths of vectors;
// matches within a warp and funnel shifts.
#include "check.cuh"
#include <algorithm>
#include <cmath>
#include <cuComplex.h>

// Each line is computed on both sides by the overload that the types choose there.
#define BOTH(out)                                                                                        \
    out[0] = pow(2, n), out[1] = pow(f, 2), out[2] = pow(n, 0.5), out[3] = pow(2, f), out[4] = pow(u, 2u); \
    out[5] = sqrt(n), out[6] = exp(n), out[7] = log2(n), out[8] = sin(n), out[9] = std::sqrt(f);           \
    out[10] = fmax(f, n), out[11] = fmod(n, 3), out[12] = atan2(n, f), out[13] = hypot(n, 3);              \
    out[14] = std::max(n, 3), out[15] = std::abs(f), out[16] = floor(n / f), out[17] = cbrt(n);            \
    out[18] = max(u, 7u), out[19] = std::pow(n, 3), out[20] = log10(n), out[21] = tanh(c), out[22] = exp2(l);  \
    out[23] = lgamma(n), out[24] = tgamma(n), out[25] = std::tgamma(-0.3), out[26] = std::lgamma(0.25), out[27] = tgamma(-7.5);

enum { COUNT = 28 };
__global__ void device_side(double *out, int n, unsigned int u, float f, unsigned char c, long l) { BOTH(out) }
static void host_side(double *out, int n, unsigned int u, float f, unsigned char c, long l) { BOTH(out) }

__global__ void lengths(double *out, double big, float tiny) {
    out[0] = norm3d(3 * big, 4 * big, 12 * big) / big;
    out[1] = norm4d(1, 1, 1, 1);
    out[2] = norm3d(INFINITY, NAN, 0);
    out[3] = rnorm3d(2, 3, 6);
    out[4] = norm3df(2 * tiny, 3 * tiny, 6 * tiny) / tiny;
    out[5] = rhypot(3.0, 4.0);
    out[6] = rnorm4df(1, 1, 1, 1);
    out[7] = normcdf(1.0);
    out[8] = normcdff(-2.0f);
    out[9] = norm3d(0, 0, 0);
}

__global__ void complex_numbers(cuDoubleComplex *out, cuFloatComplex a, cuFloatComplex b) {
    out[0] = cuComplexFloatToDouble(cuCdivf(cuCmulf(a, b), b));
    out[1] = cuCfma(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, -1), cuConj(make_cuDoubleComplex(0, 1)));
    out[2] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3e200, 4e200)), cuCabsf(a));
}

__global__ void lanes(unsigned int *out, unsigned int low, unsigned int high) {
    int all;
    unsigned int same = __match_any_sync(0xffffffffu, (int)threadIdx.x % 4);
    unsigned int every = __match_all_sync(0xffffffffu, 2.5, &all);
    if (threadIdx.x == 5) {
        out[0] = same;
        out[1] = every + all;
        out[2] = __funnelshift_lc(low, high, 40);
        out[3] = __funnelshift_l(low, high, 40);
        out[4] = __funnelshift_rc(low, high, 8);
    }
}

static bool near(double a, double b, double ulps = 4) { return std::fabs(a - b) <= ulps * 2.3e-16 * std::fabs(b); }

int main() {
    double *out, want[COUNT];
    CHECK(cudaMallocManaged(&out, COUNT * sizeof(double)) == cudaSuccess);
    device_side<<<1, 1>>>(out, 7, 5, 2.5f, 2, 3);
    host_side(want, 7, 5, 2.5f, 2, 3);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < COUNT; ++i) {
        if (!near(out[i], want[i])) std::printf("%d: %.17g instead of %.17g\n", i, out[i], want[i]);
        CHECK(near(out[i], want[i]));
    }

    lengths<<<1, 1>>>(out, 1e300, 1e-30f);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(near(out[0], 13) && near(out[1], 2) && std::isinf(out[2]) && near(out[3], 1.0 / 7));
    CHECK(std::fabs(out[4] - 7) < 1e-6 && near(out[5], 0.2) && out[6] == 0.5 && out[9] == 0);
    CHECK(near(out[7], 0.5 * std::erfc(-std::sqrt(0.5))) && std::fabs(out[8] - 0.5 * std::erfc(std::sqrt(2.0))) < 1e-8);

    cuDoubleComplex *z = (cuDoubleComplex *)out;
    complex_numbers<<<1, 1>>>(z, make_cuFloatComplex(3, 4), make_cuFloatComplex(-1, 2));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(std::fabs(z[0].x - 3) < 1e-6 && std::fabs(z[0].y - 4) < 1e-6);
    CHECK(z[1].x == 5 && z[1].y == 4 && near(z[2].x, 5e200) && z[2].y == 5);

    unsigned int *words = (unsigned int *)out;
    lanes<<<1, 32>>>(words, 0x89abcdefu, 0x01234567u);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(words[0] == 0x22222222u && words[1] == 0 && words[2] == 0x89abcdefu && words[3] == 0x23456789u && words[4] == 0x6789abcdu);
    return verdict();
}
