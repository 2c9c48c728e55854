#include "nn/transformer/layer_norm.hpp"

#include <cmath>  // std::sqrt

#include "nn/transformer/vectors.hpp"

namespace posenc {

template <class T>
void layer_norm(const T* gain, const T* bias, const T* x, std::size_t rows, std::size_t dim, T* y,
                T* normalised, T* inverse) {
  const T n = static_cast<T>(dim);
  for (std::size_t r = 0; r < rows; ++r, x += dim, y += dim, normalised += dim) {
    const T mean = vectors::sum(x, dim) / n;
    for (std::size_t c = 0; c < dim; ++c) normalised[c] = x[c] - mean;
    const T variance = vectors::dot(normalised, normalised, dim) / n;
    const T scale = inverse[r] = 1 / std::sqrt(variance + static_cast<T>(1e-5));
    for (std::size_t c = 0; c < dim; ++c) {
      normalised[c] *= scale;
      y[c] = gain[c] * normalised[c] + bias[c];
    }
  }
}

template <class T>
void layer_norm_adjoint(const T* gain, const T* normalised, const T* inverse, const T* up,
                        std::size_t rows, std::size_t dim, T* gain_gradient, T* bias_gradient,
                        T* x_gradient) {
  const T n = static_cast<T>(dim);
  for (std::size_t r = 0; r < rows; ++r, up += dim, normalised += dim, x_gradient += dim) {
    for (std::size_t c = 0; c < dim; ++c) gain_gradient[c] += up[c] * normalised[c];
    for (std::size_t c = 0; c < dim; ++c) bias_gradient[c] += up[c];
    for (std::size_t c = 0; c < dim; ++c) x_gradient[c] = gain[c] * up[c];
    const T mean = vectors::sum(x_gradient, dim) / n;
    const T along = vectors::dot(x_gradient, normalised, dim) / n;
    for (std::size_t c = 0; c < dim; ++c)
      x_gradient[c] = inverse[r] * (x_gradient[c] - mean - normalised[c] * along);
  }
}

#define POSENC_LAYER_NORM(T)                                                                    \
  template void layer_norm(const T*, const T*, const T*, std::size_t, std::size_t, T*, T*, T*); \
  template void layer_norm_adjoint(const T*, const T*, const T*, const T*, std::size_t,         \
                                   std::size_t, T*, T*, T*);
POSENC_LAYER_NORM(double)
POSENC_LAYER_NORM(float)
#undef POSENC_LAYER_NORM

}  // namespace posenc
