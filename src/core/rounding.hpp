// One correct rounding to float32 at the end of the float64 numerics.
#pragma once
#include "core/turn.hpp"

namespace posenc {

// amplitude·(v + tail), within 2 ulp
inline double amplified(double amplitude, double v, double tail) {
  if (amplitude == 1) return v;
  const turn_detail::Sum p = turn_detail::two_product(amplitude, v);
  return p.high + (p.low + amplitude * tail);
}

// amplitude · wave within 0.65 ulp (0.80 where the amplitude is 1), where the wave is v + tail with
// a fine tail, and exactly zero only if v is; zero is +0. exact() gives the wave as Wide and is
// called where a product so small loses bits. Held by tests/core/rounding_test.cpp.
template <class Exact>
double rounded_f64(double amplitude, double v, double tail, Exact exact) {
  constexpr double kSmall = 0x1p-900;  // of whose parts none is lost
  if (v == 0) return 0;
  if (amplitude == 1) return v;
  const double value = amplified(amplitude, v, tail);
  const auto is_small = [](double x) { return x < kSmall && x > -kSmall; };
  if (!is_small(v) && !is_small(amplitude) && !is_small(value)) return value;
  return (Wide(amplitude) * exact()).to_double();
}

// v is within 2 ulp of the exact value: does every such value round to the same float?
// The boundaries of float32 rounding are the doubles whose low 29 bits are a 1 and 28 zeros.
inline bool rounds_safely(double v) {
  const auto low = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(v) & 0x1fffffff);
  const std::int64_t from_boundary = low - 0x10000000;
  const double size = v < 0 ? -v : v;
  return (from_boundary > 2 || from_boundary < -2) && size >= 0x1p-125 && size < 0x1p127;
}

// amplitude · wave rounded once, where the wave is v + tail within 0.80 ulp and exactly zero only
// if v is; exact() gives it as Wide and is called about once in 10^8 entries
template <class Exact>
float rounded_f32(double amplitude, double v, double tail, Exact exact) {
  if (v == 0) return 0;
  const double value = amplified(amplitude, v, tail);
  if (rounds_safely(value)) return static_cast<float>(value);
  return (Wide(amplitude) * exact()).to_float();
}

// the same of frequency·p; `w` is wave(frequency, p)
inline float rounded_f32(const TurnFrequency& f, bool sine, double amplitude, const Position& p,
                         const SinCos& w) {
  return rounded_f32(amplitude, sine ? w.sin : w.cos, sine ? w.sin_tail : w.cos_tail, [&] {
    const WideSinCos exact = wide_wave(f, p.value);
    return sine ? exact.sin : exact.cos;
  });
}

}  // namespace posenc
