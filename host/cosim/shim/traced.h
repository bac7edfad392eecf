// SPDX-License-Identifier: Apache-2.0
// The flavour of a Verilated unit that can write a waveform (FST).
#ifndef WARPSMITH_TRACED_H
#define WARPSMITH_TRACED_H

#include <cstdint>
#include <memory>
#include <verilated_fst_c.h>

namespace warpsmith {

// Evaluates both clock phases, so that the waveform shows the inputs of a cycle before its rising edge.
// A cycle takes 10 time units; the edge is in the middle.
template <class Ports> class Traced {
  public:
    static constexpr bool traced = true;
    static constexpr bool settles_first = Ports::combinational;
    using Model = typename Ports::Model;

    ~Traced() { close(); }

    void settle(Model& model) {
        model.clock = 0;
        model.eval();
    }

    void tick(Model& model) {
        for (int clock = 0; clock < 2; ++clock) {
            model.clock = clock;
            model.eval();
            if (fst_) fst_->dump(time_);
            time_ += 5;
        }
    }

    void open(Model& model, const char* path) {
        close();
        fst_.reset(new VerilatedFstC);
        model.trace(fst_.get(), 99);
        fst_->open(path);
    }

    void close() {
        if (fst_) fst_->close();
        fst_.reset();
    }

  private:
    std::unique_ptr<VerilatedFstC> fst_;
    uint64_t time_ = 0;
};

} // namespace warpsmith

#endif
