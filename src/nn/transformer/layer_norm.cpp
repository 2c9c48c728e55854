#include "nn/transformer/layer_norm.hpp"

#include <cmath>  // std::sqrt

#include "nn/transformer/vectors.hpp"

namespace posenc {

template <class T>
void LayerNorm<T>::forward(const T* parameters, const T* x, std::size_t rows, T* y) {
  const T n = static_cast<T>(dim_);
  const T *const gain = parameters + first_, *const bias = gain + dim_;
  T* normalised = normalised_.data();
  for (std::size_t r = 0; r < rows; ++r, x += dim_, y += dim_, normalised += dim_) {
    const T mean = vectors::sum(x, dim_) / n;
    for (std::size_t c = 0; c < dim_; ++c) normalised[c] = x[c] - mean;
    const T variance = vectors::dot(normalised, normalised, dim_) / n;
    const T scale = inverse_[r] = 1 / std::sqrt(variance + static_cast<T>(1e-5));
    for (std::size_t c = 0; c < dim_; ++c) {
      normalised[c] *= scale;
      y[c] = gain[c] * normalised[c] + bias[c];
    }
  }
}

template <class T>
void LayerNorm<T>::adjoint(const T* parameters, const T* upstream, std::size_t rows, T* gradient,
                           T* x_gradient) const {
  const T n = static_cast<T>(dim_);
  const T *const gain = parameters + first_, *normalised = normalised_.data();
  T *const gain_gradient = gradient + first_, *const bias_gradient = gain_gradient + dim_;
  for (std::size_t r = 0; r < rows; ++r, upstream += dim_, normalised += dim_, x_gradient += dim_) {
    for (std::size_t c = 0; c < dim_; ++c) gain_gradient[c] += upstream[c] * normalised[c];
    for (std::size_t c = 0; c < dim_; ++c) bias_gradient[c] += upstream[c];
    for (std::size_t c = 0; c < dim_; ++c) x_gradient[c] = gain[c] * upstream[c];
    const T mean = vectors::sum(x_gradient, dim_) / n;
    const T along = vectors::dot(x_gradient, normalised, dim_) / n;
    for (std::size_t c = 0; c < dim_; ++c)
      x_gradient[c] = inverse_[r] * (x_gradient[c] - mean - normalised[c] * along);
  }
}

template class LayerNorm<double>;
template class LayerNorm<float>;

}  // namespace posenc
