// The Gaussian kernel of median width against its definition.
#include "kernels/median_kernel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../support/approx.hpp"
#include "core/random.hpp"

using namespace posenc;

TEST_CASE("median kernel: exp(-D²/2σ²), σ² a multiple of the median of D²") {
  const Random random(3);
  for (const std::size_t n : {2u, 3u, 4u, 9u}) {
    Matrix table = Matrix::zeros(n, 6);
    for (std::size_t e = 0; e < table.data.size(); ++e) table.data[e] = random.normal(e);
    const auto square = [&](std::size_t i, std::size_t j) {
      double sum = 0;
      for (std::size_t c = 0; c < 6; ++c) sum += std::pow(table(i, c) - table(j, c), 2);
      return sum;
    };
    std::vector<double> squares;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) squares.push_back(square(i, j));
    std::ranges::sort(squares);
    const std::size_t half = squares.size() / 2;
    const double median =
        squares.size() % 2 == 1 ? squares[half] : (squares[half - 1] + squares[half]) / 2;
    const MedianKernel k = median_kernel(table, 0.8);
    CHECK(k.sigma * k.sigma == approx(0.64 * median).epsilon(1e-13));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        CHECK(k.values(i, j) == approx(std::exp(-square(i, j) / (1.28 * median))));
  }
}

TEST_CASE("median kernel: there is none where half of the rows are equal") {
  CHECK(median_kernel({4, 1, {1, 1, 1, 2}}, 1).sigma > 0);      // three of six distances are 0
  CHECK(median_kernel({5, 1, {1, 1, 1, 1, 2}}, 1).sigma == 0);  // six of ten
}
