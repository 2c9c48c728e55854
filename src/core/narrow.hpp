// One correct rounding to a 16-bit format, by way of a float32 that is rounded once from the exact
// value.
//
// Rounding never changes the order of two numbers, and the halfway points of both formats are
// numbers of float32. So a float32 that is no halfway point lies on the same side of each as the
// exact value, and rounding it again gives what rounding the exact value once does. A float32 that
// is one (bfloat16: one of 2^16, half: one of 2^13) hides the side, which is then asked for. Held
// by tests/core/narrow_test.cpp, tests/encodings/cos_sin_test.cpp and tests/mpfr.
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

// The bits of the number nearest to the exact value, halves to even. Its float32, rounded once, is
// `x`, finite; side() says whether it lies below (-1), at (0) or above (1) it, and is called where
// x is halfway. What is too large is infinite, as IEEE 754 has it.
template <class Side>
std::uint16_t narrowed(NarrowFormat format, float x, Side side) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto sign = static_cast<std::uint16_t>(bits >> 31 << 15);
  const std::uint32_t size = bits & 0x7fffffff;
  // size = m·2^(e - 23); 0 and the subnormal numbers of float32 have no leading one
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
  // a carry runs on into the exponent, as it should; beyond the largest number is infinity
  const int exponent = step - format.least;
  const std::uint32_t found = (static_cast<std::uint32_t>(exponent) << format.fraction) + k;
  const std::uint32_t infinite = 0x7fffu >> format.fraction << format.fraction;
  return sign | static_cast<std::uint16_t>(std::min(found, infinite));
}

}  // namespace posenc
