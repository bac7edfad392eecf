// SPDX-License-Identifier: Apache-2.0
//
// raytracing: a picture of mirroring spheres above a chequered floor, a ray a pixel that is followed over several reflections, with a
// shadow ray at each.
//
// Class: unsaturated. RAY of the paper on ILP in GPUs: 32 x 32 CTAs of 16 x 16 threads, 40 registers a thread, so that one is on an SM at a
// time. Colour and strength of a ray, which are needed once a reflection, are in 6 kB of shared memory, volatile so that they stay there.
//
// Arguments: width height reflections.
#include "harness.cuh"

const int TILE = 16, THREADS = TILE * TILE, REGISTERS = 40;
const int SPHERES = 8;
const float NEAR = 1e-3f, FAR = 200;

struct Vector {
    float x, y, z;
};

struct Sphere {
    Vector centre;
    float radius;
    Vector colour;
    float mirror; // which part of the light it reflects
};

/// A product that is not fused with a sum, so that host and device compute the same bits.
__host__ __device__ inline float product(float a, float b) {
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

__host__ __device__ inline float dot(Vector a, Vector b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, product(a.z, b.z))); }

/// a + t b
__host__ __device__ inline Vector along(Vector a, float t, Vector b) {
    return {fmaf(t, b.x, a.x), fmaf(t, b.y, a.y), fmaf(t, b.z, a.z)};
}

__host__ __device__ inline Vector scaled(float t, Vector a) { return {product(t, a.x), product(t, a.y), product(t, a.z)}; }

__host__ __device__ inline Vector unit(Vector a) { return scaled(1 / sqrtf(dot(a, a)), a); }

/// Where a ray from `from` meets the sphere first, or FAR.
__host__ __device__ inline float meets(const Sphere &sphere, Vector from, Vector ray) {
    Vector to = along(sphere.centre, -1, from);
    float nearest = dot(to, ray), square = fmaf(nearest, nearest, fmaf(sphere.radius, sphere.radius, -dot(to, to)));
    if (square <= 0) return FAR;
    float t = nearest - sqrtf(square);
    return t > NEAR ? t : FAR;
}

/// What `lights` are: of the colour of a ray so far, and of the colour by which what it meets next counts; `apart` from one another.
enum { SEEN = 0, STRENGTH = 3, LIGHTS = 6 };

/// Adds `part` of a colour to what a ray has seen.
__host__ __device__ inline void see(volatile float *lights, int apart, float part, Vector colour) {
    const float of[] = {colour.x, colour.y, colour.z};
    for (int c = 0; c < 3; ++c) {
        volatile float *seen = lights + (SEEN + c) * apart;
        *seen = fmaf(product(part, of[c]), lights[(STRENGTH + c) * apart], *seen);
    }
}

/// Follows the ray of a pixel; the colour as 8 bits each of red, green and blue.
__host__ __device__ inline unsigned trace(const Sphere *spheres, int x, int y, int width, int height, int reflections, volatile float *lights,
                                        int apart) {
    const Vector sun = {0.48f, 0.64f, -0.6f}; // of length 1
    Vector from = {0, 2, -8};
    Vector ray = unit({float(2 * x - width) / width, float(height - 2 * y) / width - 0.1f, 1.2f});
    for (int c = 0; c < 3; ++c) {
        lights[(SEEN + c) * apart] = 0;
        lights[(STRENGTH + c) * apart] = 1;
    }
#pragma unroll 1
    for (int reflection = 0; reflection <= reflections; ++reflection) {
        float t = ray.y < 0 ? -from.y / ray.y : FAR;
        int met = SPHERES; // the floor
#pragma unroll 1
        for (int i = 0; i < SPHERES; ++i) {
            float to = meets(spheres[i], from, ray);
            if (to < t) t = to, met = i;
        }
        if (t >= FAR) {
            float up = fmaf(0.5f, ray.y, 0.5f);
            see(lights, apart, 1, {1 - product(0.6f, up), 1 - product(0.3f, up), 1});
            break;
        }
        Vector place = along(from, t, ray), normal = {0, 1, 0}, colour;
        float mirror = 0.25f;
        if (met < SPHERES) {
            const Sphere &sphere = spheres[met];
            normal = scaled(1 / sphere.radius, along(place, -1, sphere.centre));
            colour = sphere.colour;
            mirror = sphere.mirror;
        } else {
            bool dark = (int(floorf(place.x)) + int(floorf(place.z))) & 1;
            colour = dark ? Vector{0.2f, 0.2f, 0.3f} : Vector{0.9f, 0.9f, 0.8f};
        }
        from = along(place, NEAR, normal);
        float light = dot(normal, sun);
        bool lit = light > 0;
#pragma unroll 1
        for (int i = 0; lit && i < SPHERES; ++i) lit = meets(spheres[i], from, sun) >= FAR;
        float bright = lit ? fmaf(0.8f, light, 0.2f) : 0.2f;
        see(lights, apart, product(1 - mirror, bright), colour);
        for (int c = 0; c < 3; ++c) lights[(STRENGTH + c) * apart] = product(mirror, lights[(STRENGTH + c) * apart]);
        ray = along(ray, product(-2, dot(ray, normal)), normal);
    }
    unsigned pixel = 0;
    for (int c = 0; c < 3; ++c) pixel = pixel << 8 | unsigned(fmaf(255, fminf(lights[(SEEN + c) * apart], 1), 0.5f));
    return pixel;
}

__constant__ Sphere scene[SPHERES];

__global__ void __launch_bounds__(THREADS) render(unsigned *picture, int width, int height, int reflections) {
    take_registers<REGISTERS>();
    __shared__ float lights[LIGHTS][THREADS];
    int t = threadIdx.y * TILE + threadIdx.x, x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    picture[y * width + x] = trace(scene, x, y, width, height, reflections, &lights[0][t], THREADS);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"width", 512, TILE, 4096, TILE}, {"height", 512, TILE, 4096, TILE}, {"reflections", 4, 0, 64, 1}});
    int width = sizes[0], height = sizes[1], reflections = sizes[2];
    Lcg random(86);
    std::vector<Sphere> spheres(SPHERES);
    for (int i = 0; i < SPHERES; ++i) {
        Sphere &sphere = spheres[i];
        sphere.radius = random.uniform(0.7f, 1.5f);
        sphere.centre = {float(i % 4 - 1) * 2.5f - 1.2f, sphere.radius + random.uniform(0, 1), float(i / 4) * 3 + random.uniform(0, 1)};
        sphere.colour = {random.uniform(0.2f, 1), random.uniform(0.2f, 1), random.uniform(0.2f, 1)};
        sphere.mirror = random.uniform(0.3f, 0.9f);
    }

    CUDA_CHECK(cudaMemcpyToSymbol(scene, spheres.data(), SPHERES * sizeof(Sphere)));
    unsigned *picture = zeros_on_device<unsigned>(size_t(width) * height);
    render<<<dim3(width / TILE, height / TILE), dim3(TILE, TILE)>>>(picture, width, height, reflections);
    FINISH_KERNELS();
    std::vector<unsigned> got = take_from_device(picture, size_t(width) * height), want(got.size());

    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            float lights[LIGHTS];
            want[size_t(y) * width + x] = trace(spheres.data(), x, y, width, height, reflections, lights, 1);
        }
    }
    return verdict("raytracing", sizes, "wrong pixels", mismatches(got, want), 0);
}
