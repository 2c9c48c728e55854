// Factors of kernels and of wide tables, checked by their Gram matrices, and errors.
#include "linalg/factor.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"

using namespace posenc;

namespace {

Matrix gram(const Matrix& table) {
  Matrix k = Matrix::zeros(table.rows, table.rows);
  for (std::size_t i = 0; i < table.rows; ++i)
    for (std::size_t j = 0; j < table.rows; ++j)
      for (std::size_t c = 0; c < table.cols; ++c) k(i, j) += table(i, c) * table(j, c);
  return k;
}
double distance(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) sum += (a(i, j) - b(i, j)) * (a(i, j) - b(i, j));
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("factors have the Gram matrix they are factors of") {
  const Random random(21);
  for (const std::size_t n : {1u, 2u, 9u, 30u})
    for (const std::size_t d : {1u, 2u, 9u, 31u, 100u}) {
      INFO("n ", n, " d ", d);
      Matrix table = Matrix::zeros(n, d);
      for (std::size_t i = 0; i < n * d; ++i) table.data[i] = random.normal(i);
      const Matrix k = gram(table), zero = Matrix::zeros(n, n);
      double squares = 0;
      for (const double x : table.data) squares += x * x;
      const double unit = 8 * static_cast<double>(n) * 0x1p-52;
      const Matrix narrow = narrow_factor(table);
      CHECK(narrow.cols == std::min(n, d));
      CHECK(distance(gram(narrow), k) <= unit * squares);
      const auto factor = gram_factor(k, "kernel");
      REQUIRE(factor.has_value());
      CHECK(factor->cols == std::min(n, d));  // a random table has full rank
      CHECK(distance(gram(*factor), k) <= unit * distance(k, zero));
    }
}

TEST_CASE("gram_factor: what errors of the entries can make is left out") {
  // 11ᵀ of float32 entries: eigenvalues 3 and two of ±10^-7
  const double off = 1 + 1e-7;
  const Matrix k = {3, 3, {1, off, off, off, 1, off, off, off, 1}};
  const auto factor = gram_factor(k, "kernel");
  REQUIRE(factor.has_value());
  CHECK(factor->cols == 1);
  CHECK(distance(gram(*factor), k) <= 3e-7);
}

TEST_CASE("gram_factor refuses what is no kernel") {
  const std::vector<double> skew = {1, 2, 0, 1}, indefinite = {1, 2, 2, 1}, zero = {0, 0, 0, 0};
  for (const auto* k : {&skew, &indefinite}) {
    const auto refused = gram_factor({k->data(), 2, 2}, "kernelX");
    REQUIRE(!refused.has_value());
    CHECK(refused.error().field == "kernelX");
  }
  CHECK(gram_factor({zero.data(), 2, 2}, "kernel")->cols == 0);
  CHECK(gram_factor({zero.data(), 0, 0}, "kernel")->cols == 0);
}
