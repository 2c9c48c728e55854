// Means and norms of centred and normalised tables.
#include "kernels/centred.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;

TEST_CASE("centred: columns without a mean, exactly 0 where they are constant") {
  const Random random(9);
  Matrix given = Matrix::zeros(40, 3), table;
  for (std::size_t i = 0; i < 40; ++i)
    given(i, 0) = 5 + random.normal(i), given(i, 1) = 0.1, given(i, 2) = i == 7 ? 1 : 0;
  table = centred(given);
  double sum = 0, square = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    sum += table(i, 0), square += table(i, 0) * table(i, 0);
    CHECK(table(i, 0) - table(0, 0) == approx(given(i, 0) - given(0, 0)).epsilon(1e-13));
    CHECK(table(i, 1) == 0);
    CHECK(table(i, 2) == (i == 7 ? 1 : 0) - 1.0 / 40);
  }
  CHECK(std::fabs(sum) <= 1e-13);
  Matrix unit = normalised(table);
  double norm = 0;
  for (const double x : unit.data) norm += x * x;
  CHECK(norm == approx(1).epsilon(1e-14));
  CHECK(unit(3, 0) / unit(7, 2) == approx(table(3, 0) / table(7, 2)).epsilon(1e-15));
  unit = normalised(Matrix::zeros(3, 2));
  CHECK(unit.data.empty());
  CHECK(unit.rows == 0);
}
