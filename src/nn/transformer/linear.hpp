// Linear layers: y = x·W + b for each row of x (rows, in), with W (in, out) and b (out).
#pragma once
#include <cstddef>
#include <span>

#include "linalg/small_product.hpp"

namespace posenc {

// Offsets of a layer in the parameters and their gradients.
struct Linear {
  std::size_t in, out;
  std::size_t weights, biases;  // offsets of W and b
  std::size_t stride;           // between consecutive rows of W
  // The layer restricted to outputs [first, first + count).
  Linear part(std::size_t first, std::size_t count) const {
    return {in, count, weights + first, biases + first, stride};
  }
};

// Reads x (rows, in) and writes y (rows, out); the elements of a row are contiguous.
template <class T>
void linear(const Linear&, const T* parameters, RowsOf<const T> x, std::size_t rows, RowsOf<T> y);

// `upstream` is the gradient with respect to y. Adds to the gradients of the parameters, and to the
// gradient with respect to x unless that is null. `workspace` has linear_workspace elements.
template <class T>
void linear_adjoint(const Linear&, const T* parameters, RowsOf<const T> x, std::size_t rows,
                    RowsOf<const T> upstream, T* gradient, RowsOf<T> x_gradient,
                    std::span<T> workspace);
inline std::size_t linear_workspace(const Linear& layer) { return layer.in * layer.out; }

}  // namespace posenc
