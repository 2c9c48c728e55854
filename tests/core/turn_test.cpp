// Phases and their sine and cosine: the bounds stated in core/turn.hpp, against Wide.
#include "core/turn.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

using namespace posenc;

namespace {

class Random {  // xorshift64
 public:
  std::uint64_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    return state_ ^= state_ << 17;
  }

 private:
  std::uint64_t state_ = 88172645463325252u;
};

double ulp(double x) {
  int e;
  std::frexp(x, &e);
  return std::ldexp(1.0, e - 53);
}

double error_in_ulps(double value, const Wide& exact) {
  return std::fabs((Wide(value) - exact).to_double()) / ulp(exact.to_double());
}

}  // namespace

TEST_CASE("wave: within 0.80 ulp for every |position| <= 2^53, fractions included") {
  Random random;
  double worst = 0, worst_absolute = 0;
  for (int k = 0; k < 20000; ++k) {
    const Wide theta = exp(-(Wide(k % 64 / 64.0) * log(Wide(k % 3 == 0 ? 1e6 : 1e4))));
    const TurnFrequency f = TurnFrequency::from_radians(theta);
    const int places = static_cast<int>(random() % 54);
    const double p =
        std::ldexp(static_cast<double>(random() >> 11), -places) * (random() % 2 == 0 ? 1 : -1);
    const SinCos w = wave(f, Position(p));
    const WideSinCos exact = wide_wave(f, p);
    worst = std::max({worst, error_in_ulps(w.sin, exact.sin), error_in_ulps(w.cos, exact.cos)});
    worst_absolute = std::max(worst_absolute, std::fabs((Wide(w.sin) - exact.sin).to_double()));
  }
  CHECK(worst <= 0.80);
  CHECK(worst_absolute <= 0x1p-53);
  MESSAGE("largest error " << worst << " ulp");
}

TEST_CASE(
    "wave: next to quarter turns, where the phase has few bits, it is still within 0.80 ulp") {
  // 1/4 turn per position plus a tiny rest: sine or cosine is nearly zero at every integer
  for (const double rest : {1e-12, 1e-18, 1e-25, 1e-33}) {
    const TurnFrequency f = TurnFrequency::from_radians(kTwoPi.scaled(-2) + Wide(rest));
    for (const double p : {1.0, 2.0, 3.0, 4097.0, 2147483647.0, 9007199254740992.0, 0.5, 1e-300}) {
      const SinCos w = wave(f, Position(p));
      const WideSinCos exact = wide_wave(f, p);
      CHECK(error_in_ulps(w.sin, exact.sin) <= 0.80);
      CHECK(error_in_ulps(w.cos, exact.cos) <= 0.80);
    }
  }
}

TEST_CASE("wave: frequencies of many turns a position") {
  // k whole turns and a quarter or an eighth: the whole turns do not matter
  for (const double whole : {0.0, 3.0, 1e6, 1e18})
    for (const double p : {1.0, 5.0, 1234567.0, 9007199254740992.0}) {
      const TurnFrequency f = TurnFrequency::from_radians(kTwoPi * (Wide(whole) + Wide(0.15625)));
      const TurnFrequency slow = TurnFrequency::from_radians(kTwoPi * Wide(0.15625));
      CHECK(wave(f, Position(p)).sin == approx(wave(slow, Position(p)).sin).epsilon(1e-9));
      CHECK(wide_wave(f, p).sin.to_double() ==
            approx(wide_wave(slow, p).sin.to_double()).epsilon(1e-9));
    }
}

TEST_CASE("wave: exact values, parity and the tail") {
  const TurnFrequency f = TurnFrequency::from_radians(Wide(1.0));
  CHECK(wave(f, Position(0)).sin == 0);
  CHECK(wave(f, Position(0)).cos == 1);
  CHECK(wave(TurnFrequency::from_radians(Wide()), Position(1e9)).cos == 1);
  for (const double p : {1.0, 3.0, 100.5, 1e15}) {
    const SinCos plus = wave(f, Position(p)), minus = wave(f, Position(-p));
    CHECK(plus.sin == -minus.sin);
    CHECK(plus.cos == minus.cos);
    const WideSinCos exact = wide_wave(f, p);
    // sin + tail has at least two more bits
    CHECK(std::fabs((Wide(plus.sin) + Wide(plus.sin_tail) - exact.sin).to_double()) <=
          0.5 * ulp(plus.sin));
    CHECK(plus.sin == approx(std::sin(p)).epsilon(1e-9));
  }
}

