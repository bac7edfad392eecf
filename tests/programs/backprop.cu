// SPDX-License-Identifier: Apache-2.0
//
// backprop: one step of training of a layer of neurons: products of inputs and weights summed CTA by CTA, then, once
// the host knows the errors of the 16 hidden units, the change of every weight.
//
// Class: memory. Backpropagation of the CTA-aware prefetching paper: 65536 inputs, of which 4096 CTAs of 16 x 16 threads take
// 16 each. A warp has two inputs with 16 weights each, one line; each weight is used once by either kernel. Barriers between load,
// product and every level of the sum. Six CTAs of 8 warps.
//
// Arguments: inputs.
#include "harness.cuh"

const int HIDDEN = 16; // units, and inputs of a CTA
const float RATE = 0.3f, MOMENTUM = 0.3f;

__global__ void __launch_bounds__(HIDDEN *HIDDEN, 6)
    forward(const float *inputs, const float *weights, float *sums) {
    __shared__ float input[HIDDEN], product[HIDDEN][HIDDEN];
    int unit = threadIdx.x, line = threadIdx.y, i = blockIdx.x * HIDDEN + line;
    if (unit == 0) input[line] = inputs[i];
    float weight = weights[i * HIDDEN + unit];
    __syncthreads();
    product[line][unit] = weight * input[line];
    __syncthreads();
    for (int half = HIDDEN / 2; half > 0; half /= 2) {
        if (line < half) product[line][unit] += product[line + half][unit];
        __syncthreads();
    }
    if (line == 0) sums[blockIdx.x * HIDDEN + unit] = product[0][unit];
}

__global__ void __launch_bounds__(HIDDEN *HIDDEN, 6)
    adjust(const float *inputs, const float *errors, float *weights, float *changes) {
    int unit = threadIdx.x, input = blockIdx.x * HIDDEN + threadIdx.y, i = input * HIDDEN + unit;
    float change = RATE * errors[unit] * inputs[input] + MOMENTUM * changes[i];
    weights[i] += change;
    changes[i] = change;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"inputs", 65536, HIDDEN, 1 << 20, HIDDEN}});
    int count = sizes[0], ctas = count / HIDDEN;
    dim3 block(HIDDEN, HIDDEN);
    Lcg random(22);
    size_t all = size_t(count) * HIDDEN;
    std::vector<float> inputs = random_floats(random, count, 0, 1), weights = random_floats(random, all, -1, 1),
                       changes = random_floats(random, all, -0.1f, 0.1f);

    float *device_inputs = to_device(inputs), *device_weights = to_device(weights),
          *device_changes = to_device(changes), *device_sums = zeros_on_device<float>(size_t(ctas) * HIDDEN);
    forward<<<ctas, block>>>(device_inputs, device_weights, device_sums);
    FINISH_KERNELS();
    std::vector<float> partial = take_from_device(device_sums, size_t(ctas) * HIDDEN), hidden(HIDDEN), errors(HIDDEN);
    for (int unit = 0; unit < HIDDEN; ++unit) {
        double sum = 0;
        for (int cta = 0; cta < ctas; ++cta) sum += partial[size_t(cta) * HIDDEN + unit];
        hidden[unit] = float(sum);
        double output = 1 / (1 + std::exp(-sum));
        errors[unit] = float(output * (1 - output) * (random.uniform(0, 1) - output));
    }
    float *device_errors = to_device(errors);
    adjust<<<ctas, block>>>(device_inputs, device_errors, device_weights, device_changes);
    FINISH_KERNELS();
    std::vector<float> adjusted = take_from_device(device_weights, all);
    CUDA_CHECK(cudaFree(device_inputs));
    CUDA_CHECK(cudaFree(device_changes));
    CUDA_CHECK(cudaFree(device_errors));

    std::vector<double> want_hidden(HIDDEN), want(all);
    for (int i = 0; i < count; ++i) {
        for (int unit = 0; unit < HIDDEN; ++unit) {
            size_t at = size_t(i) * HIDDEN + unit;
            want_hidden[unit] += double(inputs[i]) * weights[at];
            want[at] = weights[at] + double(RATE) * errors[unit] * inputs[i] + double(MOMENTUM) * changes[at];
        }
    }
    // A sum of 16 products passes five roundings, and a weight below 1.2 four: 8 * 2^-24 covers an input's part of either.
    double error = std::fmax(max_error(hidden, want_hidden, count), max_error(adjusted, want, 1));
    return verdict("backprop", sizes, "largest error", error, 8 * std::pow(2, -24));
}
