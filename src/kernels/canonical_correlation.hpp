// Canonical correlations of two centred tables: cosines of the principal angles between their
// column spaces. The sum of their squares is ‖AᵀB‖² for orthonormal bases A and B.
#pragma once
#include <cstddef>
#include <optional>

#include "core/matrix.hpp"

namespace posenc {

struct CanonicalCorrelation {
  std::size_t rank_x = 0, rank_y = 0;
  // mean of the min(rank_x, rank_y) squares; none if a rank is 0
  std::optional<double> mean_square;
  // its mean over all permutations of the rows of y: max(rank_x, rank_y)/(n - 1)
  std::optional<double> chance;
};
CanonicalCorrelation canonical_correlation(const Matrix& x, const Matrix& y);  // n >= 2

}  // namespace posenc
