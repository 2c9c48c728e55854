// Rounding to 16 bits through float32: gives the number of the format nearest to the exact value,
// including cases that float32 hides.
#include "core/narrow.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "../support/narrow.hpp"
#include "core/random.hpp"
#include "core/wide.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::uint16_t narrowed_exact(NarrowFormat format, const Wide& exact) {
  const float x = exact.to_float();
  return narrowed(format, x, [&] {
    const Wide at(x);
    return exact < at ? -1 : exact > at ? 1 : 0;
  });
}

}  // namespace

TEST_CASE("narrowed: halfway points, and what lies so near that float32 is one of them") {
  for (const NarrowFormat format : {kBf16, kHalf}) {
    const int largest = (0x7fff >> format.fraction << format.fraction) - 1;
    int hidden = 0;
    for (int size = 0; size < largest; size += size < 40 ? 1 : 7) {
      const double low = number_of(format, static_cast<std::uint16_t>(size)),
                   high = number_of(format, static_cast<std::uint16_t>(size + 1));
      const Wide middle = (Wide(low) + Wide(high)).scaled(-1);
      for (const int nearer : {26, 60, 200})
        for (const int side : {-1, 0, 1})
          for (const bool negative : {false, true}) {
            Wide exact = middle + (middle * Wide(static_cast<double>(side))).scaled(-nearer);
            if (negative) exact = -exact;
            const std::uint16_t got = narrowed_exact(format, exact);
            CHECK(is_nearest(format, got, exact));
            CHECK((got >> 15 != 0) == negative);
            hidden += rounded_twice(format, exact.to_float()) != got ? 1 : 0;
          }
    }
    CHECK(hidden > largest / 7);  // half of the values that are not halfway themselves
  }
}

TEST_CASE("narrowed: numbers of any size, and every number of the format itself") {
  const Random random(11);
  std::uint64_t draw = 0;
  for (const NarrowFormat format : {kBf16, kHalf}) {
    const int least = format.least - format.fraction - 3, most = format.least == -14 ? 15 : 127;
    for (int k = 0; k < 40000; ++k) {
      const int e = least + static_cast<int>(random.uniform(draw++) * (most - least));
      const double leading = 1 + random.uniform(draw++), rest = random.uniform(draw++);
      Wide exact = Wide(std::ldexp(leading, e)) + Wide(std::ldexp(rest, e - 60));
      if (k % 2 == 1) exact = -exact;
      CHECK(is_nearest(format, narrowed_exact(format, exact), exact));
    }
    const int infinite = 0x7fff >> format.fraction << format.fraction;
    for (int size = 0; size < infinite; ++size)
      for (const int sign : {0, 0x8000}) {
        const auto bits = static_cast<std::uint16_t>(sign | size);
        const auto x = static_cast<float>(number_of(format, bits));
        CHECK(narrowed(format, x, [] { return 0; }) == bits);
      }
  }
  CHECK(narrowed(kHalf, 65519.0f, [] { return 0; }) == 0x7bff);
  CHECK(narrowed(kHalf, 65520.0f, [] { return -1; }) == 0x7bff);
  CHECK(narrowed(kHalf, 65520.0f, [] { return 0; }) == 0x7c00);
  CHECK(narrowed(kHalf, -1e30f, [] { return 0; }) == 0xfc00);
  CHECK(narrowed(kBf16, std::numeric_limits<float>::max(), [] { return 0; }) == 0x7f80);
  CHECK(narrowed(kHalf, -0x1p-25f, [] { return -1; }) == 0x8001);
  CHECK(narrowed(kHalf, -0x1p-25f, [] { return 0; }) == 0x8000);
  CHECK(narrowed(kHalf, -0x1.fffffep-26f, [] { return 0; }) == 0x8000);
  CHECK(narrowed(kBf16, 1e-45f, [] { return 0; }) == 0);
}
