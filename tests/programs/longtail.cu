// SPDX-License-Identifier: Apache-2.0
//
// longtail: damped oscillators, one a thread, integrated for a number of steps that depends on the CTA; the
// first CTA needs many times the steps of the others.
//
// Class: phase. After a short time one CTA of 16 warps is left on one multiprocessor and all others are idle;
// almost the whole run time is the long CTA's chain of dependent multiply-adds.
//
// Arguments: blocks long_steps short_steps.
#include "harness.cuh"

const int THREADS = 512;
const float STIFFNESS = 4, DAMPING = 0.5f, TIME_STEP = 0.01f;

template <class T> struct Oscillator {
    T position, velocity;

    /// One step of the semi-implicit Euler method; with this damping errors shrink from step to step.
    __host__ __device__ void advance() {
        velocity += T(TIME_STEP) * (-T(STIFFNESS) * position - T(DAMPING) * velocity);
        position += T(TIME_STEP) * velocity;
    }
};

__global__ void integrate(float *position, float *velocity, int long_steps, int short_steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int steps = blockIdx.x == 0 ? long_steps : short_steps;
    Oscillator<float> oscillator = {position[i], velocity[i]};
    for (int step = 0; step < steps; ++step) oscillator.advance();
    position[i] = oscillator.position;
    velocity[i] = oscillator.velocity;
}

int main(int argc, char **argv) {
    Arguments sizes(
        argc, argv,
        {{"blocks", 90, 1, 4096, 1}, {"long_steps", 3000, 1, 100000, 1}, {"short_steps", 50, 1, 100000, 1}});
    int count = sizes[0] * THREADS, long_steps = sizes[1], short_steps = sizes[2];
    Lcg random(15);
    std::vector<float> position = random_floats(random, count, -1, 1),
                       velocity = random_floats(random, count, -1, 1);

    float *device_position = to_device(position), *device_velocity = to_device(velocity);
    integrate<<<sizes[0], THREADS>>>(device_position, device_velocity, long_steps, short_steps);
    FINISH_KERNELS();
    std::vector<float> got_position = take_from_device(device_position, count),
                       got_velocity = take_from_device(device_velocity, count);

    std::vector<double> want_position, want_velocity;
    for (int i = 0; i < count; ++i) {
        Oscillator<double> oscillator = {position[i], velocity[i]};
        for (int step = 0; step < (i < THREADS ? long_steps : short_steps); ++step) oscillator.advance();
        want_position.push_back(oscillator.position);
        want_velocity.push_back(oscillator.velocity);
    }
    // Each step adds a rounding of about 2^-23 and forgets 0.25 % of the earlier error: at most 400 * 2^-23
    // remain.
    double error =
        std::fmax(max_error(got_position, want_position, 1), max_error(got_velocity, want_velocity, 1));
    return verdict("longtail", sizes, "largest error", error, 5e-5);
}
