// The input of a network of infinite width: the covariance of its inputs, K = ⟨x, x'⟩/d, and the
// tangent kernel of preceding layers. It is given by rows, a covariance matrix, or the profile of a
// stationary kernel, whose m values represent all n² pairs.
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
  // mismatched shapes, asymmetry (linalg/symmetry.hpp), |K_ij| beyond √(K_ii K_jj) by more than
  // 1e-12 of it.
  // (n, d) and (m, d); x with itself if `other` is null
  static Result<NetworkInput> of_rows(const Matrix& x, const Matrix* other);
  // (n, n) both, K and the tangent kernel of preceding layers, which is 0 if null
  static Result<NetworkInput> of_covariance(const Matrix& k, const Matrix* tangent,
                                            std::optional<double> dim);
  // inner products of a stationary encoding from offset 0 on, to be divided by `dim`
  static Result<NetworkInput> of_profile(const Matrix& profile, double dim);

  std::size_t rows = 0, cols = 0;
  bool symmetric = false;                            // pairs (i, j) and (j, i) are equal
  std::optional<double> dim;                         // d, where known
  std::vector<double> row_variances, col_variances;  // K(x, x), after read()
  // Reads and checks all values; must be called before the following functions.
  std::optional<Error> read();

  // Pairs of rows [first, first + count) and columns [from, from + width): (count, width), rows
  // `stride` apart.
  void covariances(std::size_t first, std::size_t count, std::size_t from, std::size_t width,
                   double* out, std::size_t stride) const;
  // Row i, columns [from, from + width).
  void tangents(std::size_t i, std::size_t from, std::size_t width, double* out) const;

  // Folds a profile's result into one column; other shapes are unchanged.
  void shape(Matrix&) const;

 private:
  const Matrix *x_ = nullptr, *other_ = nullptr, *profile_ = nullptr, *covariance_ = nullptr,
               *tangent_ = nullptr;
};

}  // namespace posenc
