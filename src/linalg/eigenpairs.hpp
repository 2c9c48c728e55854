// Eigenvalues and eigenvectors of symmetric matrices, and singular values of tables; Eigen behind
// it.
//
// Eigenvalues come in descending order; eigenvectors as rows, largest entry positive. Backward
// stable: an eigenvalue is off by at most about n·2^-52 of the largest one, so smaller ones are
// noise.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct Spectrum {
  std::vector<double> values;   // (n)
  std::vector<double> vectors;  // (kept, n), row k belongs to values[k]
};

// `a` (n, n) symmetric, row-major. `kept` leading eigenvectors, 0 = values only.
Spectrum eigenpairs(const double* a, std::size_t n, std::size_t kept);

// Of the symmetric Toeplitz matrix with this first row: its eigenvectors are symmetric or
// skew-symmetric under reversal, so two problems of half the size give all of them.
Spectrum toeplitz_eigenpairs(const std::vector<double>& first_row, std::size_t kept);

// Singular values of an (n, d) table, descending, min(n, d) of them, and left singular vectors
// (rows of `vectors`, length n).
Spectrum singular_pairs(const double* table, std::size_t n, std::size_t d, std::size_t kept);

}  // namespace posenc
