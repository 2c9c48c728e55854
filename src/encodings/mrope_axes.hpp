// The position id that each pair of M-RoPE follows: given by pair, or by sections and the rule of a
// published model.
#pragma once
#include <vector>

#include "encodings/rotary_params.hpp"

namespace posenc::mrope_row {

using Form = Choice<"chunked", "interleaved", "spatial-first", "greedy", "round-robin">;

struct Axes {
  std::vector<std::size_t> sections, of_pair;
};

// In the ratio of released models: Qwen2-VL, Qwen3-VL and ERNIE 4.5 VL, with heads of 128 channels.
std::vector<std::size_t> usual_sections(Form, std::size_t axes, std::size_t pairs);

// Returns an error if axisOfPair or sections do not fit the pairs, or the form the ids.
Result<Axes> axes_of_pairs(const Params&, std::size_t pairs);

}  // namespace posenc::mrope_row
