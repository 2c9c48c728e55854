// Layouts in which engines keep the cosines and sines of a rotary encoding.
#pragma once
#include <cstdint>

namespace posenc {

// For the p pairs of a row: cosines and sines in separate arrays; both in one row, cosines first
// (vLLM); separate arrays with all pairs twice (transformers); or with each pair twice.
enum class CosSinLayout : std::uint8_t { half, concatenated, doubled, repeated };

// 16-bit formats: bfloat16, or IEEE 754's binary16.
enum class ShortFloat : std::uint8_t { bf16, f16 };

}  // namespace posenc
