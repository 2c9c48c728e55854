// What goes into a network of infinite width: the covariance of its inputs, K = ⟨x, x'⟩/d, and the
// tangent kernel that layers before it have left. From rows, from a covariance matrix, or from the
// profile of a stationary kernel, whose m values stand for all n² pairs.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/matrix.hpp"
#include "posenc/result.hpp"

namespace posenc {

class NetworkInput {
 public:
  // The matrices must outlive it. Errors name `x`, `other`, `covariance`, `tangent`, `profile`:
  // shapes that do not fit, asymmetry (linalg/symmetry.hpp), |K_ij| beyond √(K_ii K_jj) by more
  // than 1e-12 of it.
  // (n, d) and (m, d); one with itself where `other` is null
  static Result<NetworkInput> of_rows(const Matrix& x, const Matrix* other);
  // (n, n) both, K and the tangent kernel of the layers before, which is 0 where it is null
  static Result<NetworkInput> of_covariance(const Matrix& k, const Matrix* tangent,
                                            std::optional<double> dim);
  // inner products of a stationary encoding, that at offset 0 first, to be divided by `dim`
  static Result<NetworkInput> of_profile(const Matrix& profile, double dim);

  std::size_t rows = 0, cols = 0;
  bool symmetric = false;                            // the pairs (i, j) and (j, i) are the same
  std::optional<double> dim;                         // d, where known
  std::vector<double> row_variances, col_variances;  // K(x, x), once it was read
  // Looks at all the numbers, and comes before what follows.
  std::optional<Error> read();

  // Pairs of the rows [first, first + count) and the columns [from, from + width): (count, width),
  // rows `stride` apart.
  void covariances(std::size_t first, std::size_t count, std::size_t from, std::size_t width,
                   double* out, std::size_t stride) const;
  // Row i, columns [from, from + width).
  void tangents(std::size_t i, std::size_t from, std::size_t width, double* out) const;

  // As many rows and columns as the caller expects: those of a profile are folded here.
  void shape(Matrix&) const;

 private:
  const Matrix *x_ = nullptr, *other_ = nullptr, *profile_ = nullptr, *covariance_ = nullptr,
               *tangent_ = nullptr;
};

}  // namespace posenc
