// The Gaussian kernel exp(-D²/2σ²) of a table's rows, with a width from their distances: σ² =
// bandwidth²·median of D² over the pairs i < j.
#pragma once
#include "core/matrix.hpp"

namespace posenc {

struct MedianKernel {
  Matrix values;     // (n, n), exactly symmetric
  double sigma = 0;  // 0 if half of the rows are equal: then the kernel is undefined
};
// n >= 2. Centring the table first costs nothing and preserves digits.
MedianKernel median_kernel(const Matrix& table, double bandwidth);

}  // namespace posenc
