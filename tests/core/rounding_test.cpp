// Amplitude times wave, rounded once: the bounds stated in core/rounding.hpp, against Wide.
#include "core/rounding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/random.hpp"

using namespace posenc;

namespace {

// in units in the last place of the exact value, including subnormal ones
double error_in_ulps(const Wide& value, const Wide& exact) {
  int e;
  std::frexp(exact.to_double(), &e);
  return std::fabs((value - exact).scaled(-std::max(e - 53, -1074)).to_double());
}

}  // namespace

TEST_CASE("rounded_f64: amplitude · wave within 0.65 ulp, for every size of amplitude and wave") {
  const Random random(5);
  std::uint64_t draw = 0;
  double worst = 0, worst_tail = 0;
  for (int k = 0; k < 40000; ++k) {
    const TurnFrequency f = TurnFrequency::from_radians(Wide(random.uniform(draw++)));
    // most amplitudes are near 1 with random bits, some have any size; some waves are nearly 0
    double amplitude = 0.5 + 1.5 * random.uniform(draw++);
    if (k % 4 == 1) amplitude *= -1;
    if (k % 16 == 2)
      amplitude = std::ldexp(amplitude, static_cast<int>(random.uniform(draw++) * 2000) - 1060);
    const double size =
        k % 8 == 3 ? std::ldexp(1.0, -static_cast<int>(random.uniform(draw++) * 1070)) : 1e6;
    const double p = (random.uniform(draw++) - 0.5) * size;
    const SinCos w = wave(f, Position(p), Tails::fine);
    const WideSinCos exact = wide_wave(f, p);
    for (const bool sine : {true, false}) {
      const double v = sine ? w.sin : w.cos, tail = sine ? w.sin_tail : w.cos_tail;
      const Wide wide = sine ? exact.sin : exact.cos;
      const double got = rounded_f64(amplitude, v, tail, [&] { return wide; });
      const Wide product = Wide(amplitude) * wide;
      worst = std::max(worst, error_in_ulps(Wide(got), product));
      if (std::fabs(v) > 1e-200)
        worst_tail = std::max(worst_tail, error_in_ulps(Wide(v) + Wide(tail), wide));
      // the tail mode does not change the wave itself
      const SinCos coarse = wave(f, Position(p));
      CHECK((sine ? coarse.sin : coarse.cos) == v);
    }
  }
  MESSAGE("largest error " << worst << " ulp, of the tails " << worst_tail);
  CHECK(worst <= 0.65);
  CHECK(worst > 0.45);
  CHECK(worst_tail <= 0.07);
}

TEST_CASE("what is exactly zero is +0, of either sign of amplitude and of any quarter turn") {
  const TurnFrequency quarter = TurnFrequency::from_turns(Wide(0.25));
  const auto never = [] { return Wide(1.0); };
  for (const double amplitude : {1.0, -1.0, 0.75, -3.5, 1e-310})
    for (double p = -8; p <= 8; ++p) {
      const SinCos w = wave(quarter, Position(p), Tails::fine);
      for (const auto& [v, tail] : {std::pair{w.sin, w.sin_tail}, std::pair{w.cos, w.cos_tail}}) {
        if (v != 0) continue;
        CHECK(!std::signbit(rounded_f64(amplitude, v, tail, never)));
        CHECK(!std::signbit(rounded_f32(amplitude, v, tail, never)));
      }
    }
}

TEST_CASE("rounds_safely: not within 2 ulp of the middle of two floats, nor where floats are few") {
  for (const double low : {1.0, 1 + 0x1p-23, 0x1p100, 0x1.fffffep-100})
    for (const double sign : {1.0, -1.0}) {
      const double middle = low * (1 + 0x1p-24 / std::ldexp(low, -std::ilogb(low))),
                   unit = std::ldexp(0x1p-52, std::ilogb(low));
      for (int k = -4; k <= 4; ++k)
        CHECK(rounds_safely(sign * (middle + k * unit)) == (k < -2 || k > 2));
    }
  CHECK(rounds_safely(0x1.8p-125));
  CHECK(!rounds_safely(0x1.8p-126));
  CHECK(rounds_safely(0x1.8p126));
  CHECK(!rounds_safely(0x1.8p127));
}

TEST_CASE("rounded_f32: products at both ends of float32 are those of float64, rounded") {
  const TurnFrequency f = TurnFrequency::from_radians(Wide(0.7));
  for (const double amplitude : {0x1p-130, -0x1p-140, 0x1.9p127})
    for (double x = -40; x <= 40; ++x) {
      const Position p(x);
      const SinCos w = wave(f, p);
      CHECK(rounded_f32(f, true, amplitude, p, w) == static_cast<float>(amplitude * w.sin));
      CHECK(rounded_f32(f, false, amplitude, p, w) == static_cast<float>(amplitude * w.cos));
    }
}

TEST_CASE("rounded_f64 and rounded_f32: an amplitude that is a power of two shifts the wave") {
  const TurnFrequency f = TurnFrequency::from_radians(Wide(0.7));
  for (double x = -40; x <= 40; ++x) {
    if (x == 0) continue;
    const SinCos w = wave(f, Position(x), Tails::fine);
    const Wide sine = wide_wave(f, x).sin;
    const auto exact = [&] { return sine; };
    const double doubled = rounded_f64(2, w.sin, w.sin_tail, exact);
    const float single = rounded_f32(1, w.sin, w.sin_tail, exact);
    CHECK(rounded_f64(1, w.sin, w.sin_tail, exact) == w.sin);
    CHECK(single == sine.to_float());
    for (const double amplitude : {-1.0, 0.5, 2.0, 4.0}) {
      const double got = rounded_f64(amplitude, w.sin, w.sin_tail, exact);
      CHECK(got == amplitude / 2 * doubled);
      CHECK(error_in_ulps(Wide(got), Wide(amplitude) * sine) <= 0.65);
      CHECK(rounded_f32(amplitude, w.sin, w.sin_tail, exact) ==
            static_cast<float>(amplitude) * single);
    }
  }
}
