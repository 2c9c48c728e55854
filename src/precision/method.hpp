// How others compute the angles of rotary and sinusoidal encodings: one row for each way, from
// which menus, the JavaScript API and the tests follow. Each is defined to the bit: float32
// operations are float32 operations, pow and exp are correctly rounded (src/core/wide.hpp), where
// a library's own may differ by its last bit.
//
// The angle of pair i at position p is p·base^(-i/denominator), in exact arithmetic.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "precision/format.hpp"

namespace posenc {

enum class FrequencyRule : std::uint8_t {
  reciprocal_power,  // 1 / base^(i/denominator), every operation rounded
  nearest,           // correctly rounded
  exponential,       // exp(-ln(base)·i / denominator), every operation rounded
  iterated,          // no frequencies: each angle is the last one times base^(-1/denominator)
  exact,             // no rounding before the table
};

struct PrecisionMethod {
  std::string_view id, title, doc, source;
  FrequencyRule frequencies = FrequencyRule::reciprocal_power;
  Format arithmetic = Format::float32;  // of the frequencies and of position · frequency
  Format operands = Format::float32;    // what these two are rounded to before the product
  Format table = Format::float32;       // of cosine and sine
};

std::span<const PrecisionMethod> precision_methods() noexcept;  // display order
// The same without title, doc and source, which only `describe` prints: who asks for nothing else
// links none of the texts.
std::span<const PrecisionMethod> bare_precision_methods() noexcept;
const PrecisionMethod* find_precision_method(std::string_view id) noexcept;  // bare, or null

}  // namespace posenc
