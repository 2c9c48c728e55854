// Closed-form kernels against sums in 256-bit arithmetic, at the error stated in shift_kernel.hpp.
#include "kernels/shift_kernel.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <vector>

using namespace posenc;

TEST_CASE("shift kernel and decay bound: within the stated error, at any offset") {
  for (const std::size_t p : {1u, 32u, 256u}) {
    std::vector<TurnFrequency> f;
    for (std::size_t i = 0; i < p; ++i)
      f.push_back(TurnFrequency::from_radians(exp(
          -(Wide(static_cast<double>(i)) * log(Wide(10000.0)) / Wide(static_cast<double>(p))))));
    for (const double offset : {0.0, 1.0, -1.0, 100.5, 131071.0, 1e9, 9007199254740992.0}) {
      const std::vector<double> offsets = {offset};
      double k = 0, bound = 0;
      const double amplitude = 1.5;
      shift_kernel({f, {&amplitude, 1}}, offsets, &k);
      decay_bound(f, offsets, &bound);
      Wide sum, re, im;
      double expected_bound = 0;
      for (const TurnFrequency& frequency : f) {
        const WideSinCos w = wide_wave(frequency, offset);
        sum = sum + w.cos;
        re = re + w.cos, im = im + w.sin;
        expected_bound += std::sqrt((re * re + im * im).to_double());
      }
      const double terms = static_cast<double>(p);
      CHECK(std::fabs(k - (sum * Wide(2.25)).to_double()) <= (3.2 * terms + 1) * 2.25 * 0x1p-53);
      CHECK(std::fabs(bound - expected_bound / terms) <= (terms * terms + 4) * 0x1p-53);
    }
  }
}

TEST_CASE("shift kernel and decay bound of no frequencies are 0") {
  const std::vector<double> offsets = {0, 3};
  std::vector<double> k(2, 7), bound(2, 7);
  shift_kernel({{}, {}}, offsets, k.data());
  decay_bound({}, offsets, bound.data());
  CHECK(k == std::vector<double>(2));
  CHECK(bound == std::vector<double>(2));
}
