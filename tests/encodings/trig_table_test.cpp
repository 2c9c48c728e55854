// Derivatives against 256-bit arithmetic, at the error stated in trig_table.hpp. (tests/mpfr checks
// values, tests/simd the fast path.)
#include "encodings/trig_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "core/random.hpp"

using namespace posenc;

TEST_CASE("derivative: within 4.5 ulp of amplitude·omega·cos and -amplitude·omega·sin") {
  TrigTable t;
  double worst = 0;
  for (const double amplitude : {1.0, 1.3465735902799727})
    for (const double scale : {1.0, -2.5}) {
      t.amplitude = amplitude;
      set_geometric(t, 10000, Wide(20.0), 20, scale);
      t.columns.clear();
      for (std::uint32_t i = 0; i < 20; ++i)
        for (const Wave wave : {Wave::sine, Wave::cosine}) t.columns.push_back({wave, i});
      for (double p = -3; p < 1e9; p = 3 * p + 13.37) {
        std::vector<double> out(t.width());
        derivative_f64(t, std::vector<double>{p}, 0, out.data());
        for (std::size_t c = 0; c < out.size(); ++c) {
          const TurnFrequency& f = t.frequencies[t.columns[c].pair];
          const Wide slope = Wide(amplitude) * f.turns * kTwoPi * Wide(scale < 0 ? -1.0 : 1.0);
          const WideSinCos w = wide_wave(f, scale < 0 ? -p : p);
          const Wide exact = slope * (t.columns[c].wave == Wave::sine ? w.cos : -w.sin);
          int e;
          std::frexp(exact.to_double(), &e);
          const double error = std::fabs((Wide(out[c]) - exact).to_double());
          worst = std::max(worst, std::ldexp(error, 53 - e));
        }
      }
    }
  CHECK(worst <= 4.5);
  CHECK(worst > 0.5);  // the measure works: several roundings cannot all be exact
}

namespace {

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Returns whether the fast path, if allowed, gives the bits of the other one.
bool fast_is_same(const TrigTable& t, double start, double step, std::size_t rows) {
  if (!is_uniform(t, start, step, rows)) return true;
  std::vector<double> positions;
  for (std::size_t r = 0; r < rows; ++r) positions.push_back(start + static_cast<double>(r) * step);
  std::vector<float> slow(rows * t.width()), fast(slow.size(), 7);
  rows_f32(t, positions, slow.data());
  UniformRows waves = uniform_rows(t, step);
  rows_uniform_f32(t, waves, start, step, rows, fast.data());
  return same_bits(slow, fast);
}

}  // namespace

TEST_CASE("rows: columns in any order, missing, twice or of another kind: the same by both paths") {
  const Random random(6);
  std::uint64_t draw = 0;
  const auto below = [&](std::uint64_t n) { return random.below(draw++, n); };
  int regular = 0, partly = 0;
  for (int trial = 0; trial < 600; ++trial) {
    TrigTable t;
    set_geometric(t, 100, Wide(3.0), below(4), trial % 5 == 0 ? -1.5 : 1);
    const auto pairs = static_cast<std::uint32_t>(t.pairs());
    // a regular layout with some changes
    const bool side_by_side = below(2) == 0, cosine_first = below(2) == 0;
    for (std::uint32_t i = 0; i < 2 * pairs; ++i) {
      const bool second = side_by_side ? i % 2 == 1 : i >= pairs;
      t.columns.push_back(
          {second != cosine_first ? Wave::cosine : Wave::sine, side_by_side ? i / 2 : i % pairs});
    }
    for (std::uint64_t change = below(3); change > 0 && !t.columns.empty(); --change) {
      Column& column = t.columns[below(t.columns.size())];
      switch (below(5)) {
        case 0:
          column.wave = column.wave == Wave::sine ? Wave::cosine : Wave::sine;
          break;
        case 1:
          column.pair = static_cast<std::uint32_t>(below(pairs));
          break;
        case 2:
          column = {Wave::zero, 0};
          break;
        case 3:
          column = {Wave::coordinate, 0};
          break;
        default:
          t.columns.pop_back();
      }
    }
    if (trial % 3 == 0) t.columns.push_back({});
    if (trial % 7 == 0) t.zero_position = 3;
    const std::size_t found = regular_pairs(t).pairs;
    regular += found > 0 && found == t.pairs();
    partly += found > 0 && found < t.pairs();
    CHECK(fast_is_same(t, 0, 1, 9));
    CHECK(fast_is_same(t, 30, -3, 11));
    CHECK(fast_is_same(t, 123456789, 1000003, 5));
  }
  CHECK(regular > 100);  // the fast path was taken at full length
  CHECK(partly > 20);
}

