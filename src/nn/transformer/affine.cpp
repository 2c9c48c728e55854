#include "nn/transformer/affine.hpp"

#include <algorithm>  // std::copy_n

#include "nn/transformer/vectors.hpp"
#include "simd/transposed.hpp"

namespace posenc {

std::size_t affine_workspace(std::size_t in, std::size_t out) { return in * out; }

template <class T>
void affine(const Affine<T>& layer, RowsOf<const T> x, std::size_t rows, RowsOf<T> y) {
  for (std::size_t r = 0; r < rows; ++r)
    std::copy_n(layer.biases, layer.out, y.data + r * y.stride);
  add_small_product<T>({x.data, x.stride, 1}, {layer.weights, layer.stride}, rows, layer.in,
                       layer.out, y);
}

template <class T>
void affine_adjoint(const Affine<T>& layer, RowsOf<const T> x, std::size_t rows, RowsOf<const T> up,
                    T* w_gradient, T* b_gradient, RowsOf<T> x_gradient, std::span<T> workspace) {
  const std::size_t in = layer.in, out = layer.out;
  for (std::size_t r = 0; r < rows; ++r) vectors::add(up.data + r * up.stride, out, b_gradient);
  add_small_product<T>({x.data, 1, x.stride}, up, in, rows, out, {w_gradient, layer.stride});
  if (x_gradient.data == nullptr) return;
  T* const transposed = workspace.data();
  lanes::transpose(layer.weights, layer.stride, in, out, transposed, in);
  add_small_product<T>({up.data, up.stride, 1}, {transposed, in}, rows, out, in, x_gradient);
}

#define POSENC_AFFINE(T)                                                                        \
  template void affine(const Affine<T>&, RowsOf<const T>, std::size_t, RowsOf<T>);              \
  template void affine_adjoint(const Affine<T>&, RowsOf<const T>, std::size_t, RowsOf<const T>, \
                               T*, T*, RowsOf<T>, std::span<T>);
POSENC_AFFINE(double)
POSENC_AFFINE(float)
#undef POSENC_AFFINE

}  // namespace posenc
