// Layer normalisation (Ba et al. 2016, arXiv:1607.06450): y = g·(x - mean)/√(variance + 1e-5) + c,
// over the elements of a row; the variance is divided by n, not n - 1.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

// One normalisation of a model, with the values of the last forward pass for its adjoint.
template <class T>
class LayerNorm {
 public:
  LayerNorm() = default;
  // `rows` is the maximum. In the parameters the gains (dim) begin at `first`, followed by the
  // biases (dim).
  LayerNorm(std::size_t first, std::size_t dim, std::size_t rows)
      : first_(first), dim_(dim), normalised_(rows * dim), inverse_(rows) {}

  // y may be x (rows, dim).
  void forward(const T* parameters, const T* x, std::size_t rows, T* y);
  // `upstream` is the gradient with respect to y. Adds to the gradients of the parameters and
  // writes the gradient with respect to x, which may be `upstream` itself.
  void adjoint(const T* parameters, const T* upstream, std::size_t rows, T* gradient,
               T* x_gradient) const;

 private:
  std::size_t first_ = 0, dim_ = 0;
  std::vector<T> normalised_, inverse_;  // (rows, dim) before g and c, (rows) 1/√(variance + 1e-5)
};

extern template class LayerNorm<float>;
extern template class LayerNorm<double>;

}  // namespace posenc
