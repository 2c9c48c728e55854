#include "nn/transformer/activation.hpp"

#include <algorithm>

#include "core/real.hpp"
#include "nn/transformer/vectors.hpp"
#include "simd/normal_lanes.hpp"

namespace posenc {
namespace {

void gelu_rows(const double* x, std::size_t n, double* value, double* derivative) {
  for (std::size_t i = 0; i < n; ++i) {
    const double at = x[i];
    value[i] = real::gelu(at), derivative[i] = real::gelu_derivative(at);
  }
}

void gelu_lanes(const float* x, float* value, float* derivative) {
  const lanes::f32x4 at = lanes::load(x);
  const lanes::Normal normal = lanes::normal_of(at);
  lanes::store(value, at * normal.below);
  lanes::store(derivative, normal.below + at * normal.density);
}

void gelu_rows(const float* x, std::size_t n, float* value, float* derivative) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) gelu_lanes(x + i, value + i, derivative + i);
  if (i == n) return;
  float rest[4] = {}, values[4], derivatives[4];
  std::copy(x + i, x + n, rest);
  gelu_lanes(rest, values, derivatives);
  std::copy_n(values, n - i, value + i);
  std::copy_n(derivatives, n - i, derivative + i);
}

void exponentials(double* x, std::size_t n, double largest) {
  for (std::size_t i = 0; i < n; ++i) x[i] = real::exp(x[i] - largest);
}
void exponentials(float* x, std::size_t n, float largest) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    lanes::store(x + i, lanes::exp(lanes::load(x + i) - lanes::four(largest)));
  if (i == n) return;
  float rest[4] = {};
  std::copy(x + i, x + n, rest);
  lanes::store(rest, lanes::exp(lanes::load(rest) - lanes::four(largest)));
  std::copy_n(rest, n - i, x + i);
}

}  // namespace

template <class T>
void activate(ActivationKind kind, const T* x, std::size_t n, T* value, T* derivative) {
  if (kind == ActivationKind::gelu) return gelu_rows(x, n, value, derivative);
  for (std::size_t i = 0; i < n; ++i) {
    const T at = x[i];
    derivative[i] = at > 0 ? T{1} : T{0};
    value[i] = at > 0 ? at : T{0};
  }
}
template void activate(ActivationKind, const double*, std::size_t, double*, double*);
template void activate(ActivationKind, const float*, std::size_t, float*, float*);

template <class T>
void softmax(T* x, std::size_t n) {
  exponentials(x, n, *std::max_element(x, x + n));
  const T scale = 1 / vectors::sum(x, n);
  for (std::size_t i = 0; i < n; ++i) x[i] *= scale;
}
template void softmax(double*, std::size_t);
template void softmax(float*, std::size_t);

}  // namespace posenc
