// Representational similarity from single cosines, and its invariances.
#include "kernels/representational_similarity.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/approx.hpp"
#include "core/random.hpp"
#include "kernels/correlation.hpp"

using namespace posenc;

namespace {

Matrix normal(std::size_t n, std::size_t d, std::uint64_t seed) {
  const Random random(seed);
  Matrix m = Matrix::zeros(n, d);
  for (std::size_t e = 0; e < n * d; ++e) m.data[e] = random.normal(e);
  return m;
}
std::vector<double> cosines(const Matrix& table) {
  std::vector<double> out;
  for (std::size_t i = 0; i < table.rows; ++i)
    for (std::size_t j = i + 1; j < table.rows; ++j) {
      double product = 0, a = 0, b = 0;
      for (std::size_t c = 0; c < table.cols; ++c) {
        product += table(i, c) * table(j, c);
        a += table(i, c) * table(i, c), b += table(j, c) * table(j, c);
      }
      out.push_back(product == 0 ? 0 : product / std::sqrt(a * b));
    }
  return out;
}
RepresentationalSimilarity of(const Matrix& x, const Matrix& y) {
  return representational_similarity(x, y);
}

}  // namespace

TEST_CASE("representational similarity: the correlation of cosines") {
  Matrix x = normal(12, 4, 1), y = normal(12, 7, 2);
  for (std::size_t c = 0; c < 4; ++c) x(3, c) = 0;  // at a right angle to every row
  const std::optional<double> pearson = correlation(cosines(x), cosines(y));
  const RepresentationalSimilarity got = of(x, y);
  CHECK(got.pearson.value() == approx(pearson.value()).epsilon(1e-12));
  CHECK(std::fabs(got.spearman.value()) < 1);
  for (std::size_t i = 0; i < 12; ++i)  // lengths of rows have no effect
    for (std::size_t c = 0; c < 7; ++c) y(i, c) *= static_cast<double>(i + 1);
  CHECK(of(x, y).pearson.value() == approx(pearson.value()).epsilon(1e-12));
  CHECK(of(x, y).spearman.value() == approx(got.spearman.value()).epsilon(1e-12));
  CHECK(of(y, y).pearson.value() == approx(1).epsilon(1e-13));
  CHECK(!of(normal(2, 3, 1), normal(2, 3, 2)).pearson);  // one pair
}
