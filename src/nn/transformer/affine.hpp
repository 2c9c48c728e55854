// y = x·W + b, row by row: rows (rows, in), W (in, out) and b (out).
#pragma once
#include <cstddef>
#include <span>

#include "linalg/small_product.hpp"

namespace posenc {

template <class T>
struct Affine {
  std::size_t in, out;
  const T* weights;  // (in, out), rows `stride` apart
  std::size_t stride;
  const T* biases;  // (out)
};

// x (rows, in) and y (rows, out), in rows that are contiguous
template <class T>
void affine(const Affine<T>&, RowsOf<const T> x, std::size_t rows, RowsOf<T> y);

// From the gradient by y, `up`: adds to those of W (laid out as W is) and b, and to that of x
// unless it is null. `workspace` has affine_workspace numbers.
template <class T>
void affine_adjoint(const Affine<T>&, RowsOf<const T> x, std::size_t rows, RowsOf<const T> up,
                    T* w_gradient, T* b_gradient, RowsOf<T> x_gradient, std::span<T> workspace);
std::size_t affine_workspace(std::size_t in, std::size_t out);

}  // namespace posenc
