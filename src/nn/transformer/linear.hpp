// Linear layers: y = x·W + b for each row of x (rows, in), with W (in, out) and b (out).
#pragma once
#include <cstddef>
#include <span>

#include "linalg/small_product.hpp"

namespace posenc {

// Where a layer stands among the parameters, and so among their gradients.
struct Linear {
  std::size_t in, out;
  std::size_t weights, biases;  // where W and b begin
  std::size_t stride;           // from one row of W to the next
  // The layer that makes outputs [first, first + count) alone.
  Linear part(std::size_t first, std::size_t count) const {
    return {in, count, weights + first, biases + first, stride};
  }
};

// Reads x (rows, in) and writes y (rows, out); the numbers of a row are contiguous.
template <class T>
void linear(const Linear&, const T* parameters, RowsOf<const T> x, std::size_t rows, RowsOf<T> y);

// `upstream` is the gradient by y. The function adds to the gradients of the parameters, and to the
// gradient by x unless that is null. `workspace` has linear_workspace numbers.
template <class T>
void linear_adjoint(const Linear&, const T* parameters, RowsOf<const T> x, std::size_t rows,
                    RowsOf<const T> upstream, T* gradient, RowsOf<T> x_gradient,
                    std::span<T> workspace);
inline std::size_t linear_workspace(const Linear& layer) { return layer.in * layer.out; }

}  // namespace posenc