TEST_CASE("phase: a fraction of a turn, additive in the position") {
  Random random;
  const TurnFrequency f = TurnFrequency::from_radians(Wide(37.25));  // several turns per position
  for (int k = 0; k < 1000; ++k) {
    const double a = static_cast<double>(random() >> 24),
                 b = static_cast<double>(random() >> 44) * 0x1p-10;
    const u128 sum = phase(f, Position(a + b)),
               parts = phase(f, Position(a)) + phase(f, Position(b));
    const auto difference = static_cast<i128>(sum - parts);
    CHECK((difference < 0 ? -difference : difference) <= 8);
  }
}

TEST_CASE("a frequency beyond 2^63 rad is told apart, of either sign and however it is given") {
  for (const double sign : {1.0, -1.0}) {
    CHECK(!TurnFrequency::from_radians(Wide(sign * 0x1p63)).is_too_fast());
    const TurnFrequency radians = TurnFrequency::from_radians(Wide(sign * 0x1.8p63));
    CHECK(radians.is_too_fast());
    CHECK(radians.radians == sign * 0x1.8p63);
    CHECK(!TurnFrequency::from_turns(Wide(sign * 0x1p60)).is_too_fast());
    CHECK(TurnFrequency::from_turns(Wide(sign * 0x1p61)).is_too_fast());
  }
}

TEST_CASE("a position is held in units of 2^-64 where it is a multiple of that") {
  const Position half(-2.5), fine(3 * 0x1p-64), between(0x1p-65), large(0x1p53);
  CHECK(half.fixed);
  CHECK(half.negative);
  CHECK(half.whole == 2);
  CHECK(half.fraction == std::uint64_t{1} << 63);
  CHECK(fine.fixed);
  CHECK(fine.fraction == 3);
  CHECK(!between.fixed);
  CHECK(large.fixed);
  CHECK(large.whole == std::uint64_t{1} << 53);
  CHECK(large.fraction == 0);
}

TEST_CASE("wave: without a frequency or at position 0 it is 0 without a sign, and 1") {
  const TurnFrequency none = TurnFrequency::from_turns(Wide());
  for (const double turns : {0.25, -0.25, 0.1, -0.1}) {
    const TurnFrequency f = TurnFrequency::from_turns(Wide(turns));
    for (const SinCos& w : {wave(none, Position(turns)), wave(f, Position(0)),
                            wave(none, Position(turns), Tails::fine)}) {
      CHECK((w.sin == 0 && !std::signbit(w.sin)));
      CHECK(w.cos == 1);
      CHECK((w.sin_tail == 0 && w.cos_tail == 0));
    }
  }
}

TEST_CASE("a frequency is exact where it is a multiple of 2^-64 of a turn, whatever is before it") {
  for (const double sign : {1.0, -1.0}) {
    for (const double turns : {0.0, 0.25, 3.25, 1e15 + 0.125, 0x1p-64})
      CHECK(TurnFrequency::from_turns(Wide(sign * turns)).exact);
    for (const Wide& turns : {Wide(0x1p-65), Wide(3.0) + Wide(0x1p-65), Wide(0x1p-200)})
      CHECK(!TurnFrequency::from_turns(Wide(sign) * turns).exact);
    CHECK(TurnOffset(Wide(sign * 3.25)).exact);
    CHECK(!TurnOffset(Wide(sign) * (Wide(3.0) + Wide(0x1p-65))).exact);
  }
}

TEST_CASE("wave: a fraction of a turn that 256 bits only approach has exact quarter turns") {
  const TurnFrequency fifth = TurnFrequency::from_turns(Wide(1.0) / Wide(5.0));
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const SinCos w = wave(fifth, Position(1.25 * quarter));
    CHECK(w.sin == (quarter % 2 == 0 ? 0 : (quarter & 3) == 1 ? 1 : -1));
    CHECK(w.cos == (quarter % 2 != 0 ? 0 : (quarter & 3) == 0 ? 1 : -1));
  }
}
