// Views of matrices in other orders than rows without gaps (MatrixView of core/matrix.hpp).
#pragma once
#include <cstddef>
#include <type_traits>

#include "core/matrix.hpp"

namespace posenc {

// Columns that begin `stride` numbers apart: what decompositions work on.
template <class T>
struct ColumnsOf {
  T* data;
  std::size_t rows, cols, stride;

  T* column(std::size_t j) const { return data + j * stride; }
  // `height` rows from row i on of `width` columns from column j on
  ColumnsOf part(std::size_t i, std::size_t j, std::size_t height, std::size_t width) const {
    return {data + j * stride + i, height, width, stride};
  }
  operator ColumnsOf<const T>() const requires(!std::is_const_v<T>) {
    return {data, rows, cols, stride};
  }
};
using Columns = ColumnsOf<double>;
using ConstColumns = ColumnsOf<const double>;

// The rows of a matrix are the columns of its transpose.
inline Columns rows_as_columns(MatrixView m) { return {m.data, m.cols, m.rows, m.cols}; }

// Any order of rows and columns: entry (i, j) is at data[i·down + j·across].
template <class T>
struct StridedViewOf {
  const T* data;
  std::size_t rows, cols, down, across;

  StridedViewOf(const T* from, std::size_t n, std::size_t m, std::size_t by_row,
                std::size_t by_column)
      : data(from), rows(n), cols(m), down(by_row), across(by_column) {}
  // Views are made by functions, since the stores of five numbers at each call would be longer.
  [[gnu::noinline]] StridedViewOf(const MatrixViewOf<const T>& m)
      : StridedViewOf(m.data, m.rows, m.cols, m.cols, 1) {}
  [[gnu::noinline]] StridedViewOf(const MatrixViewOf<T>& m)
      : StridedViewOf(m.data, m.rows, m.cols, m.cols, 1) {}
  StridedViewOf(const ColumnsOf<const T>& c) : StridedViewOf(c.data, c.rows, c.cols, 1, c.stride) {}
  StridedViewOf(const ColumnsOf<T>& c) : StridedViewOf(c.data, c.rows, c.cols, 1, c.stride) {}
  [[gnu::noinline]] StridedViewOf(const Matrix& m) requires std::is_same_v<T, double>
      : StridedViewOf(m.data.data(), m.rows, m.cols, m.cols, 1) {}

  [[gnu::noinline]] StridedViewOf transposed() const { return {data, cols, rows, across, down}; }
  StridedViewOf part(std::size_t i, std::size_t j, std::size_t height, std::size_t width) const {
    return {data + i * down + j * across, height, width, down, across};
  }
};
using StridedView = StridedViewOf<double>;

inline StridedView transposed(const StridedView& a) { return a.transposed(); }

}  // namespace posenc
