// Circulants against the eigenvalues of the whole matrix and their definitions.
#include "kernels/toeplitz.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"

using namespace posenc;

namespace {

Matrix toeplitz(const std::vector<double>& row) {
  const std::size_t n = row.size();
  Matrix k = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) k(i, j) = row[i > j ? i - j : j - i];
  return k;
}
std::vector<double> random_row(std::size_t n, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> row(n);
  for (std::size_t i = 0; i < n; ++i) row[i] = random.normal(i);
  return row;
}
std::vector<double> row_of(const Matrix& k) { return toeplitz_row(k); }

}  // namespace

TEST_CASE("toeplitz_row: the row of such a matrix, and nothing of one that is none") {
  CHECK(row_of({0, 0, {}}).empty());
  for (const std::size_t n : {1u, 2u, 7u}) {
    const std::vector<double> row = random_row(n, n);
    CHECK(row_of(toeplitz(row)) == row);
    if (n < 2) continue;
    Matrix other = toeplitz(row);
    other(n - 1, 0) += 1e-12 * std::fabs(row[0]);
    CHECK(row_of(other).empty());
  }
}

TEST_CASE("circulants: eigenvalues of the matrix, which is its own approximation") {
  for (const std::size_t n : {1u, 2u, 5u, 8u, 13u}) {
    std::vector<double> row = random_row(n, 20 + n);
    // the nearest circulant: each entry is the mean of the entries it replaces
    const Matrix k = toeplitz(row);
    const std::vector<double> chan = chan_circulant(row), strang = strang_circulant(row);
    for (std::size_t d = 0; d < n; ++d) {
      double mean = 0;
      for (std::size_t i = 0; i < n; ++i) mean += k(i, (i + d) % n) / static_cast<double>(n);
      CHECK(chan[d] == approx(mean).epsilon(1e-13));
      CHECK(strang[d] == row[std::min(d, n - d)]);
    }
    for (std::size_t j = 1; j < n; ++j) row[j] = row[std::min(j, n - j)];
    CHECK(strang_circulant(row) == row);
    const std::vector<double> values = circulant_eigenvalues(row);
    const std::vector<double> want = eigenpairs(toeplitz(row), 0).values;
    REQUIRE(values.size() == n);
    for (std::size_t m = 0; m < n; ++m) {
      CHECK(chan_circulant(row)[m] == approx(row[m]).epsilon(1e-14));
      CHECK(std::fabs(values[m] - want[m]) <= 1e-13 * static_cast<double>(n));
    }
  }
}
