#include "nn/transformer/linear.hpp"

#include <algorithm>  // std::copy_n

#include "nn/transformer/vectors.hpp"
#include "simd/transposed.hpp"

namespace posenc {

template <class T>
void linear(const Linear& layer, const T* parameters, RowsOf<const T> x, std::size_t rows,
            RowsOf<T> y) {
  for (std::size_t r = 0; r < rows; ++r)
    std::copy_n(parameters + layer.biases, layer.out, y.data + r * y.stride);
  add_small_product<T>({x.data, rows, layer.in, x.stride, 1},
                       {parameters + layer.weights, layer.stride}, layer.out, y);
}

template <class T>
void linear_adjoint(const Linear& layer, const T* parameters, RowsOf<const T> x, std::size_t rows,
                    RowsOf<const T> upstream, T* gradient, RowsOf<T> x_gradient,
                    std::span<T> workspace) {
  const auto [in, out, weights, biases, stride] = layer;
  for (std::size_t r = 0; r < rows; ++r)
    vectors::add(upstream.data + r * upstream.stride, out, gradient + biases);
  add_small_product<T>({x.data, in, rows, 1, x.stride}, upstream, out,
                       {gradient + weights, stride});
  if (x_gradient.data == nullptr) return;
  T* const transposed = workspace.data();
  lanes::transpose(parameters + weights, stride, in, out, transposed, in);
  add_small_product<T>({upstream.data, rows, out, upstream.stride, 1}, {transposed, in}, in,
                       x_gradient);
}

#define POSENC_LINEAR(T)                                                                  \
  template void linear(const Linear&, const T*, RowsOf<const T>, std::size_t, RowsOf<T>); \
  template void linear_adjoint(const Linear&, const T*, RowsOf<const T>, std::size_t,     \
                               RowsOf<const T>, T*, RowsOf<T>, std::span<T>);
POSENC_LINEAR(double)
POSENC_LINEAR(float)
#undef POSENC_LINEAR

}  // namespace posenc
