// The fast path of float32 tables: equal bits to entry-by-entry rounding, for every layout, start,
// step, block boundary and amplitude.
#include "simd/uniform_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <random>

#include "core/rounding.hpp"

using namespace posenc;

namespace {

std::vector<TurnFrequency> geometric(std::size_t pairs, double base) {
  std::vector<TurnFrequency> f;
  for (std::size_t i = 0; i < pairs; ++i)
    f.push_back(TurnFrequency::from_radians(
        exp(-(Wide(static_cast<double>(i)) * log(Wide(base)) / Wide(static_cast<double>(pairs))))));
  return f;
}

std::size_t differing(const std::vector<TurnFrequency>& f, const PairLayout& layout,
                      double amplitude, double start, double step, std::size_t rows,
                      std::size_t width) {
  std::vector<float> fast(rows * width);
  UniformRows(f, layout, amplitude, step).write(start, rows, fast.data(), width);
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const Position p(start + static_cast<double>(r) * step);
    for (std::size_t i = 0; i < f.size(); ++i) {
      const SinCos w = wave(f[i], p);
      const float s = rounded_f32(f[i], true, amplitude, p, w),
                  c = rounded_f32(f[i], false, amplitude, p, w);
      wrong += std::memcmp(&s, &fast[r * width + layout.first_sine + i * layout.stride], 4) != 0;
      wrong += std::memcmp(&c, &fast[r * width + layout.first_cosine + i * layout.stride], 4) != 0;
    }
  }
  return wrong;
}

// for rows of both kinds (kWide in uniform_rows.cpp)
std::size_t differing(const std::vector<TurnFrequency>& f, const PairLayout& layout,
                      double amplitude, double start, double step, std::size_t rows) {
  std::size_t wrong = 0;
  for (const std::size_t width : {2 * f.size(), std::size_t{512}})
    wrong += differing(f, layout, amplitude, start, step, rows, width);
  return wrong;
}

}  // namespace

TEST_CASE("uniform rows: equal to one correct rounding an entry") {
  for (const std::size_t pairs : {1u, 2u, 3u, 7u, 16u})
    for (const double base : {10000.0, 1e9})
      for (const double amplitude : {1.0, 1.3465735902799727}) {
        const auto f = geometric(pairs, base);
        const PairLayout layouts[] = {
            {pairs, 0, 1, 2}, {pairs, 1, 0, 2}, {pairs, 0, pairs, 1}, {pairs, pairs, 0, 1}};
        for (const PairLayout& layout : layouts) {
          CHECK(differing(f, layout, amplitude, 0, 1, 1100) == 0);
          CHECK(differing(f, layout, amplitude, -70, 1, 100) == 0);
          CHECK(differing(f, layout, amplitude, 2147483000, 1, 647) == 0);
          CHECK(differing(f, layout, amplitude, 5, -3, 70) == 0);
          CHECK(differing(f, layout, amplitude, 123456789012345, 1000003, 70) == 0);
        }
      }
}

TEST_CASE("uniform rows: pairs that do not turn are constant") {
  auto f = geometric(6, 10000);
  f[4] = f[5] = TurnFrequency::from_radians(Wide());
  CHECK(differing(f, {6, 0, 6, 1}, 1.0, 0, 1, 100) == 0);
  CHECK(differing(f, {6, 0, 1, 2}, 1.25, 1000, 1, 100) == 0);
  f[5] = f[1];  // not only the last pairs
  CHECK(differing(f, {6, 0, 6, 1}, 1.0, 0, 1, 100) == 0);
}

TEST_CASE("uniform rows: one object, in pieces of any size and place: the same bits") {
  const auto f = geometric(9, 10000);
  const PairLayout layout{9, 0, 1, 2};
  constexpr std::size_t kRows = 2500;
  const auto same = [&](double step, std::size_t width) {
    const double start = 123456789;
    std::vector<float> whole(kRows * width), pieces(kRows * width);
    UniformRows(f, layout, 1, step).write(start, kRows, whole.data(), width);
    UniformRows rows(f, layout, 1, step);
    std::size_t at = 0;
    for (const std::size_t count : {64u, 32u, 5u, 27u, 896u, 96u, 1u, 1000u, 379u}) {
      rows.write(start + static_cast<double>(at) * step, count, pieces.data() + at * width, width);
      at += count;
    }
    REQUIRE(at == kRows);
    // back into a block that was left, between its anchors, and before the first
    for (const std::size_t again : {1024u, 33u, 2047u, 0u})
      rows.write(start + static_cast<double>(again) * step, 40, pieces.data() + again * width,
                 width);
    CHECK(pieces == whole);
  };
  for (const double step : {1.0, -3.0, 1000003.0})
    for (const std::size_t width : {std::size_t{18}, std::size_t{512}}) same(step, width);
}

TEST_CASE("uniform rows: two angle additions are within 2^-49.7, three within 2^-48.9") {
  std::mt19937_64 next(17);
  const auto turns = [&] { return u128{next()} << 64 | next(); };
  const auto add = [](SinCos a, SinCos b) -> SinCos {
    return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
  };
  const double two = std::exp2(-49.7), three = std::exp2(-48.9);
  double worst_two = 0, worst_three = 0;
  for (int sample = 0; sample < 100000; ++sample) {
    u128 at = turns();
    SinCos sum = sincos(at);
    for (int additions = 1; additions <= 3; ++additions) {
      const u128 by = turns();
      at += by;
      sum = add(sum, sincos(by));
      const SinCos exact = sincos(at);
      double& worst = additions == 3 ? worst_three : worst_two;
      worst = std::max({worst, std::fabs(sum.sin - exact.sin), std::fabs(sum.cos - exact.cos)});
    }
  }
  CHECK(worst_two <= two);
  CHECK(worst_three <= three);
  CHECK(worst_two > two / 16);  // the measure detects errors
  MESSAGE("of the bounds: ", worst_two / two, ", ", worst_three / three);
}

TEST_CASE("uniform rows: amplitudes below 0, and cosines that are halfway between two floats") {
  for (const double amplitude : {-1.25, 1 + 0x1p-24, -1 - 0x1p-24})
    for (const std::size_t pairs : {1u, 3u, 6u}) {
      const auto f = geometric(pairs, 10000);
      CHECK(differing(f, {pairs, 0, 1, 2}, amplitude, 0, 1, 40) == 0);
      CHECK(differing(f, {pairs, 0, pairs, 1}, amplitude, -3, 1, 40) == 0);
    }
  // a sixth of a turn: the cosine is ½, while the sine is decided
  const std::vector<TurnFrequency> sixth = {TurnFrequency::from_turns(Wide(1.0) / Wide(6.0))};
  CHECK(differing(sixth, {1, 0, 1, 2}, 1 + 0x1p-24, 0, 1, 40) == 0);
}
