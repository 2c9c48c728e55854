// A dense matrix of float64, row-major: what goes into an analysis and comes out of it.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct Matrix {
  std::size_t rows = 0, cols = 0;
  std::vector<double> data = {};  // rows · cols

  static Matrix zeros(std::size_t rows, std::size_t cols) {
    return {rows, cols, std::vector<double>(rows * cols)};
  }
  double operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
  double& operator()(std::size_t i, std::size_t j) { return data[i * cols + j]; }
  const double* row(std::size_t i) const { return data.data() + i * cols; }
  double* row(std::size_t i) { return data.data() + i * cols; }
};

}  // namespace posenc
