// How near a function of the lag comes to a positive definite one, the kernel of a table.
//
// On lags 0 … n-1 it is one if and only if its n x n Toeplitz matrix has no negative eigenvalue
// (Carathéodory & Fejér). If it is not, every positive definite function stays away from it.
#pragma once
#include <optional>
#include <vector>

#include "kernels/cosine_fit.hpp"

namespace posenc {

// Of a symmetric Toeplitz matrix, known to within `error`.
struct LeastEigenvalue {
  double value = 0, error = 0;
};
LeastEigenvalue least_eigenvalue(const std::vector<double>& first_row);

// A lower bound of Σ q (t - k)² over all kernels k = Σ_j w_j cos(ω_j δ) with 0 <= ω_j <= maximum
// and w_j >= 0, from the weighted residual √q(t - k) of one of them: the nearer that is to the best
// one, the sharper. Nothing unless the problem has lag 0, with a weight.
std::optional<double> least_square_of_any(const CosineProblem&,
                                          const std::vector<double>& residual);

}  // namespace posenc
