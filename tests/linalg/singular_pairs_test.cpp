// Singular values and vectors: residuals, and tables made from known values.
#include "linalg/singular_pairs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"

using namespace posenc;

namespace {

using Numbers = std::vector<double>;

// rows of A (n, d) reflected: A ← A·(I - 2·v·vᵀ/v·v), or columns
void reflect(Numbers& a, std::size_t n, std::size_t d, bool rows, std::uint64_t seed) {
  const Random random(seed);
  const std::size_t length = rows ? d : n, count = rows ? n : d;
  Numbers v(length);
  double squares = 0;
  for (std::size_t i = 0; i < length; ++i) {
    v[i] = random.normal(i);
    squares += v[i] * v[i];
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto entry = [&](std::size_t i) -> double& { return rows ? a[k * d + i] : a[i * d + k]; };
    double along = 0;
    for (std::size_t i = 0; i < length; ++i) along += 2 / squares * v[i] * entry(i);
    for (std::size_t i = 0; i < length; ++i) entry(i) -= along * v[i];
  }
}
// a table (n, d) with these singular values
Numbers with(const Numbers& values, std::size_t n, std::size_t d) {
  Numbers a(n * d);
  for (std::size_t i = 0; i < std::min(n, d); ++i) a[i * d + i] = values[i];
  for (std::uint64_t turn = 0; turn < 2; ++turn) {
    reflect(a, n, d, true, turn);
    reflect(a, n, d, false, turn + 7);
  }
  return a;
}
std::vector<std::pair<std::string, Numbers>> spectra(std::size_t rank) {
  Numbers graded(rank), clustered(rank), deficient(rank), steep(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const auto x = static_cast<double>(i) / static_cast<double>(rank);
    graded[i] = std::pow(10.0, -12 * x);
    steep[i] = std::pow(10.0, -40 * x);
    clustered[i] = i < rank / 2 ? 1 : 1e-9;
    deficient[i] = i < (rank + 2) / 3 ? 2 - x : 0;
  }
  return {{"graded", graded},           {"steep", steep},
          {"clustered", clustered},     {"of low rank", deficient},
          {"ones", Numbers(rank, 1.0)}, {"zero", Numbers(rank)}};
}

}  // namespace

TEST_CASE("singular pairs: values, residuals and orthogonality within 4·(m + 8)·2^-53") {
  struct Shape {
    std::size_t n, d;
  };
  for (const Shape& shape :
       {Shape{1, 1}, Shape{1, 5}, Shape{5, 1}, Shape{2, 2}, Shape{3, 3}, Shape{40, 40},
        Shape{70, 33}, Shape{33, 70}, Shape{300, 64}, Shape{130, 130}, Shape{100, 101}}) {
    const std::size_t n = shape.n, d = shape.d, rank = std::min(n, d);
    for (const auto& spectrum : spectra(rank)) {
      const Numbers& want = spectrum.second;
      INFO(spectrum.first, ", ", n, " x ", d);
      const double unit = 4 * static_cast<double>(std::max(n, d) + 8) * 0x1p-53, top = want[0];
      const Numbers table = with(want, n, d);
      const ConstMatrixView given = {table.data(), n, d};
      const Spectrum s = singular_pairs(given, rank), values = singular_pairs(given, 0),
                     some = singular_pairs(given, (rank + 3) / 4);
      REQUIRE(s.values.size() == rank);
      REQUIRE(values.values.size() == rank);
      REQUIRE(s.vectors.data.size() == rank * n);
      REQUIRE(some.vectors.data.size() == (rank + 3) / 4 * n);
      CHECK(some.values == s.values);
      Numbers gram(rank * rank), there(rank * d), back(rank * n);
      multiply(1, s.vectors, transposed(s.vectors), gram.data());
      multiply(1, s.vectors, given, there.data());
      multiply(1, in_rows(there, d), transposed(given), back.data());
      for (std::size_t k = 0; k < rank; ++k) {
        CHECK(std::fabs(s.values[k] - want[k]) <= unit * top);
        CHECK(std::fabs(values.values[k] - want[k]) <= unit * top);
        CHECK(s.values[k] >= 0);
        double squares = 0, length = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const double r = back[k * n + i] - s.values[k] * s.values[k] * s.vectors(k, i);
          squares += r * r;
        }
        for (std::size_t c = 0; c < d; ++c) length += there[k * d + c] * there[k * d + c];
        CHECK(std::sqrt(squares) <= unit * top * top);
        CHECK(std::fabs(std::sqrt(length) - s.values[k]) <= unit * top);
        for (std::size_t o = 0; o <= k; ++o)
          CHECK(std::fabs(gram[k * rank + o] - (o == k ? 1 : 0)) <= unit);
      }
    }
  }
}

TEST_CASE("singular pairs: the share done rises, and a table without rows has none") {
  const Random random(1);
  Numbers table(300 * 120);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = random.normal(i);
  double done = 0;
  int reports = 0;
  const Progress progress([&](double share) {
    CHECK(share >= done);
    CHECK(share <= 1);
    done = share, ++reports;
  });
  const Spectrum told = singular_pairs({table.data(), 300, 120}, 60, progress);
  CHECK(reports >= 3);
  CHECK(told.values == singular_pairs({table.data(), 300, 120}, 60).values);
  CHECK(singular_pairs({nullptr, 0, 4}, 1).values.empty());
}
