// Dense row-major matrices: `Matrix` owns float64 elements, the input and output of analyses; a
// view refers to elements owned elsewhere.
#pragma once
#include <cstddef>
#include <type_traits>
#include <vector>

namespace posenc {

// A pointer and two sizes. Cheap to copy; must not outlive the elements.
template <class T>
struct MatrixViewOf {
  T* data;
  std::size_t rows, cols;

  std::size_t size() const { return rows * cols; }
  T& operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
  T* row(std::size_t i) const { return data + i * cols; }
  // A range of rows.
  MatrixViewOf part(std::size_t first, std::size_t count) const {
    return {row(first), count, cols};
  }
  operator MatrixViewOf<const T>() const requires(!std::is_const_v<T>) {
    return {data, rows, cols};
  }
};
using MatrixView = MatrixViewOf<double>;
using ConstMatrixView = MatrixViewOf<const double>;

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
  ConstMatrixView part(std::size_t first, std::size_t count) const {
    return {row(first), count, cols};
  }
  operator MatrixView() { return {data.data(), rows, cols}; }
  operator ConstMatrixView() const { return {data.data(), rows, cols}; }
};

// Views x as rows of `cols` elements each.
[[gnu::noinline]] inline ConstMatrixView in_rows(const std::vector<double>& x, std::size_t cols) {
  return {x.data(), cols > 0 ? x.size() / cols : 0, cols};
}
[[gnu::noinline]] inline MatrixView in_rows(std::vector<double>& x, std::size_t cols) {
  return {x.data(), cols > 0 ? x.size() / cols : 0, cols};
}

}  // namespace posenc
