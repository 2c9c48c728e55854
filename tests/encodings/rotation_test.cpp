// Rotation against 256-bit arithmetic, at the error stated in rotation.hpp; rows of the registry
// against complex numbers.
#include "encodings/rotation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <initializer_list>
#include <span>
#include <utility>

#include "../support/attention.hpp"

using namespace posenc;

namespace {
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}
}  // namespace

TEST_CASE("rotation: within 3·2^-53·(|x1| + |x2|)·amplitude, repeated positions included") {
  constexpr std::size_t kPairs = 5, kDim = 12;
  TrigTable t;
  std::vector<TurnFrequency>& f = t.frequencies;
  for (std::size_t i = 0; i < kPairs; ++i)
    f.push_back(TurnFrequency::from_radians(exp(-Wide(static_cast<double>(i)))));
  const std::vector<double> positions = {0, 3, 3, 1e6 + 0.25, -7, 0, 9007199254740992.0, 3};
  std::vector<double> x(positions.size() * kDim), out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = static_cast<float>(std::fmod(static_cast<double>(k) * 0.7331, 4) - 2);
  const std::vector<float> x32(x.begin(), x.end());
  std::vector<float> single(x.size());
  for (const bool interleaved : {false, true})
    for (const double amplitude : {1.0, 1.25}) {
      t.amplitude = amplitude;
      Rotation rotation({kDim, interleaved});
      rotation.apply(t, positions, x.data(), out.data());
      rotation.apply(t, positions, x32.data(), single.data());
      for (std::size_t r = 0; r < positions.size(); ++r) {
        const double *in = &x[r * kDim], *got = &out[r * kDim];
        for (std::size_t i = 0; i < kPairs; ++i) {
          const std::size_t a = interleaved ? 2 * i : i, b = interleaved ? 2 * i + 1 : i + kPairs;
          const WideSinCos w = wide_wave(f[i], positions[r]);
          const Wide y1 = (Wide(in[a]) * w.cos - Wide(in[b]) * w.sin) * Wide(amplitude);
          const Wide y2 = (Wide(in[b]) * w.cos + Wide(in[a]) * w.sin) * Wide(amplitude);
          const double bound = 3 * 0x1p-53 * (std::fabs(in[a]) + std::fabs(in[b])) * amplitude;
          CHECK(std::fabs((Wide(got[a]) - y1).to_double()) <= bound);
          CHECK(std::fabs((Wide(got[b]) - y2).to_double()) <= bound);
          for (const auto& [k, y] : {std::pair{a, y1}, {b, y2}}) {
            const double size = std::fabs(y.to_double());
            const double rounding = size < 0x1p-126 ? 0x1p-150 : 0x1p-24 * size;
            CHECK(std::fabs((Wide(static_cast<double>(single[r * kDim + k])) - y).to_double()) <=
                  rounding + bound);
          }
        }
        for (std::size_t k = 2 * kPairs; k < kDim; ++k) CHECK(got[k] == in[k]);
      }
    }
}

TEST_CASE("rotation: more positions than are kept give the same numbers") {
  TrigTable t;
  t.frequencies.assign(4096, TurnFrequency::from_radians(Wide(0.37)));
  Rotation rotation({8192, false});
  std::vector<double> x(8192, 1.0), first(8192), again(8192);
  rotation.apply(t, std::vector<double>{1}, x.data(), first.data());
  for (double p = 2; p < 600; ++p)
    rotation.apply(t, std::vector<double>{p}, x.data(), again.data());
  rotation.apply(t, std::vector<double>{1}, x.data(), again.data());
  CHECK(first == again);
}

TEST_CASE("rotation: the same bits, however the positions follow one another or are cut") {
  TrigTable t;
  for (int i = 0; i < 3; ++i)
    t.frequencies.push_back(TurnFrequency::from_radians(exp(-Wide(static_cast<double>(i)))));
  constexpr std::size_t kDim = 6;
  const std::vector<std::vector<double>> orders = {
      {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3},  // heads
      {5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 5, 6},  // heads innermost
      {0, 1, 2, 0, 1, 0, 2, 1, 0, 3, 4, 0},  // none
      {-0.0, 1, 0, 1, -0.0, 9, 8, 8, 9, 0, 1, 2}};
  const auto check = [&]<class T>(T) {
    for (const std::vector<double>& positions : orders) {
      std::vector<T> x(positions.size() * kDim), whole(x.size()), part(x.size());
      for (std::size_t k = 0; k < x.size(); ++k)
        x[k] = static_cast<T>(std::fmod(static_cast<double>(k) * 0.7331, 4) - 2);
      Rotation({kDim, false}).apply(t, positions, x.data(), whole.data());
      for (const std::size_t piece : {1u, 3u, 5u}) {
        Rotation rotation({kDim, false});
        for (std::size_t r = 0; r < positions.size(); r += piece)
          rotation.apply(t, std::span(positions).subspan(r, std::min(piece, positions.size() - r)),
                         &x[r * kDim], &part[r * kDim]);
        CHECK(same_bits(part, whole));
      }
      for (std::size_t r = 0; r < positions.size(); ++r)
        Rotation({kDim, false})
            .apply(t, std::span(positions).subspan(r, 1), &x[r * kDim], &part[r * kDim]);
      CHECK(same_bits(part, whole));
    }
  };
  check(double());
  check(float());
}

