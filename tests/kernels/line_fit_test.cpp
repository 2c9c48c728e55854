// Fits of known lines, R² by its definition, and data without a line.
#include "kernels/line_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;

TEST_CASE("fit_line: the slope of a line, and R² as the part of the spread that it explains") {
  const Random random(1);
  std::vector<double> x, y, line;
  for (std::size_t i = 0; i < 40; ++i) {
    x.push_back(random.normal(2 * i));
    y.push_back(0.5 - 3 * x[i] + random.normal(2 * i + 1));
    line.push_back(0.5 - 3 * x[i]);
  }
  const auto exact = fit_line(x, line), fit = fit_line(x, y);
  REQUIRE((exact && fit));
  CHECK(exact->slope == approx(-3).epsilon(1e-14));
  CHECK(exact->r_squared == approx(1).epsilon(1e-14));
  double n = 40, sx = 0, sy = 0, sxx = 0, sxy = 0, rest = 0, spread = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx), at = (sy - slope * sx) / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    rest += std::pow(y[i] - at - slope * x[i], 2);
    spread += std::pow(y[i] - sy / n, 2);
  }
  CHECK(fit->slope == approx(slope).epsilon(1e-13));
  CHECK(fit->r_squared == approx(1 - rest / spread).epsilon(1e-13));
  CHECK(fit_line({1, 2, 3}, {5, 5, 5})->slope == 0);
  CHECK(fit_line({1, 2, 3}, {5, 5, 5})->r_squared == 1);
}

TEST_CASE("log_slope: the exponent of a power; nothing where x does not vary or y is not above 0") {
  const std::vector<double> x = {16, 64, 256, 1000};
  std::vector<double> y;
  for (const double m : x) y.push_back(3 / std::sqrt(m));
  CHECK(*log_slope(x, y) == approx(-0.5).epsilon(1e-14));
  CHECK(!log_slope({}, {}));
  CHECK(!log_slope({1, 2}, {1, 0}));
  CHECK(!log_slope({0, 2}, {1, 1}));
  // the mean of equal numbers may differ from them
  for (double m = 2; m < 100; ++m) CHECK(!log_slope({m, m, m}, {1, 2, 3}));
}
