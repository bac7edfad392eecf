// SPDX-License-Identifier: Apache-2.0
// Sources of snippets.ptx: clang-14 -x cuda --cuda-device-only -S -O3 --cuda-gpu-arch=sm_35 -nocudalib -nocudainc
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define TX __nvvm_read_ptx_sreg_tid_x()
#define GX (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + TX)

__constant__ float scale[3] = {1.5f, 2.0f, 3.0f};
__device__ int table[4] = {10, 20, 30, 40};

extern "C" __global__ void saxpy(float *y, const float *x, float a, int n) {
    int i = GX;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduce(int *out, const int *in) {
    __shared__ int part[128];
    int t = TX;
    part[t] = in[GX];
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) __nvvm_atom_add_gen_i(out, part[0]);
}

extern "C" __global__ void collatz(int *out) {
    int n = GX + 1, steps = 0;
    while (n != 1) {
        if (n & 1) n = 3 * n + 1; else n /= 2;
        if (++steps > 60) break;
    }
    out[GX] = steps;
}

__device__ __attribute__((noinline)) int fibonacci(int n, int *calls) {
    ++*calls;
    if (n < 2) return n;
    int left = fibonacci(n - 1, calls);
    return left + fibonacci(n - 2, calls);
}

extern "C" __global__ void recurse(int *out) {
    int calls = 0;
    int f = fibonacci(TX & 7, &calls);
    out[2 * TX] = f;
    out[2 * TX + 1] = calls;
}

struct Five { int v[5]; };

__device__ __attribute__((noinline)) Five bump(Five s, int k) { s.v[k]++; return s; }

extern "C" __global__ void by_value(Five *out, Five in, int k) {
    out[TX] = bump(in, (k + TX) % 5);
}

extern "C" __global__ void constants(float *out) {
    int t = TX;
    out[t] = scale[t % 3] + table[t & 3];
}

extern "C" __global__ void local_array(int *out) {
    int a[8], t = TX;
    for (int i = 0; i < 8; i++) a[i] = t * i;
    for (int i = 0; i < 8; i++) a[(i + t) & 7] += i;
    out[t] = a[t & 7] + a[(t * 3) & 7];
}

extern "C" __global__ void switches(int *out) {
    int t = TX, r;
    switch (t % 6) {
    case 0: r = t * 3; break;
    case 1: r = t + 7; break;
    case 2: r = t ^ 5; break;
    case 3: r = 1000 / (t + 1); break;
    case 4: out[t] = -1; return;
    default: r = t << 2;
    }
    out[t] = r;
}

extern "C" __global__ void doubles(double *out, const double *in) {
    int t = TX;
    double x = in[t];
    out[t] = x > 0 ? __nvvm_sqrt_rn_d(x) / (x + 1.0) : x * x - 0.5;
}

extern "C" __global__ void bytes(unsigned char *out, const signed char *in) {
    int t = TX;
    short s = in[t];
    out[t] = (unsigned char)(s < 0 ? -s : s * 2);
}
