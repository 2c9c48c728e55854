// The distance of a function of the lag from positive definite ones, the kernels of tables.
//
// On lags 0 … n-1 it is positive definite if and only if its n x n Toeplitz matrix has no negative
// eigenvalue (Carathéodory & Fejér). Otherwise its distance from every one is positive.
#pragma once
#include <optional>
#include <vector>

#include "kernels/cosine_fit.hpp"

namespace posenc {

// For a symmetric Toeplitz matrix, known to within `error`.
struct LeastEigenvalue {
  double value = 0, error = 0;
};
LeastEigenvalue least_eigenvalue(const std::vector<double>& first_row);

// A lower bound of Σ q (t - k)² over all kernels k = Σ_j w_j cos(ω_j δ) with 0 <= ω_j <= maximum
// and w_j >= 0, from the weighted residual √q(t - k) of one of them: the closer to the best one,
// the sharper the bound. None unless the problem has lag 0 with a weight.
std::optional<double> least_square_of_any(const CosineProblem&,
                                          const std::vector<double>& residual);

}  // namespace posenc
