// SPDX-License-Identifier: Apache-2.0
// The C interface round one Verilated unit. A generated file includes this one after the model, defines
// `Ports` (the structs `In` and `Out` and how they map to the model's ports) and names the interface.
#ifndef WARPSMITH_DUT_H
#define WARPSMITH_DUT_H

#include <cstdint>
#include <verilated.h>
#include "rest.h"
#include "state.h"

namespace warpsmith {

// Runs a model with captured inputs, without a waveform.
template <class Ports> class Plain {
  public:
    static constexpr bool traced = false;
    static constexpr bool settles_first = true;

    void settle(typename Ports::Model& model) { Ports::settle(model); }
    void tick(typename Ports::Model& model) { Ports::edge(model); }
    void open(typename Ports::Model&, const char*) {}
    void close() {}
};

template <class Ports, class Flavour> class Dut {
  public:
    using In = typename Ports::In;
    using Out = typename Ports::Out;

    Dut() {
        context_.traceEverOn(Flavour::traced);
        // The first evaluation initialises the model and sees no edge.
        model_.clock = 0;
        model_.eval();
    }

    // One cycle. Combinational outputs are those before the rising edge, the others those after it.
    void step(const In& in, Out& out) {
        if constexpr (!Flavour::traced) {
            if (rest_.leaves_out(in, out)) return;
            rest_.begin(model_);
            cycle(in, out);
            rest_.end(model_, out);
        } else {
            cycle(in, out);
        }
    }

    // All outputs before the rising edge.
    void eval(const In& in, Out& out) {
        rest_.looked(in);
        Ports::set(model_, in);
        flavour_.settle(model_);
        Ports::get_combinational(model_, out);
        Ports::get_registered(model_, out);
    }

    // Two cycles of reset with these inputs. The registered outputs are those after it.
    void reset(const In& in, Out& out) {
        rest_.forget();
        Ports::set(model_, in);
        model_.reset = 1;
        for (int cycle = 0; cycle < 2; ++cycle) {
            flavour_.settle(model_);
            flavour_.tick(model_);
        }
        model_.reset = 0;
        Ports::get_registered(model_, out);
    }

    // The state as bytes, given to `put` at once.
    void save(void* sink, void (*put)(void* sink, const uint8_t* bytes, size_t size)) {
        const std::vector<uint8_t> state = StateOut::of(model_);
        put(sink, state.data(), state.size());
    }

    // False, and nothing happens, if it is not the state of such a model.
    bool restore(const uint8_t* state, size_t size) {
        rest_.forget();
        return warpsmith::restore(model_, state, size);
    }

    void open(const char* path) { flavour_.open(model_, path); }
    void close() { flavour_.close(); }

  private:
    void cycle(const In& in, Out& out) {
        Ports::set(model_, in);
        if constexpr (Flavour::settles_first) flavour_.settle(model_);
        Ports::get_combinational(model_, out);
        flavour_.tick(model_);
        Ports::get_registered(model_, out);
    }

    VerilatedContext context_;
    typename Ports::Model model_{&context_, "TOP"};
    Flavour flavour_;
    Rest<Ports> rest_;
};

// What Rust sees of a unit; `Shim` of src/rtl.rs.
struct Shim {
    void* (*create)();
    void (*destroy)(void*);
    void (*reset)(void*, const void* in, void* out);
    void (*step)(void*, const void* in, void* out);
    void (*eval)(void*, const void* in, void* out);
    void (*open)(void*, const char* path);
    void (*close)(void*);
    void (*save)(void*, void* sink, void (*put)(void*, const uint8_t*, size_t));
    bool (*restore)(void*, const uint8_t* state, size_t size);
};

template <class D> constexpr Shim shim_of() {
    return {
        []() -> void* { return new D; },
        [](void* dut) { delete static_cast<D*>(dut); },
        [](void* dut, const void* in, void* out) {
            static_cast<D*>(dut)->reset(*static_cast<const typename D::In*>(in),
                                        *static_cast<typename D::Out*>(out));
        },
        [](void* dut, const void* in, void* out) {
            static_cast<D*>(dut)->step(*static_cast<const typename D::In*>(in),
                                       *static_cast<typename D::Out*>(out));
        },
        [](void* dut, const void* in, void* out) {
            static_cast<D*>(dut)->eval(*static_cast<const typename D::In*>(in),
                                       *static_cast<typename D::Out*>(out));
        },
        [](void* dut, const char* path) { static_cast<D*>(dut)->open(path); },
        [](void* dut) { static_cast<D*>(dut)->close(); },
        [](void* dut, void* sink, void (*put)(void*, const uint8_t*, size_t)) {
            static_cast<D*>(dut)->save(sink, put);
        },
        [](void* dut, const uint8_t* state, size_t size) {
            return static_cast<D*>(dut)->restore(state, size);
        },
    };
}

} // namespace warpsmith

#endif
