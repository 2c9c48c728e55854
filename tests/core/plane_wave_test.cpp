// Waves of several coordinates: the bounds stated in core/turn.hpp, against Wide.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "../support/approx.hpp"
#include "../support/ulp.hpp"
#include "core/random.hpp"
#include "core/turn.hpp"

using namespace posenc;

TEST_CASE("plane wave: within 0.80 ulp of 256-bit arithmetic, of one axis the same as wave") {
  const Random random(11);
  double worst = 0;
  std::uint64_t draw = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::size_t axes = 1 + static_cast<std::size_t>(trial % 4);
    std::vector<TurnFrequency> f;
    std::vector<Position> p;
    for (std::size_t a = 0; a < axes; ++a) {
      const double size = random.normal(draw++) * (trial % 3 == 0 ? 1e-4 : 3);
      f.push_back(trial % 2 == 0 ? TurnFrequency::from_radians(Wide(size))
                                 : TurnFrequency::from_turns(Wide(size)));
      // 1e-9: positions that are no multiples of 2^-64
      const double x = random.normal(draw++) * (trial % 5 == 0 ? 1e9 : trial % 11 == 0 ? 1e-9 : 20);
      p.emplace_back(trial % 7 == 0 ? std::floor(x) : x);
    }
    const TurnOffset offset(trial % 3 == 0 ? Wide() : Wide(random.uniform(draw++) - 0.5));
    const SinCos got = plane_wave(f, p.data(), offset);
    const WideSinCos exact = wide_plane_wave(f, p.data(), offset);
    for (const auto& [value, tail, wide] : {std::tuple{got.sin, got.sin_tail, exact.sin},
                                            std::tuple{got.cos, got.cos_tail, exact.cos}}) {
      const double unit = ulp_of(wide.to_double());
      worst = std::fmax(worst, std::fabs((Wide(value) - wide).to_double()) / unit);
      CHECK(std::fabs((Wide(value) + Wide(tail) - wide).to_double()) <= 0.4 * unit);
    }
    if (axes == 1 && offset.turns.is_zero()) {
      const SinCos plain = wave(f[0], p[0]);
      CHECK(plain.sin == got.sin);
      CHECK(plain.cos == got.cos);
    }
  }
  MESSAGE("largest error " << worst << " ulp");
  CHECK(worst <= 0.80);
}

TEST_CASE("plane wave: phases that cancel or fall on a quarter turn are exact") {
  const TurnFrequency half = TurnFrequency::from_turns(Wide(0.5)),
                      third = TurnFrequency::from_radians(Wide(1.0) / Wide(3.0)),
                      back = TurnFrequency::from_radians(-(Wide(1.0) / Wide(3.0)));
  CHECK(half.exact);
  CHECK(!third.exact);
  CHECK(back.negative);
  const TurnFrequency cancel[] = {third, back};
  const Position same[] = {Position(1234567.25), Position(1234567.25)};
  const SinCos zero = plane_wave(cancel, same, TurnOffset());
  CHECK(zero.sin == 0);
  CHECK(zero.cos == 1);
  const SinCos quarter = plane_wave({&half, 1}, same, TurnOffset(Wide(-0.375)));
  CHECK(quarter.sin == 1);  // 0.5·1234567.25 = 617283.625, minus .375: a quarter turn
  CHECK(quarter.cos == 0);
  CHECK(wave(half, Position(0x1p-64)).sin == 0x1p-64 * 3.141592653589793);  // the smallest step
  CHECK(wave(half, Position(3)).sin == 0);
  CHECK(wave(half, Position(3)).cos == -1);
  CHECK(wave(back, Position(2)).sin == -wave(third, Position(2)).sin);
}

TEST_CASE("plane wave: of one axis and no offset it is wave, where that is not the nearest, too") {
  const TurnFrequency radian = TurnFrequency::from_radians(Wide(1.0));
  const Random random(12);
  int other = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Position p(random.uniform(i, -50, 50));
    const SinCos plain = wave(radian, p), got = plane_wave({&radian, 1}, &p, TurnOffset());
    CHECK((got.sin == plain.sin && got.cos == plain.cos));
    other += plain.sin != wide_wave(radian, p.value).sin.to_double() ? 1 : 0;
  }
  CHECK(other > 20);
}

TEST_CASE("plane wave: phases of several axes add up to the last of 128 bits, of either sign") {
  for (const double first : {0.25, -0.25})
    for (const double second : {0x1p-64, -0x1p-64})
      for (const double x : {1.0, -1.0})
        for (const double y : {3 * 0x1p-64, -3 * 0x1p-64}) {
          const TurnFrequency f[] = {TurnFrequency::from_turns(Wide(first)),
                                     TurnFrequency::from_turns(Wide(second))};
          const Position p[] = {Position(x), Position(y)};
          const SinCos w = plane_wave(f, p, TurnOffset());
          // sin(±π/2 + e) = ±1 and cos(±π/2 + e) = ∓e, e = 2π·second·y
          const double quarter = 4 * first * x;
          CHECK(w.sin == quarter);
          const double tiny = -quarter * second * y * 6.283185307179586;
          CHECK(w.cos / tiny == approx(1).epsilon(1e-15));
        }
}

TEST_CASE("plane wave: next to quarter turns of a sum it is still within 0.80 ulp") {
  for (const double rest : {1e-12, 1e-18, 1e-25, 1e-33}) {
    const TurnFrequency f[] = {TurnFrequency::from_radians(kTwoPi.scaled(-3) + Wide(rest)),
                               TurnFrequency::from_radians(kTwoPi.scaled(-3) - Wide(rest / 3))};
    for (const double x : {1.0, -2.0, 3.0, 4097.0, -2147483647.0, 9007199254740992.0}) {
      const Position p[] = {Position(x), Position(x)};
      const SinCos got = plane_wave(f, p, TurnOffset());
      const WideSinCos exact = wide_plane_wave(f, p, TurnOffset());
      for (const auto& [value, wide] :
           {std::pair{got.sin, exact.sin}, std::pair{got.cos, exact.cos}})
        CHECK(std::fabs((Wide(value) - wide).to_double()) <= 0.80 * ulp_of(wide.to_double()));
    }
  }
}

TEST_CASE("plane wave: a small term beside many turns counts where no term is rounded") {
  const TurnFrequency f[] = {TurnFrequency::from_turns(Wide(0x1p60)),
                             TurnFrequency::from_turns(Wide(0x1p-100))};
  const Position p[] = {Position(0x1p53), Position(1)};
  CHECK(plane_wave(f, p, TurnOffset()).sin == 0x1p-100 * 6.283185307179586);
}
