// The floor of eigenvalues, and the limit for negative ones.
#include "linalg/semidefinite.hpp"

#include <doctest/doctest.h>

using namespace posenc;

TEST_CASE(
    "semidefinite_floor: rounding, or the least eigenvalue's size; negative ones are refused") {
  CHECK(*semidefinite_floor({4, 1, 0}, "k") == 3 * 0x1p-52 * 4);
  CHECK(*semidefinite_floor({4, 1, -1e-9}, "k") == 1e-9);
  CHECK(*semidefinite_floor({0, 0}, "k") == 0);
  for (const std::vector<double>& values : {std::vector<double>{1, -1e-5}, {0, -1}, {-1, -2}}) {
    const Result<double> refused = semidefinite_floor(values, "k");
    REQUIRE(!refused.has_value());
    CHECK(refused.error().field == "k");
    CHECK(refused.error().code == ErrorCode::bad_argument);
  }
}
