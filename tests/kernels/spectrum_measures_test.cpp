// Measures of spectra that have closed forms: equal eigenvalues, geometric ones, powers.
#include "kernels/spectrum_measures.hpp"
#include "../support/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace posenc;

TEST_CASE("spectrum measures: k equal eigenvalues count as k; those of nothing are 0") {
  for (const std::size_t k : {1u, 3u, 20u}) {
    std::vector<double> values(25);
    for (std::size_t m = 0; m < k; ++m) values[m] = 0.7;
    const SpectrumMeasures of = spectrum_measures(values);
    const auto size = static_cast<double>(k);
    CHECK(of.rank == k);
    CHECK(of.trace == approx(0.7 * size).epsilon(1e-14));
    for (const double measure : {of.participation_ratio, of.effective_rank, of.stable_rank})
      CHECK(measure == approx(size).epsilon(1e-13));
    CHECK(numerical_rank(values, 0.99) == k);
    const std::vector<double> dimensions = effective_dimensions(values, {0.7, 2.1});
    REQUIRE(dimensions.size() == 2);
    CHECK(dimensions[0] == approx(size / 2));
    CHECK(dimensions[1] == approx(size / 4));
  }
  const SpectrumMeasures none = spectrum_measures({0, 0});
  CHECK(none.rank == 0);
  CHECK(none.effective_rank + none.participation_ratio + none.stable_rank + none.trace == 0);
  CHECK(numerical_rank({0, 0}, 0) == 0);
}

TEST_CASE("spectrum measures of r^m: geometric sums") {
  constexpr double r = 0.5;
  std::vector<double> values;
  for (int m = 0; m < 60; ++m) values.push_back(std::pow(r, m));
  const SpectrumMeasures of = spectrum_measures(values);
  CHECK(of.trace == approx(1 / (1 - r)).epsilon(1e-14));
  CHECK(of.participation_ratio == approx((1 + r) / (1 - r)).epsilon(1e-14));
  // the entropy of a geometric distribution: 2 ln 2 at r = 1/2
  CHECK(of.effective_rank == approx(4).epsilon(1e-13));
  CHECK(numerical_rank(values, 0.1) == 4);  // 1, 1/2, 1/4, 1/8
}

TEST_CASE("spectrum decay: powers and exponentials have their own line, up to the first zero") {
  std::vector<double> power, exponential;
  for (int m = 1; m <= 30; ++m)
    power.push_back(std::pow(m, -1.5)), exponential.push_back(std::exp(-0.3 * m));
  power.push_back(0), exponential.push_back(0);
  const auto of_power = spectrum_decay(power), of_exponential = spectrum_decay(exponential);
  REQUIRE((of_power && of_exponential));
  CHECK(of_power->power.slope == approx(-1.5).epsilon(1e-13));
  CHECK(of_power->power.r_squared == approx(1).epsilon(1e-13));
  CHECK(of_power->exponential.r_squared < 0.9);
  CHECK(of_exponential->exponential.slope == approx(-0.3).epsilon(1e-13));
  CHECK(of_exponential->exponential.r_squared == approx(1).epsilon(1e-13));
  CHECK(!spectrum_decay({1, 0.5, 0}));
}

TEST_CASE("square_singular_values: squares, and 0 up to the floor") {
  std::vector<double> values = {3, 1, 1e-9, 1e-12, 0};
  const double floor = square_singular_values(values, 5, 100);
  CHECK(floor == approx(9 * std::pow(2000 * 100 * 0x1p-52, 2)).epsilon(1e-14));
  CHECK(values == std::vector<double>{9, 1, 1e-9 * 1e-9, 0, 0});
}
