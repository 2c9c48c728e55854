// Rotation against 256-bit arithmetic, at the error stated in rotation.hpp.
#include "encodings/rotation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace posenc;

TEST_CASE("rotation: within 3·2^-53·(|x1| + |x2|)·amplitude, repeated positions included") {
  constexpr std::size_t kPairs = 5, kDim = 12;
  TrigTable t;
  std::vector<TurnFrequency>& f = t.frequencies;
  for (std::size_t i = 0; i < kPairs; ++i)
    f.push_back(TurnFrequency::from_radians(exp(-Wide(static_cast<double>(i)))));
  const std::vector<double> positions = {0, 3, 3, 1e6 + 0.25, -7, 0, 9007199254740992.0, 3};
  std::vector<double> x(positions.size() * kDim), out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = std::fmod(static_cast<double>(k) * 0.7331, 4) - 2;
  for (const bool interleaved : {false, true})
    for (const double amplitude : {1.0, 1.25}) {
      t.amplitude = amplitude;
      Rotation({kDim, interleaved}).apply(t, positions, x.data(), out.data());
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
