// Canonical correlations with known values.
#include "kernels/canonical_correlation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "kernels/centred.hpp"

using namespace posenc;

namespace {

Matrix centred_normal(std::size_t n, std::size_t d, std::uint64_t seed) {
  const Random random(seed);
  Matrix given = Matrix::zeros(n, d);
  for (std::size_t e = 0; e < given.data.size(); ++e) given.data[e] = random.normal(e);
  return centred(given);
}
CanonicalCorrelation of(const Matrix& x, const Matrix& y) { return canonical_correlation(x, y); }

}  // namespace

TEST_CASE("canonical correlation: of single columns the squared correlation") {
  const Matrix x = centred_normal(30, 1, 1), y = centred_normal(30, 1, 2);
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < 30; ++i)
    xx += x.data[i] * x.data[i], xy += x.data[i] * y.data[i], yy += y.data[i] * y.data[i];
  const CanonicalCorrelation got = of(x, y);
  CHECK(got.mean_square.value() == approx(xy * xy / (xx * yy)).epsilon(1e-12));
  CHECK(got.chance.value() == approx(1.0 / 29));
}

TEST_CASE("canonical correlation: 1 of a linear map, ranks, and nothing of a table of zeros") {
  const Matrix x = centred_normal(20, 3, 3);
  Matrix y = Matrix::zeros(20, 5);  // of rank 2
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t c = 0; c < 5; ++c)
      y(i, c) = static_cast<double>(c + 1) * x(i, 0) - static_cast<double>(c * c) * x(i, 2);
  const CanonicalCorrelation got = of(x, y);
  CHECK(got.rank_x == 3);
  CHECK(got.rank_y == 2);
  CHECK(got.mean_square.value() == approx(1).epsilon(1e-13));
  CHECK(got.chance.value() == approx(3.0 / 19));
  const CanonicalCorrelation none = of(x, Matrix::zeros(20, 2));
  CHECK(none.rank_x == 3);
  CHECK(none.rank_y == 0);
  CHECK(!none.mean_square);
  CHECK(!none.chance);
}
