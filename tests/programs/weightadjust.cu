// SPDX-License-Identifier: Apache-2.0
//
// weightadjust: the change of every weight between the inputs of a layer of neurons and its 16 hidden units.
//
// Class: cache. Second kernel of back propagation in the Equalizer and Mascar papers, as in Rodinia: 65536 inputs, of which
// 4096 CTAs of 16 x 16 threads take 16 each; the bias is input 0 and unit 0 is left out, so rows of 17 weights lie askew to lines, and
// neighbouring warps share some. Weights and changes are 4.4 MB each, used once; the errors of the units stay in L1. Six CTAs of 8 warps.
//
// Arguments: inputs.
#include "harness.cuh"

const int HIDDEN = 16, ROW = HIDDEN + 1;
const double RATE = 0.3, MOMENTUM = 0.3; // the sums are made in double precision and stored in single

/// The weight at `at` and its last change, for this error of its unit and this input.
__device__ void adjust_one(float *weights, float *changes, int at, float error, float input) {
    weights[at] += float(RATE * error * input + MOMENTUM * changes[at]);
    changes[at] = float(RATE * error * input + MOMENTUM * changes[at]);
}

__global__ void __launch_bounds__(HIDDEN *HIDDEN, 6)
    adjust(const float *errors, const float *inputs, float *weights, float *changes) {
    int unit = threadIdx.x + 1, input = blockIdx.y * HIDDEN + threadIdx.y + 1;
    adjust_one(weights, changes, input * ROW + unit, errors[unit], inputs[input]);
    __syncthreads();
    if (input == 1) adjust_one(weights, changes, unit, errors[unit], 1);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"inputs", 65536, HIDDEN, 1 << 20, HIDDEN}});
    int count = sizes[0];
    size_t all = size_t(count + 1) * ROW;
    Lcg random(85);
    std::vector<float> errors = random_floats(random, ROW, -1, 1), inputs = random_floats(random, count + 1, 0, 1),
                       weights = random_floats(random, all, -1, 1), changes = random_floats(random, all, -0.1f, 0.1f);

    float *device_errors = to_device(errors), *device_inputs = to_device(inputs), *device_weights = to_device(weights),
          *device_changes = to_device(changes);
    adjust<<<dim3(1, count / HIDDEN), dim3(HIDDEN, HIDDEN)>>>(device_errors, device_inputs, device_weights, device_changes);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_weights, all), got_changes = take_from_device(device_changes, all);
    CUDA_CHECK(cudaFree(device_errors));
    CUDA_CHECK(cudaFree(device_inputs));

    std::vector<double> want(weights.begin(), weights.end()), want_changes(changes.begin(), changes.end());
    for (int input = 0; input <= count; ++input) {
        for (int unit = 1; unit <= HIDDEN; ++unit) {
            size_t at = size_t(input) * ROW + unit;
            want_changes[at] = RATE * errors[unit] * (input ? inputs[input] : 1.f) + MOMENTUM * changes[at];
            want[at] += want_changes[at];
        }
    }
    // A change below 0.5 and a weight below 2 are each rounded once from double, and the weight once more: 2^-23 covers all.
    double error = std::fmax(max_error(got, want, 1), max_error(got_changes, want_changes, 1));
    return verdict("weightadjust", sizes, "largest error", error, std::pow(2, -23));
}
