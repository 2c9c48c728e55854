// Factors of kernels and of wide tables by their Gram matrices, and what is refused.
#include "linalg/factor.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"

using namespace posenc;

namespace {

std::vector<double> gram(const std::vector<double>& table, std::size_t n, std::size_t d) {
  std::vector<double> k(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < d; ++c) k[i * n + j] += table[i * d + c] * table[j * d + c];
  return k;
}
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("factors have the Gram matrix they are factors of") {
  const Random random(21);
  for (const std::size_t n : {1u, 2u, 9u, 30u})
    for (const std::size_t d : {1u, 2u, 9u, 31u, 100u}) {
      INFO("n ", n, " d ", d);
      std::vector<double> table(n * d);
      for (std::size_t i = 0; i < n * d; ++i) table[i] = random.normal(i);
      const std::vector<double> k = gram(table, n, d), zero(n * n);
      double squares = 0;
      for (const double x : table) squares += x * x;
      const double unit = 8 * static_cast<double>(n) * 0x1p-52;
      const Factor narrow = narrow_factor(table.data(), n, d);
      CHECK(narrow.columns == std::min(n, d));
      CHECK(distance(gram(narrow.table, n, narrow.columns), k) <= unit * squares);
      const auto factor = gram_factor(k.data(), n, "kernel");
      REQUIRE(factor.has_value());
      CHECK(factor->columns == std::min(n, d));  // a random table has full rank
      CHECK(distance(gram(factor->table, n, factor->columns), k) <= unit * distance(k, zero));
    }
}

TEST_CASE("gram_factor: what errors of the entries can make is left out") {
  // 11ᵀ of float32 entries: eigenvalues 3 and two of ±10^-7
  const double off = 1 + 1e-7;
  const std::vector<double> k = {1, off, off, off, 1, off, off, off, 1};
  const auto factor = gram_factor(k.data(), 3, "kernel");
  REQUIRE(factor.has_value());
  CHECK(factor->columns == 1);
  CHECK(distance(gram(factor->table, 3, 1), k) <= 3e-7);
}

TEST_CASE("gram_factor refuses what is no kernel") {
  const std::vector<double> skew = {1, 2, 0, 1}, indefinite = {1, 2, 2, 1}, zero = {0, 0, 0, 0};
  for (const auto* k : {&skew, &indefinite}) {
    const auto refused = gram_factor(k->data(), 2, "kernelX");
    REQUIRE(!refused.has_value());
    CHECK(refused.error().field == "kernelX");
  }
  CHECK(gram_factor(zero.data(), 2, "kernel")->columns == 0);
  CHECK(gram_factor(zero.data(), 0, "kernel")->columns == 0);
}
