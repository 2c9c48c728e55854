// Products of matrices that lie in the caches: the factors are read where they are, and not packed
// first as in block_product.hpp, which costs more than it saves below some hundred rows. Eigen
// takes 2.2 times as long in WebAssembly and 2.3 natively (layer 1024 x 64), where ours has AVX2.
#pragma once
#include <cstddef>

#include "linalg/views.hpp"

namespace posenc {

// Rows that are contiguous, `stride` numbers apart.
template <class T>
struct RowsOf {
  T* data;
  std::size_t stride;
};

// C (rows, cols) += A (rows, inner) · B (inner, cols). Allocates nothing. Each entry is summed in
// the order of the inner index and then added, in runs of 256: the bits of add_product with
// factor 1.
template <class T>
void add_small_product(StridedViewOf<T> a, RowsOf<const T> b, std::size_t cols, RowsOf<T> c);
extern template void add_small_product(StridedView, RowsOf<const double>, std::size_t,
                                       RowsOf<double>);
extern template void add_small_product(StridedViewOf<float>, RowsOf<const float>, std::size_t,
                                       RowsOf<float>);

}  // namespace posenc
