// How engines keep the cosines and sines of a rotary encoding.
#pragma once
#include <cstdint>

namespace posenc {

// Of the p pairs of a row: cosines and sines apart; all of them in one row, cosines first, as vLLM
// has them; apart, with all pairs twice, as transformers has them; or with each pair twice.
enum class CosSinLayout : std::uint8_t { half, concatenated, doubled, repeated };

// What 16 bits are: bfloat16, or IEEE 754's binary16.
enum class ShortFloat : std::uint8_t { bf16, f16 };

}  // namespace posenc
