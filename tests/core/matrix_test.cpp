// Numbers read as rows.
#include "core/matrix.hpp"

#include <doctest/doctest.h>

using namespace posenc;

TEST_CASE("in_rows: whole rows of a width, and none of no width") {
  std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const std::vector<double>& fixed = x;
  CHECK(in_rows(fixed, 2).rows == 3);
  CHECK(in_rows(fixed, 2).row(1)[0] == 3);
  CHECK(in_rows(fixed, 0).rows == 0);
  in_rows(x, 3).row(1)[2] = 7;
  CHECK(x[5] == 7);
  CHECK(in_rows(x, 0).rows == 0);
}