TEST_CASE("rotation by a row: every layout, whole or partial, with a position id for each row") {
  using namespace posenc::test;
  constexpr std::size_t kDim = 12, kRows = 7;
  // ids as in engines: left padding, packed sequences, a gap, a fraction
  const std::vector<double> ids = {0, 0, 0, 1, 2, 500000, 3.5};
  const std::vector<double> x = some_numbers(kRows * kDim);
  for (const std::string layout : {"half", "interleaved"})
    for (const std::size_t rotary_dim : {kDim, std::size_t{8}, std::size_t{2}}) {
      INFO(layout << " " << rotary_dim);
      Plan plan = plan_of(
          {{"encoding", "rope"}, {"dim", kDim}, {"layout", layout}, {"rotaryDim", rotary_dim}});
      const std::vector<double> got = rotated(plan, ids, x);
      for (std::size_t r = 0; r < kRows; ++r)
        for (std::size_t i = 0; i < rotary_dim / 2; ++i) {
          const std::size_t a = layout == "half" ? i : 2 * i;
          const std::size_t b = layout == "half" ? i + rotary_dim / 2 : 2 * i + 1;
          const std::complex<double> in(x[r * kDim + a], x[r * kDim + b]);
          const std::complex<double> turned =
              in * std::polar(1.0, ids[r] * std::pow(10000.0, -2.0 * static_cast<double>(i) /
                                                                  static_cast<double>(rotary_dim)));
          CHECK(std::abs(turned - std::complex(got[r * kDim + a], got[r * kDim + b])) <= 1e-9);
        }
      for (std::size_t r = 0; r < kRows; ++r)
        for (std::size_t c = rotary_dim; c < kDim; ++c) CHECK(got[r * kDim + c] == x[r * kDim + c]);
    }
}

TEST_CASE("rotation by a row: ids of several coordinates, one row each, in any order") {
  using namespace posenc::test;
  Plan plan =
      plan_of({{"encoding", "mrope"}, {"dim", 16}, {"rotaryDim", 8}, {"sections", {1, 2, 1}}});
  // a text token, two image cells, the first one again, a text token after them
  const std::vector<double> ids = {3, 3, 3, 4, 0, 0, 4, 1, 7, 4, 0, 0, 12, 12, 12};
  const std::vector<double> x = some_numbers(5 * 16), whole = rotated(plan, ids, x);
  for (std::size_t r = 0; r < 5; ++r) {
    const std::vector<double> id(&ids[3 * r], &ids[3 * r] + 3), row(&x[16 * r], &x[16 * r] + 16);
    const std::vector<double> alone = rotated(plan, id, row);
    CHECK(std::equal(alone.begin(), alone.end(), &whole[16 * r]));
    for (std::size_t i = 0; i < 4; ++i) {
      const double angle = id[i == 0  ? 0
                              : i < 3 ? 1
                                      : 2] *
                           std::pow(1e6, -static_cast<double>(i) / 4);
      const std::complex<double> turned = std::complex(row[i], row[i + 4]) * std::polar(1.0, angle);
      CHECK(std::abs(turned - std::complex(alone[i], alone[i + 4])) <= 1e-14);
    }
    for (std::size_t c = 8; c < 16; ++c) CHECK(alone[c] == row[c]);
  }
  std::vector<double> out(16);
  CHECK(!plan.rotate(std::vector<double>{1, 2}, x.data(), 16, out.data()));
}

TEST_CASE("rotation: more positions than are remembered at a time give the same bits") {
  // 64 positions of this width fill the cache
  constexpr std::size_t kPairs = 32768, kDim = 2 * kPairs, kRows = 70;
  TrigTable t;
  t.frequencies.assign(kPairs, TurnFrequency::from_radians(Wide(0.25)));
  std::vector<double> positions(kRows);
  for (std::size_t r = 0; r < kRows; ++r) positions[r] = static_cast<double>(r);
  std::vector<double> x(kRows * kDim, 1), out(x.size());
  Rotation all({kDim, false});
  all.apply(t, positions, x.data(), out.data());
  for (const std::size_t r : {0u, 62u, 63u, 64u, 65u, 69u}) {
    std::vector<double> alone(kDim);
    Rotation({kDim, false}).apply(t, {&positions[r], 1}, x.data(), alone.data());
    CHECK(std::memcmp(alone.data(), out.data() + r * kDim, kDim * sizeof(double)) == 0);
  }
}
