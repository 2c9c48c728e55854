// Sums of cosines by Fourier transform against direct sums.
#include "linalg/cosine_sums.hpp"

#include <cmath>

#include "../support/golden.hpp"
#include "core/random.hpp"
#include "core/turn.hpp"

using namespace posenc;

TEST_CASE("cosine sums: within the stated error, lists longer than the period included") {
  for (const std::size_t half : {1, 2, 8, 256})
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, half, 5 * half + 3}) {
      const Random random(n, 1);
      std::vector<double> x(n);
      double size = 0, levels = 0;
      for (std::size_t i = 0; i < n; ++i) x[i] = random.normal(i), size += std::fabs(x[i]);
      for (std::size_t s = 2 * half; s > 1; s /= 2) ++levels;
      CosineSums sums;
      std::vector<double> got;
      sums.make(half);
      sums.sums(x, got);
      REQUIRE(got.size() == half + 1);
      for (std::size_t k = 0; k <= half; ++k) {
        const auto f = TurnFrequency::from_turns(Wide(static_cast<double>(k)) /
                                                 Wide(static_cast<double>(2 * half)));
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i)
          sum += x[i] * wave(f, Position(static_cast<double>(i))).cos;
        // the stated bound, and the rounding of this sum
        CHECK(std::fabs(got[k] - sum) <= (4 * levels + static_cast<double>(n)) * 0x1p-53 * size);
      }
    }
}
