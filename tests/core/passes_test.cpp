// Passes over arrays.
#include "core/passes.hpp"

#include <doctest/doctest.h>

using namespace posenc;

TEST_CASE("passes: the sum of squares and the largest size, in the order of the numbers") {
  CHECK(sum_of_squares({0.5, -0.25, -3}) == 0.25 + 0.0625 + 9);
  CHECK(largest_size({0.5, -0.25, -3}) == 3);
  CHECK(sum_of_squares({}) == 0);
  CHECK(largest_size({}) == 0);
}
