// One correct rounding to float32 after float64 arithmetic.
#pragma once
#include "core/turn.hpp"

namespace posenc {

// amplitude·(v + tail), within 2 ulp
inline double amplified(double amplitude, double v, double tail) {
  if (amplitude == 1) return v;
  const turn_detail::Sum p = turn_detail::two_product(amplitude, v);
  return p.high + (p.low + amplitude * tail);
}

// amplitude · wave within 0.65 ulp (0.80 if the amplitude is 1), for a wave v + tail with a fine
// tail. It is zero (+0) only if v is zero. exact() returns the wave as Wide and is called only if
// the product is so small that it loses bits. Tested by tests/core/rounding_test.cpp.
template <class Exact>
double rounded_f64(double amplitude, double v, double tail, Exact exact) {
  constexpr double kSmall = 0x1p-900;  // its parts lose no bits
  if (v == 0) return 0;
  if (amplitude == 1) return v;
  const double value = amplified(amplitude, v, tail);
  const auto is_small = [](double x) { return x < kSmall && x > -kSmall; };
  if (!is_small(v) && !is_small(amplitude) && !is_small(value)) return value;
  return (Wide(amplitude) * exact()).to_double();
}

// v is within 2 ulp of the exact value. Returns whether every such value rounds to the same float.
// Float32 rounding boundaries are the doubles whose low 29 bits are a 1 and 28 zeros.
inline bool rounds_safely(double v) {
  const auto low = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(v) & 0x1fffffff);
  const std::int64_t from_boundary = low - 0x10000000;
  const double size = v < 0 ? -v : v;
  return (from_boundary > 2 || from_boundary < -2) && size >= 0x1p-125 && size < 0x1p127;
}

// amplitude · wave rounded once, for a wave v + tail within 0.80 ulp that is exactly zero only if v
// is; exact() returns it as Wide and is called about once in 10^8 entries
template <class Exact>
float rounded_f32(double amplitude, double v, double tail, Exact exact) {
  if (v == 0) return 0;
  const double value = amplified(amplitude, v, tail);
  if (rounds_safely(value)) return static_cast<float>(value);
  return (Wide(amplitude) * exact()).to_float();
}

// rounded_f32 for frequency·p; `w` is wave(frequency, p)
inline float rounded_f32(const TurnFrequency& f, bool sine, double amplitude, const Position& p,
                         const SinCos& w) {
  return rounded_f32(amplitude, sine ? w.sin : w.cos, sine ? w.sin_tail : w.cos_tail, [&] {
    const WideSinCos exact = wide_wave(f, p.value);
    return sine ? exact.sin : exact.cos;
  });
}

}  // namespace posenc
