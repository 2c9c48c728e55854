// Layer normalisation (Ba et al. 2016, arXiv:1607.06450): y = g·(x - mean)/√(variance + 1e-5) + c,
// over the numbers of a row; the variance is divided by their number.
#pragma once
#include <cstddef>

namespace posenc {

// Of rows (rows, dim): y, and what the adjoint needs, x normalised (rows, dim) and 1/√(…) (rows). y
// may be x.
template <class T>
void layer_norm(const T* gain, const T* bias, const T* x, std::size_t rows, std::size_t dim, T* y,
                T* normalised, T* inverse);

// From the gradient by y: adds to those of gain and bias; sets that of x, which may be `up`.
template <class T>
void layer_norm_adjoint(const T* gain, const T* normalised, const T* inverse, const T* up,
                        std::size_t rows, std::size_t dim, T* gain_gradient, T* bias_gradient,
                        T* x_gradient);

}  // namespace posenc