TEST_CASE("uniform rows are those of integers, with the anchors around them, of a regular table") {
  TrigTable t;
  set_geometric(t, 10000, Wide(4.0), 4, 1);
  for (const Wave wave : {Wave::sine, Wave::cosine})
    for (std::uint32_t i = 0; i < 4; ++i) t.columns.push_back({wave, i});
  CHECK(is_uniform(t, -5, 3, 100));
  CHECK(!is_uniform(t, 0, 1, 0));
  CHECK(!is_uniform(t, 0.5, 1, 2));
  CHECK(!is_uniform(t, 0, 0.5, 2));
  CHECK(is_uniform(t, 0x1p53, 0, 2));
  CHECK(!is_uniform(t, 0x1p54, 0, 2));
  CHECK(!is_uniform(t, -0x1p54, 0, 2));
  CHECK(is_uniform(t, 0x1p53 - 8, 1, 9));
  CHECK(!is_uniform(t, 0x1p53 - 8, 1, 12));
  // 1024 steps beyond the block
  for (const double sign : {1.0, -1.0}) {
    CHECK(is_uniform(t, 0, sign * 0x1p43, 1));
    CHECK(!is_uniform(t, 0, sign * 0x1p44, 1));
  }
  TrigTable several = t;
  several.amplitudes.assign(4, 2);
  CHECK(!is_uniform(several, 0, 1, 2));
  TrigTable plane = t;
  plane.axes = 2;
  plane.columns.resize(4);
  CHECK(!is_uniform(plane, 0, 1, 2));
  TrigTable shifted = t;
  shifted.offsets.assign(4, TurnOffset(Wide(0.25)));
  CHECK(!is_uniform(shifted, 0, 1, 2));
  TrigTable none = t;
  none.frequencies.clear(), none.columns.assign(2, {});
  CHECK(!is_uniform(none, 0, 1, 2));
}

TEST_CASE("rows: entries so small that float64 does not decide them are rounded once, too") {
  TrigTable t;
  t.axes = 2;
  t.amplitude = 0x1p-130;
  for (int i = 0; i < 3; ++i) {
    const TurnFrequency pair[] = {TurnFrequency::from_radians(Wide(1.0 + i)),
                                  TurnFrequency::from_radians(Wide(0.25 * i))};
    const std::uint32_t at = t.add_pair(pair);
    t.columns.push_back({Wave::sine, at}), t.columns.push_back({Wave::cosine, at});
  }
  for (const bool shifted : {false, true}) {
    t.offsets.clear();
    if (shifted) t.offsets.assign(3, TurnOffset(Wide(0.125)));
    const std::vector<double> positions = {1, 2, -3, 0.5, 1e6, 77};
    std::vector<float> singles(3 * t.width());
    std::vector<double> doubles(singles.size());
    rows_f32(t, positions, singles.data());
    rows_f64(t, positions, doubles.data());
    // a product with a power of two is exact in float64; only its rounding to subnormal remains
    for (std::size_t i = 0; i < singles.size(); ++i)
      CHECK(singles[i] == static_cast<float>(doubles[i]));
  }
}

TEST_CASE("rows: of one axis that is shifted, products that float64 has no bits for") {
  TrigTable t;
  t.amplitude = 0x1p-1060;
  t.frequencies.assign(1, TurnFrequency::from_turns(Wide(0.0625)));
  t.offsets.assign(1, TurnOffset(Wide(0.0625)));
  t.columns = {{Wave::sine, 0}, {Wave::cosine, 0}};
  for (const double p : {0.0, 1.0, 2.0, 5.0}) {
    std::vector<double> got(2);
    rows_f64(t, std::vector<double>{p}, got.data());
    const double phase = 6.283185307179586 * (p + 1) / 16;
    // subnormal: 2^-1074 is the unit
    CHECK(std::fabs(got[0] - std::ldexp(std::sin(phase), -1060)) <= 0x1p-1074);
    CHECK(std::fabs(got[1] - std::ldexp(std::cos(phase), -1060)) <= 0x1p-1074);
  }
}

TEST_CASE("rows_narrow: a product that is halfway, or a hair beside it, at every quarter turn") {
  const double middle = 1 + 0x1p-8, above = middle + 0x1p-52, below = middle - 0x1p-52;
  for (const auto& [amplitude, expected] :
       {std::pair{middle, 1.0}, {above, 1 + 0x1p-7}, {below, 1.0}, {1 + 3 * 0x1p-8, 1 + 0x1p-6}}) {
    TrigTable t;
    t.amplitude = amplitude;
    t.add_pair(0, TurnFrequency::from_turns(Wide(0.25)));
    t.columns = {{Wave::cosine, 0}, {Wave::sine, 0}};
    std::vector<float> singles(8);
    rows_f32(t, std::vector<double>{0, 1, 2, 3}, singles.data());
    std::vector<std::uint16_t> narrow(8);
    rows_narrow(t, kBf16, 0, 1, 4, singles.data(), narrow.data());
    const double waves[] = {1, 0, 0, 1, -1, 0, 0, -1};
    for (std::size_t i = 0; i < 8; ++i) {
      const float got = std::bit_cast<float>(static_cast<std::uint32_t>(narrow[i]) << 16);
      CHECK(got == static_cast<float>(waves[i] * expected));
    }
  }
}
