#include "train/tangent.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "kernels/gram.hpp"
#include "kernels/hsic.hpp"
#include "kernels/spectrum_measures.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc {
namespace {

double product(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) sum += a.data[i] * b.data[i];
  return sum;
}
double trace(const Matrix& k) {
  double sum = 0;
  for (std::size_t i = 0; i < k.rows; ++i) sum += k(i, i);
  return sum;
}

// The gradient of output c of a point's query with respect to all parameters.
template <class T>
void gradient_of(Transformer<T>& model, const TangentPoints<T>& points, std::size_t point,
                 std::size_t outputs, std::size_t c, std::vector<T>& upstream,
                 std::vector<T>& gradient) {
  const T* const features = points.features(point);
  for (std::size_t k = 0; k < model.pieces(); ++k) {
    model.forward_piece(k, features, 1, points.dropped(point));
  }
  std::ranges::fill(upstream, T{0});
  std::ranges::fill(gradient, T{0});
  upstream[points.queries[point] * outputs + c] = 1;
  for (std::size_t k = 0; k < model.pieces(); ++k) {
    model.backward_piece(k, features, 1, upstream.data(), gradient.data());
  }
}

}  // namespace

// One output after the other, so that a row of the Jacobian is a point; for each output, the
// parameters in parts that fit the memory.
template <class T>
Matrix tangent_kernel(Transformer<T>& model, std::size_t outputs, const TangentPoints<T>& points,
                      std::size_t most_numbers) {
  const std::size_t n = points.queries.size(), parameters = model.parameters().size(),
                    width = std::clamp(most_numbers / std::max<std::size_t>(n, 1), std::size_t{1},
                                       parameters);
  std::vector<T> upstream(model.queries() * outputs), gradient(parameters);
  Matrix out = Matrix::zeros(n, n);
  for (std::size_t c = 0; c < outputs; ++c)
    for (std::size_t first = 0; first < parameters; first += width) {
      Matrix jacobian = Matrix::zeros(n, std::min(width, parameters - first));
      for (std::size_t i = 0; i < n; ++i) {
        gradient_of(model, points, i, outputs, c, upstream, gradient);
        for (std::size_t k = 0; k < jacobian.cols; ++k)
          jacobian(i, k) = static_cast<double>(gradient[first + k]);
      }
      const Matrix part = gram_of(jacobian);
      for (std::size_t i = 0; i < part.data.size(); ++i) out.data[i] += part.data[i];
    }
  return out;
}

Tangent tangent_measures(const Matrix& kernel, const Matrix& start, const Matrix& targets) {
  Tangent out;
  if (kernel.rows >= 2) out.alignment = biased_hsic(kernel, targets).cka;
  std::vector<double> values = eigenpairs(kernel, 0).values;
  const double noise = static_cast<double>(kernel.rows) * 0x1p-52 * values.front();
  for (double& x : values) x = x > noise ? x : 0;
  out.effective_rank = spectrum_measures(values).effective_rank;
  out.movement =
      1 - product(start, kernel) / std::sqrt(product(start, start) * product(kernel, kernel));
  out.trace = trace(kernel) / trace(start);
  return out;
}

template Matrix tangent_kernel(Transformer<float>&, std::size_t, const TangentPoints<float>&,
                               std::size_t);
template Matrix tangent_kernel(Transformer<double>&, std::size_t, const TangentPoints<double>&,
                               std::size_t);

}  // namespace posenc
