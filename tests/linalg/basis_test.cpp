// Orthonormal bases: orthonormality, rank and span.
#include "linalg/basis.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"

using namespace posenc;

TEST_CASE("orthonormal_basis: rank, orthonormality and span") {
  const Random random(11);
  for (const std::size_t n : {1u, 4u, 24u})
    for (const std::size_t d : {1u, 3u, 24u, 40u})
      for (const std::size_t rank : {0u, 1u, 3u, 24u}) {
        if (rank > n || rank > d) continue;
        INFO("n ", n, " d ", d, " rank ", rank);
        std::vector<double> table(n * d);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < d; ++j)
            for (std::size_t r = 0; r < rank; ++r)
              table[i * d + j] += random.normal(i * 64 + r) * random.normal(9999 + j * 64 + r);
        const Matrix basis = orthonormal_basis({table.data(), n, d});
        REQUIRE(basis.cols == rank);
        double worst = 0, outside = 0, size = 0;
        for (std::size_t a = 0; a < rank; ++a)
          for (std::size_t b = 0; b < rank; ++b) {
            double product = a == b ? -1 : 0;
            for (std::size_t i = 0; i < n; ++i) product += basis(i, a) * basis(i, b);
            worst = std::fmax(worst, std::fabs(product));
          }
        CHECK(worst <= 64 * 0x1p-53);
        for (std::size_t j = 0; j < d; ++j) {  // column j minus its projection
          std::vector<double> rest(n);
          for (std::size_t i = 0; i < n; ++i) rest[i] = table[i * d + j];
          for (std::size_t r = 0; r < rank; ++r) {
            double product = 0;
            for (std::size_t i = 0; i < n; ++i) product += basis(i, r) * table[i * d + j];
            for (std::size_t i = 0; i < n; ++i) rest[i] -= product * basis(i, r);
          }
          for (std::size_t i = 0; i < n; ++i) {
            outside += rest[i] * rest[i];
            size += table[i * d + j] * table[i * d + j];
          }
        }
        CHECK(outside <= 1e-28 * size);
      }
}
