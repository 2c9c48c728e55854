// Correlations by a second formula, and ranks by hand.
#include "kernels/correlation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;

namespace {

std::optional<double> of(const std::vector<double>& x, const std::vector<double>& y) {
  return correlation(x, y);
}
std::vector<double> ranked(const std::vector<double>& x) { return ranks(x); }

}  // namespace

TEST_CASE("correlation: Pearson's from sums of products, Spearman's from differences of ranks") {
  const Random random(5);
  std::vector<double> x, y;
  double n = 50, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0, d2 = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    x.push_back(random.normal(2 * i));
    y.push_back(x[i] + random.normal(2 * i + 1));
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i], syy += y[i] * y[i];
  }
  const double pearson = (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
  CHECK(of(x, y).value() == approx(pearson).epsilon(1e-12));
  const std::vector<double> a = ranked(x), b = ranked(y);
  for (std::size_t i = 0; i < 50; ++i) d2 += (a[i] - b[i]) * (a[i] - b[i]);
  CHECK(of(a, b).value() == approx(1 - 6 * d2 / (n * (n * n - 1))).epsilon(1e-12));
}

TEST_CASE("ranks: ties share their mean; lists of ties have no correlation") {
  CHECK(ranked({3, 1, 2}) == std::vector<double>{2, 0, 1});
  CHECK(ranked({5, 1, 5, 1, 5}) == std::vector<double>{3, 0.5, 3, 0.5, 3});
  CHECK(ranked({1, 1 + 1e-13, 1 - 1e-13}) == std::vector<double>{1, 1, 1});
  CHECK(!of({1, 1 + 1e-13}, {1, 2}));
  CHECK(!of({1, 2}, {4, 4}));
}
