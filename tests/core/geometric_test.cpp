// Geometric sequences against one exponential per element.
#include "core/geometric.hpp"

#include <doctest/doctest.h>

using namespace posenc;

TEST_CASE("geometric: every element within 2^-223 of its own exponential") {
  const Wide step = -(log(Wide(10000.0)) / Wide(300.0));
  const std::vector<Wide> sequence = geometric(step, 400);
  REQUIRE(sequence.size() == 400);
  for (std::size_t k = 0; k < sequence.size(); ++k) {
    const Wide exact = exp(Wide(static_cast<double>(k)) * step);
    const Wide error = sequence[k] - exact;
    CHECK((error.is_zero() || error.log2_floor() - exact.log2_floor() < -223));
  }
  CHECK(geometric(step, 0).empty());
}
