// Cin against its integral.
#include "kernels/cosine_integral.hpp"

#include <doctest/doctest.h>

#include <cmath>

using posenc::cosine_integral;

TEST_CASE("Cin: against Gauss' rule, within 2e-15 (1 + Cin)") {
  // (1 - cos t)/t = 2 sin²(t/2)/t in long double
  long double sum = 0;
  constexpr int kSteps = 4000;
  constexpr long double kStep = 40.0L / kSteps;
  const auto f = [](long double t) {
    if (t == 0) return 0.0L;
    const long double s = std::sin(t / 2);
    return 2 * s * s / t;
  };
  // Gauss' rule with five points on each step
  const long double node[] = {0, 0.5384693101056830910363144L, 0.9061798459386639927976269L};
  const long double weight[] = {0.5688888888888888888888889L, 0.4786286704993664680412915L,
                                0.2369268850561890875142640L};
  for (int i = 0; i < kSteps; ++i) {
    const long double middle = kStep * (i + 0.5L), half = kStep / 2;
    long double part = weight[0] * f(middle);
    for (int k = 1; k < 3; ++k)
      part += weight[k] * (f(middle + half * node[k]) + f(middle - half * node[k]));
    sum += part * half;
    const double x = static_cast<double>(kStep * (i + 1));
    if (i % 7 == 0) {
      const double want = static_cast<double>(sum);
      CHECK(std::fabs(cosine_integral(x) - want) <= 2e-15 * (1 + want));
    }
  }
}

TEST_CASE("Cin: zero, small and large arguments") {
  CHECK(cosine_integral(0) == 0);
  CHECK(cosine_integral(1e-8) == doctest::Approx(2.5e-17).epsilon(1e-15));
  // Ci(x) is within 1/x of 0
  const double x = 1e12;
  CHECK(cosine_integral(x) == doctest::Approx(0.5772156649015329 + std::log(x)).epsilon(1e-13));
}
