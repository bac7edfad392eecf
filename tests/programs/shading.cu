// SPDX-License-Identifier: Apache-2.0
//
// shading: the vertex stage of a picture: draws transform and light the vertices of a mesh. Each begins with a state (a matrix, a
// light, a material) that all threads read; draws take turns with the states. The grid is as large as the GPU holds, and its
// threads stride over the vertices of a draw; what a draw writes the next one does not read.
//
// Class: unsaturated. The graphics workloads of the APOGEE paper: vertices as arrays of coordinates, each used once, and 24 words of
// state a draw that a warp loads with one address for all threads, after the vertices of the draw before have gone through the cache.
//
// Arguments: vertices draws style (0: transformed only, as for a wire frame, 1: lit, 2: lit and textured) states.
#include "harness.cuh"

const int THREADS = 128;
const int MATRIX = 16, LIGHT = 4, MATERIAL = 4, STATE = MATRIX + LIGHT + MATERIAL; // words
enum Style { WIRE_FRAME, LIT, TEXTURED };

/// Arrays of all vertices' numbers: three of the place, three of the normal, two of the texture; and of the results.
const int INPUTS = 8, OUTPUTS = 7;

/// What becomes of a vertex: place in the picture and depth, brightness and three colours.
template <class T> __host__ __device__ void shade(const T (&in)[INPUTS], const T (&state)[STATE], int style, T (&out)[OUTPUTS]) {
    for (int row = 0; row < 3; ++row) {
        const T *m = state + 4 * row;
        out[row] = m[0] * in[0] + m[1] * in[1] + m[2] * in[2] + m[3];
    }
    const T *light = state + MATRIX, *material = light + LIGHT;
    T bright = light[3];
    if (style >= LIT) {
        T facing = in[3] * light[0] + in[4] * light[1] + in[5] * light[2];
        bright += facing > 0 ? facing : T(0);
    }
    T pattern = style == TEXTURED ? in[6] * in[7] + T(0.5f) : T(1);
    out[3] = bright;
    for (int c = 0; c < 3; ++c) out[4 + c] = bright * material[c] * pattern + material[3];
}

__host__ __device__ inline int inputs_of(int style) { return style == WIRE_FRAME ? 3 : style == LIT ? 6 : 8; }

__global__ void draw_all(const float *mesh, const float *states, float *picture, int vertices, int draws, int style, int count) {
    int step = gridDim.x * blockDim.x;
    for (int draw = 0; draw < draws; ++draw) {
        float state[STATE];
        for (int i = 0; i < STATE; ++i) state[i] = states[draw % count * STATE + i];
        int end = int((draw + 1) * (long long)vertices / draws);
        int v = int(draw * (long long)vertices / draws) + int(blockIdx.x * blockDim.x + threadIdx.x);
        for (; v < end; v += step) {
            float in[INPUTS] = {}, out[OUTPUTS];
            // Each number behind a condition of its own: the loop unrolls, and the vertex stays in registers.
            for (int i = 0; i < INPUTS; ++i)
                if (i < inputs_of(style)) in[i] = mesh[i * vertices + v];
            shade(in, state, style, out);
            for (int i = 0; i < OUTPUTS; ++i) picture[i * vertices + v] = out[i];
        }
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"vertices", 65536, 1, 1 << 22, 1}, {"draws", 4, 1, 1 << 12, 1}, {"style", TEXTURED, 0, 2, 1},
                     {"states", 1, 1, 1 << 12, 1}});
    int vertices = sizes[0], draws = sizes[1], style = sizes[2], count = sizes[3];
    Lcg random(47);
    std::vector<float> mesh = random_floats(random, size_t(vertices) * INPUTS, -1, 1);
    std::vector<float> states = random_floats(random, size_t(count) * STATE, -1, 1);

    float *device_mesh = to_device(mesh), *device_states = to_device(states);
    float *picture = zeros_on_device<float>(size_t(vertices) * OUTPUTS);
    draw_all<<<resident_blocks(draw_all, THREADS), THREADS>>>(device_mesh, device_states, picture, vertices, draws, style, count);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(picture, size_t(vertices) * OUTPUTS);
    CUDA_CHECK(cudaFree(device_mesh));
    CUDA_CHECK(cudaFree(device_states));

    std::vector<double> want(got.size());
    for (int draw = 0; draw < draws; ++draw) {
        double state[STATE];
        for (int i = 0; i < STATE; ++i) state[i] = states[draw % count * STATE + i];
        int end = int((draw + 1) * (long long)vertices / draws);
        for (int v = int(draw * (long long)vertices / draws); v < end; ++v) {
            double in[INPUTS] = {}, out[OUTPUTS];
            for (int i = 0; i < inputs_of(style); ++i) in[i] = mesh[size_t(i) * vertices + v];
            shade(in, state, style, out);
            for (int i = 0; i < OUTPUTS; ++i) want[size_t(i) * vertices + v] = out[i];
        }
    }
    // At most eight products and sums below 8, each rounded by at most 2^-22.
    return verdict("shading", sizes, "largest error", max_error(got, want, 1), 8 * std::pow(2, -22));
}
