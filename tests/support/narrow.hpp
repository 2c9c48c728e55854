// 16-bit numbers by their definition.
#pragma once
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "core/narrow.hpp"
#include "core/wide.hpp"

namespace posenc::test {

inline double number_of(NarrowFormat format, std::uint16_t bits) {
  const int fraction = bits & ((1 << format.fraction) - 1);
  const int field = (bits & 0x7fff) >> format.fraction, e = format.least - format.fraction;
  const double size = field == 0 ? std::ldexp(fraction, e)
                                 : std::ldexp((1 << format.fraction) + fraction, e + field - 1);
  return (bits & 0x8000) != 0 ? -size : size;
}

// Returns whether no neighbour is nearer to the exact value, and ties are even.
inline bool is_nearest(NarrowFormat format, std::uint16_t bits, const Wide& exact) {
  const auto away = [&](int size) {
    const auto neighbour = static_cast<std::uint16_t>((bits & 0x8000) | size);
    const Wide x = exact - Wide(number_of(format, neighbour));
    return x.is_negative() ? -x : x;
  };
  const int size = bits & 0x7fff;
  const Wide mine = away(size);
  for (const int other : {size - 1, size + 1}) {
    if (other < 0) continue;
    const Wide theirs = away(other);
    if (theirs < mine || (theirs == mine && size % 2 != 0)) return false;
  }
  return true;
}

// The result of programs that round through float32.
inline std::uint16_t rounded_twice(NarrowFormat format, float x) {
  return narrowed(format, x, [] { return 0; });
}

}  // namespace posenc::test
