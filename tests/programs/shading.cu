// SPDX-License-Identifier: Apache-2.0
//
// shading: the vertex stage of a few frames of a picture. A frame has draws; a draw begins with its descriptor, which says which
// vertices of the mesh it has and which state (a matrix, a light, a material), all of which all threads read; then it transforms and
// lights its vertices. The grid is as large as the GPU holds, and its threads stride over the vertices of a draw.
//
// Class: unsaturated. The graphics workloads of the APOGEE paper: vertices as arrays of coordinates, each used once a frame, and words of
// descriptor and state that a warp loads with one address for all threads, after other draws' vertices have gone through the cache.
//
// Arguments: vertices draws style (0: transformed only, as for a wire frame, 1: lit, 2: lit and textured) states frames.
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

/// Vertices from `first` on, before `end`, in this state.
struct alignas(16) Draw {
    int first, end, state, unused;
};

__global__ void draw_all(const float *mesh, const float *states, const Draw *list, float *picture, int vertices, int draws, int style,
                         int frames) {
    int step = gridDim.x * blockDim.x;
    for (int n = 0; n < frames * draws; ++n) {
        Draw draw = list[n % draws];
        float state[STATE];
        for (int i = 0; i < STATE; ++i) state[i] = states[draw.state * STATE + i];
        for (int v = draw.first + int(blockIdx.x * blockDim.x + threadIdx.x); v < draw.end; v += step) {
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
                    {{"vertices", 32768, 1, 1 << 22, 1}, {"draws", 4, 1, 1 << 12, 1}, {"style", TEXTURED, 0, 2, 1},
                     {"states", 2, 1, 1 << 12, 1}, {"frames", 2, 1, 64, 1}});
    int vertices = sizes[0], draws = sizes[1], style = sizes[2], count = sizes[3], frames = sizes[4];
    Lcg random(47);
    std::vector<float> mesh = random_floats(random, size_t(vertices) * INPUTS, -1, 1);
    std::vector<float> states = random_floats(random, size_t(count) * STATE, -1, 1);
    std::vector<Draw> list(draws);
    for (int n = 0; n < draws; ++n) {
        auto first = [&](int n) { return int(n * (long long)vertices / draws); };
        list[n] = {first(n), first(n + 1), n % count, 0};
    }

    float *device_mesh = to_device(mesh), *device_states = to_device(states);
    Draw *device_list = to_device(list);
    float *picture = zeros_on_device<float>(size_t(vertices) * OUTPUTS);
    draw_all<<<resident_blocks(draw_all, THREADS), THREADS>>>(device_mesh, device_states, device_list, picture, vertices, draws, style, frames);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(picture, size_t(vertices) * OUTPUTS);
    CUDA_CHECK(cudaFree(device_mesh));
    CUDA_CHECK(cudaFree(device_states));
    CUDA_CHECK(cudaFree(device_list));

    std::vector<double> want(got.size());
    for (const Draw &draw : list) {
        double state[STATE];
        for (int i = 0; i < STATE; ++i) state[i] = states[draw.state * STATE + i];
        for (int v = draw.first; v < draw.end; ++v) {
            double in[INPUTS] = {}, out[OUTPUTS];
            for (int i = 0; i < inputs_of(style); ++i) in[i] = mesh[size_t(i) * vertices + v];
            shade(in, state, style, out);
            for (int i = 0; i < OUTPUTS; ++i) want[size_t(i) * vertices + v] = out[i];
        }
    }
    // At most eight products and sums below 8, each rounded by at most 2^-22.
    return verdict("shading", sizes, "largest error", max_error(got, want, 1), 8 * std::pow(2, -22));
}
