// Exponential and normal distribution of float32 lanes against real.hpp.
#include "simd/normal_lanes.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/real.hpp"

using namespace posenc;

TEST_CASE("the exponential of four floats") {
  double worst = 0;
  for (double x = -59.9; x < 88; x += 0.00731) {
    const auto at = static_cast<float>(x);
    const double exact = real::exp(static_cast<double>(at));
    worst = std::fmax(worst,
                      std::fabs(static_cast<double>(lanes::exp(lanes::four(at))[1]) / exact - 1));
  }
  CHECK(worst < 2e-7);
  CHECK(lanes::exp(lanes::four(0))[0] == 1);
  CHECK(lanes::exp(lanes::four(-61))[0] == 0);
  CHECK(lanes::exp(lanes::four(-INFINITY))[0] == 0);
  CHECK(std::isnan(lanes::exp(lanes::four(NAN))[0]));
}

TEST_CASE("the normal distribution of four floats") {
  double below = 0, density = 0;
  for (double x = -12; x < 12; x += 0.000913) {
    const auto at = static_cast<float>(x);
    const lanes::Normal got = lanes::normal_of(lanes::four(at));
    const double exact = static_cast<double>(at);
    below = std::fmax(below, std::fabs(static_cast<double>(got.below[2]) -
                                       (1 + real::erf(exact * 0.7071067811865476)) / 2));
    density = std::fmax(density, std::fabs(static_cast<double>(got.density[2]) -
                                           0.3989422804014327 * real::exp(-exact * exact / 2)));
  }
  CHECK(below < 2e-7);
  CHECK(density < 2e-7);
}
