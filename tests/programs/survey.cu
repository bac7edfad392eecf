// SPDX-License-Identifier: Apache-2.0
//
// survey: survey propagation for satisfiability. Clauses of three variables send each of them a survey, the probability that they
// need it, computed from the surveys that the two others get from their other clauses. After some sweeps the variables with a strong bias
// get their value, clauses that this satisfies fall silent, and sweeps go on.
//
// Class: cache. SP of the MeDiC dissertation: 42000 clauses over 10000 variables, a thread a clause, the grid as large as the GPU holds.
// A clause reads three variables, of each a list of about 13 places, and the surveys there, from all over 0.5 MB of lists and
// 0.5 MB of surveys.
//
// Arguments: clauses variables sweeps rounds.
#include "harness.cuh"

const int THREADS = 256;
const float STRONG = 0.5f; // bias that gives a variable its value

/// Places are numbered 3 * clause + position. A literal is 2 * variable + 1 if the clause wants the variable false.
struct Formula {
    const int *literal;     // by place
    const int *first_place; // those of variable v: place[first_place[v]] to place[first_place[v + 1] - 1]
    const int *place;       // twice its number, and 1 if the clause wants the variable false
    int clauses, variables;
};

/// What the surveys of a variable's clauses say: the products of 1 - survey over the clauses that want it true, and false.
struct Product {
    float wanted_true, wanted_false;
};

/// The products for a variable, without the clause of the place `but` (-1: with all).
__device__ Product gather(Formula formula, const float *survey, int variable, int but) {
    Product product = {1, 1};
    int end = formula.first_place[variable + 1];
#pragma unroll 1
    for (int i = formula.first_place[variable]; i < end; ++i) {
        int place = formula.place[i];
        if (place / 2 == but) continue;
        float silent = 1 - survey[place / 2];
        if (place & 1)
            product.wanted_false *= silent;
        else
            product.wanted_true *= silent;
    }
    return product;
}

/// The probability that a variable of which the other clauses say this cannot help a clause that wants it with this sign.
template <class T> __host__ __device__ T cannot_help(T wanted_true, T wanted_false, bool negated) {
    T same = negated ? wanted_false : wanted_true, opposite = negated ? wanted_true : wanted_false;
    T must_not = (1 - opposite) * same, may = (1 - same) * opposite, free = same * opposite;
    T all = must_not + may + free;
    return all > 0 ? must_not / all : 0;
}

__global__ void __launch_bounds__(THREADS)
    sweep(Formula formula, const int *silent, const signed char *value, const float *survey, float *next) {
    for (int c = blockIdx.x * THREADS + threadIdx.x; c < formula.clauses; c += gridDim.x * THREADS) {
        if (silent[c]) continue;
        float help[3];
#pragma unroll
        for (int position = 0; position < 3; ++position) {
            int place = 3 * c + position, literal = formula.literal[place];
            if (value[literal / 2] != 0) {
                help[position] = 1; // it has a value, and not the one that is wanted, or the clause would be silent
                continue;
            }
            Product product = gather(formula, survey, literal / 2, place);
            help[position] = cannot_help(product.wanted_true, product.wanted_false, literal & 1);
        }
        next[3 * c] = help[1] * help[2];
        next[3 * c + 1] = help[2] * help[0];
        next[3 * c + 2] = help[0] * help[1];
    }
}

/// The bias of each variable towards true (or, negative, false), and a value for those that have a strong one.
__global__ void __launch_bounds__(THREADS)
    decide(Formula formula, const float *survey, float *bias, signed char *value) {
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < formula.variables; v += gridDim.x * THREADS) {
        if (value[v] != 0) continue;
        Product product = gather(formula, survey, v, -1);
        // A variable that must be true cannot help a clause that wants it false.
        float towards = cannot_help(product.wanted_true, product.wanted_false, true) -
                        cannot_help(product.wanted_true, product.wanted_false, false);
        bias[v] = towards;
        if (fabsf(towards) > STRONG) value[v] = towards > 0 ? 1 : -1;
    }
}

/// Clauses with a variable that has the value they want send no surveys any more, and nor does a variable with a value get one.
__global__ void __launch_bounds__(THREADS)
    simplify(Formula formula, const signed char *value, int *silent, float *survey, float *next) {
    for (int c = blockIdx.x * THREADS + threadIdx.x; c < formula.clauses; c += gridDim.x * THREADS) {
        bool satisfied = false;
        for (int position = 0; position < 3; ++position) {
            int literal = formula.literal[3 * c + position];
            satisfied |= value[literal / 2] == (literal & 1 ? -1 : 1);
        }
        if (!satisfied) continue;
        silent[c] = 1;
        for (int position = 0; position < 3; ++position) survey[3 * c + position] = next[3 * c + position] = 0;
    }
}

/// The formula on the host, and the same sweeps in double precision.
struct Reference {
    std::vector<int> literal, first_place, place, silent;
    std::vector<double> survey;

