// SPDX-License-Identifier: Apache-2.0
// The state of a Verilated model as bytes in memory; Verilator's own classes for it work on files.
#ifndef WARPSMITH_STATE_H
#define WARPSMITH_STATE_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>
#include <verilated_save.h>

namespace warpsmith {

class StateOut final : public VerilatedSerialize {
  public:
    StateOut() { m_isOpen = true; }

    void flush() override {
        bytes_.insert(bytes_.end(), m_bufp, m_cp);
        m_cp = m_bufp;
    }

    template <class Model> static std::vector<uint8_t> of(Model& model) {
        StateOut out;
        out << model;
        out.flush();
        return std::move(out.bytes_);
    }

  private:
    std::vector<uint8_t> bytes_;
};

class StateIn final : public VerilatedDeserialize {
  public:
    StateIn(const uint8_t* from, size_t size) : next_(from), left_(size) { m_isOpen = true; }

    // The reader looks ahead, so zeros follow the end.
    void fill() override {
        const size_t kept = m_endp ? m_endp - m_cp : 0;
        std::memmove(m_bufp, m_cp, kept);
        m_cp = m_bufp;
        const size_t room = bufferSize() - kept, taken = std::min(room, left_);
        std::memcpy(m_bufp + kept, next_, taken);
        std::memset(m_bufp + kept + taken, 0, room - taken);
        next_ += taken;
        left_ -= taken;
        m_endp = m_bufp + bufferSize();
    }

  private:
    const uint8_t* next_;
    size_t left_;
};

// Bytes at the start of a state by which Verilator recognises the model: whether it has been evaluated (1), and a
// hash of its variables (8).
constexpr size_t state_mark = 9;

// Puts `state` into a model; false, and nothing happens, if it is not the state of such a model.
template <class Model> bool restore(Model& model, const uint8_t* state, size_t size) {
    const std::vector<uint8_t> own = StateOut::of(model);
    if (size != own.size() || std::memcmp(state, own.data(), state_mark) != 0) return false;
    StateIn in(state, size);
    in >> model;
    return true;
}

} // namespace warpsmith

#endif
