// How other programs compute the angles of rotary and sinusoidal encodings, one row per method.
// Menus, the JavaScript API and tests are generated from the rows. Each is defined to the bit:
// float32 operations are float32 operations, pow and exp are correctly rounded (src/core/wide.hpp);
// a library's own may differ in the last bit.
//
// In exact arithmetic, the angle of pair i at position p is p·base^(-i/denominator).
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
  iterated,          // no frequencies: each angle is the previous one times base^(-1/denominator)
  exact,             // no rounding before the table
};

struct PrecisionMethod {
  std::string_view id, title, doc, source;
  FrequencyRule frequencies = FrequencyRule::reciprocal_power;
  Format arithmetic = Format::float32;  // for the frequencies and position · frequency
  Format operands = Format::float32;    // format of both factors of this product
  Format table = Format::float32;       // for cosine and sine
};

std::span<const PrecisionMethod> precision_methods() noexcept;  // display order
// The rows without title, doc and source, which only `describe` prints, so that other programs do
// not link these strings.
std::span<const PrecisionMethod> bare_precision_methods() noexcept;
const PrecisionMethod* find_precision_method(std::string_view id) noexcept;  // bare, or null

}  // namespace posenc