    Reference(Lcg &random, int clauses, int variables) : first_place(variables + 1, 0), silent(clauses, 0) {
        for (int c = 0; c < clauses; ++c) {
            int chosen[3] = {random.below(variables)};
            do chosen[1] = random.below(variables);
            while (chosen[1] == chosen[0]);
            do chosen[2] = random.below(variables);
            while (chosen[2] == chosen[0] || chosen[2] == chosen[1]);
            for (int variable : chosen) literal.push_back(2 * variable + random.below(2));
        }
        for (int one : literal) ++first_place[one / 2 + 1];
        for (int v = 0; v < variables; ++v) first_place[v + 1] += first_place[v];
        std::vector<int> end(first_place);
        place.resize(literal.size());
        for (size_t i = 0; i < literal.size(); ++i) place[end[literal[i] / 2]++] = 2 * int(i) + (literal[i] & 1);
    }

    /// Of the products of `gather`, that over the clauses which want the variable true, or false.
    double product(int variable, int but, bool negated) const {
        double all = 1;
        for (int i = first_place[variable]; i < first_place[variable + 1]; ++i) {
            if (place[i] / 2 != but && (place[i] & 1) == negated) all *= 1 - survey[place[i] / 2];
        }
        return all;
    }

    double against(int variable, int but, bool negated) const {
        return cannot_help(product(variable, but, false), product(variable, but, true), negated);
    }

    void sweep(const std::vector<signed char> &value) {
        std::vector<double> next(survey);
        for (size_t c = 0; c < silent.size(); ++c) {
            if (silent[c]) continue;
            double help[3];
            for (int position = 0; position < 3; ++position) {
                int place = 3 * int(c) + position, variable = literal[place] / 2;
                help[position] = value[variable] ? 1 : against(variable, place, literal[place] & 1);
            }
            for (int position = 0; position < 3; ++position)
                next[3 * c + position] = help[(position + 1) % 3] * help[(position + 2) % 3];
        }
        survey = next;
    }

    void simplify(const std::vector<signed char> &value) {
        for (size_t i = 0; i < literal.size(); ++i)
            if (value[literal[i] / 2] == (literal[i] & 1 ? -1 : 1)) silent[i / 3] = 1;
        for (size_t i = 0; i < literal.size(); ++i)
            if (silent[i / 3]) survey[i] = 0;
    }
};

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"clauses", 42000, 1, 1 << 20, 1}, {"variables", 10000, 3, 1 << 20, 1},
                                 {"sweeps", 1, 1, 100, 1}, {"rounds", 1, 1, 100, 1}});
    int clauses = sizes[0], variables = sizes[1];
    Lcg random(58);
    Reference reference(random, clauses, variables);
    std::vector<float> start = random_floats(random, reference.literal.size(), 0, 1);
    reference.survey.assign(start.begin(), start.end());
    std::vector<signed char> value(variables, 0);

    Formula formula = {to_device(reference.literal), to_device(reference.first_place), to_device(reference.place), clauses,
                       variables};
    float *survey = to_device(start), *next = to_device(start), *device_bias = zeros_on_device<float>(variables);
    int *silent = to_device(reference.silent);
    signed char *device_value = to_device(value);
    double worst = 0;
    std::vector<float> got(start.size());
    for (int round = 0; round < sizes[3]; ++round) {
        for (int s = 0; s < sizes[2]; ++s) {
            sweep<<<resident_blocks(sweep, THREADS), THREADS>>>(formula, silent, device_value, survey, next);
            FINISH_KERNELS();
            std::swap(survey, next);
            CUDA_CHECK(cudaMemcpy(got.data(), survey, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
            reference.sweep(value);
            worst = std::fmax(worst, max_error(got, reference.survey, 1));
            reference.survey.assign(got.begin(), got.end()); // each sweep is checked by itself
        }
        decide<<<resident_blocks(decide, THREADS), THREADS>>>(formula, survey, device_bias, device_value);
        FINISH_KERNELS();

        std::vector<float> bias(variables);
        std::vector<signed char> before(value);
        CUDA_CHECK(cudaMemcpy(bias.data(), device_bias, bias.size() * sizeof(float), cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaMemcpy(value.data(), device_value, value.size(), cudaMemcpyDeviceToHost));
        for (int v = 0; v < variables; ++v) {
            if (before[v]) continue;
            double want = reference.against(v, -1, true) - reference.against(v, -1, false);
            int strong = std::fabs(bias[v]) > STRONG ? (bias[v] > 0 ? 1 : -1) : 0;
            if (value[v] != strong) return verdict("survey", sizes, "values that their bias does not give", 1, 0);
            worst = std::fmax(worst, std::fabs(bias[v] - want));
        }
        simplify<<<resident_blocks(simplify, THREADS), THREADS>>>(formula, device_value, silent, survey, next);
        FINISH_KERNELS();
        reference.simplify(value);
    }
    std::vector<int> got_silent = take_from_device(silent, clauses);
    for (const int *array : {formula.literal, formula.first_place, formula.place})
        CUDA_CHECK(cudaFree(const_cast<int *>(array)));
    for (float *array : {survey, next, device_bias}) CUDA_CHECK(cudaFree(array));
    CUDA_CHECK(cudaFree(device_value));
    if (double wrong = mismatches(got_silent, reference.silent)) return verdict("survey", sizes, "wrong clauses", wrong, 0);
    // Surveys and biases are differences and quotients of products of at most 40 numbers, each factor with two roundings.
    return verdict("survey", sizes, "largest error of a survey or bias", worst, std::ldexp(4 * 80, -24));
}
