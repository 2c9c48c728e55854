// Vectors viewed as rows.
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

TEST_CASE("matrix: an element is written where it is read") {
  Matrix m = Matrix::zeros(3, 2);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) m(i, j) = static_cast<double>(10 * i + j);
  const Matrix& fixed = m;
  CHECK(fixed.data == std::vector<double>{0, 1, 10, 11, 20, 21});
  CHECK(fixed(2, 1) == 21);
  CHECK(fixed.row(1)[1] == 11);
  m.row(1)[1] = 12;
  CHECK(fixed.data == std::vector<double>{0, 1, 10, 12, 20, 21});
  CHECK(Matrix{}.rows == 0);
  CHECK(Matrix{}.cols == 0);
}
