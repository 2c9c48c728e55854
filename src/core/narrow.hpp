// One correct rounding to a 16-bit format, through a float32 that is rounded once from the exact
// value.
//
// Rounding preserves order, and the halfway points of both formats are float32 numbers. So a
// float32 that is no halfway point is on the same side of each as the exact value, and rounding it
// again equals rounding the exact value once. A float32 at a halfway point (bfloat16: one of 2^16,
// half: one of 2^13) hides the side, which is then queried. Tested by tests/core/narrow_test.cpp,
// tests/encodings/cos_sin_test.cpp and tests/mpfr.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

namespace posenc {

struct NarrowFormat {
  int fraction;  // bits after the leading one
  int least;     // exponent of the smallest normal number
};
inline constexpr NarrowFormat kBf16{7, -126}, kHalf{10, -14};

// Returns the bits of the number nearest to the exact value, ties to even. `x`, finite, is the
// exact value rounded once to float32. side() returns whether the exact value is below (-1), at (0)
// or above (1) x, and is called only if x is halfway. Overflow gives infinity, as in IEEE 754.
template <class Side>
std::uint16_t narrowed(NarrowFormat format, float x, Side side) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto sign = static_cast<std::uint16_t>(bits >> 31 << 15);
  const std::uint32_t size = bits & 0x7fffffff;
  // size = m·2^(e - 23); 0 and subnormal float32 numbers have no leading one
  const int field = static_cast<int>(size >> 23), e = std::max(field, 1) - 127;
  const std::uint32_t m = (size & 0x7fffff) | (field == 0 ? 0 : 0x800000);
  // steps of the format at x are 2^(step - fraction)
  const int step = std::max(e, format.least), drop = 23 - format.fraction + (step - e);
  if (drop > 25) return sign;  // less than half of the smallest number
  std::uint32_t k = m >> drop;
  const std::uint32_t rest = m & ((std::uint32_t{1} << drop) - 1),
                      half = std::uint32_t{1} << (drop - 1);
  if (rest == half) {
    const int outwards = sign != 0 ? -side() : side();
    k += outwards > 0 || (outwards == 0 && (k & 1) != 0) ? 1 : 0;
  } else if (rest > half) {
    ++k;
  }
  // a carry into the exponent is correct; beyond the largest number is infinity
  const int exponent = step - format.least;
  const std::uint32_t found = (static_cast<std::uint32_t>(exponent) << format.fraction) + k;
  const std::uint32_t infinite = 0x7fffu >> format.fraction << format.fraction;
  return sign | static_cast<std::uint16_t>(std::min(found, infinite));
}

}  // namespace posenc
