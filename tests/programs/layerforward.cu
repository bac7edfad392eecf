// SPDX-License-Identifier: Apache-2.0
//
// layerforward: products of the inputs of a layer of neurons and their weights, summed CTA by CTA for each of 16 hidden units.
//
// Class: unsaturated. First kernel of back propagation in the Equalizer and Mascar papers, as in Rodinia: the grid, the rows of 17 weights
// and the bias are those of `weightadjust`. Products are written over the weights, and sums pass a tree of barriers in shared memory, in whose
// levels every second, fourth, eighth and sixteenth row adds. Six CTAs of 8 warps.
//
// Arguments: inputs.
#include "harness.cuh"

const int HIDDEN = 16, ROW = HIDDEN + 1;

__global__ void __launch_bounds__(HIDDEN *HIDDEN, 6) forward(const float *inputs, float *weights, float *sums) {
    __shared__ float input[HIDDEN], product[HIDDEN][HIDDEN];
    int unit = threadIdx.x, line = threadIdx.y, row = blockIdx.y * HIDDEN + line + 1;
    if (unit == 0) input[line] = inputs[row];
    __syncthreads();
    product[line][unit] = weights[row * ROW + unit + 1];
    __syncthreads();
    product[line][unit] *= input[line];
    __syncthreads();
    for (int step = 1; step < HIDDEN; step *= 2) {
        if (line % (2 * step) == 0) product[line][unit] += product[line + step][unit];
        __syncthreads();
    }
    weights[row * ROW + unit + 1] = product[line][unit];
    if (unit == 0) sums[blockIdx.y * HIDDEN + line] = product[0][line];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"inputs", 65536, HIDDEN, 1 << 20, HIDDEN}});
    int count = sizes[0], ctas = count / HIDDEN;
    size_t all = size_t(count + 1) * ROW;
    Lcg random(86);
    std::vector<float> inputs = random_floats(random, count + 1, 0, 1), weights = random_floats(random, all, -1, 1);

    float *device_inputs = to_device(inputs), *device_weights = to_device(weights),
          *device_sums = zeros_on_device<float>(size_t(ctas) * HIDDEN);
    forward<<<dim3(1, ctas), dim3(HIDDEN, HIDDEN)>>>(device_inputs, device_weights, device_sums);
    FINISH_KERNELS();
    std::vector<float> sums = take_from_device(device_sums, size_t(ctas) * HIDDEN), products = take_from_device(device_weights, all);
    CUDA_CHECK(cudaFree(device_inputs));

    std::vector<double> want_sums(size_t(ctas) * HIDDEN), want(weights.begin(), weights.end());
    for (int cta = 0; cta < ctas; ++cta) {
        for (int unit = 0; unit < HIDDEN; ++unit) {
            // What a row holds in the end is the sum over the rows below it that the levels of the tree added.
            for (int line = HIDDEN - 1; line >= 0; --line) {
                size_t row = size_t(cta) * HIDDEN + line + 1, at = row * ROW + unit + 1;
                want[at] = double(inputs[row]) * weights[at];
                for (int step = 1; step < HIDDEN && line % (2 * step) == 0; step *= 2) want[at] += want[at + step * ROW];
            }
            want_sums[size_t(cta) * HIDDEN + unit] = want[(size_t(cta) * HIDDEN + 1) * ROW + unit + 1];
        }
    }
    // Sixteen products below 1, four levels of sums below 16: five roundings.
    double error = std::fmax(max_error(sums, want_sums, HIDDEN), max_error(products, want, HIDDEN));
    return verdict("layerforward", sizes, "largest error", error, 5 * std::pow(2, -24));
}
