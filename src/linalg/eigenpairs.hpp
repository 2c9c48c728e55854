// Eigenvalues and eigenvectors of symmetric matrices, and singular values of tables.
//
// Eigenvalues come in descending order; eigenvectors as rows, largest entry positive. Backward
// stable: an eigenvalue is off by at most about n·2^-52 of the largest one, so smaller ones are
// noise. Numbers are finite, below 1e300 in size.
//
// symmetric_eigenpairs.hpp and singular_pairs.hpp say why these are not Eigen's. A Toeplitz matrix
// is solved by two problems of half its size; Eigen's solver, which does not know what it is, takes
// 24.0 times as long in WebAssembly and 9.2 natively (W4a stationary).
#pragma once
#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// `a` symmetric. `kept` leading eigenvectors, 0 = values only.
Spectrum eigenpairs(ConstMatrixView a, std::size_t kept, const Progress& = {});
// Eigenpairs of the symmetric Toeplitz matrix with this first row. Its eigenvectors are symmetric
// or skew-symmetric under reversal, so two problems of half the size give all of them.
Spectrum toeplitz_eigenpairs(const std::vector<double>& first_row, std::size_t kept,
                             const Progress& = {});
// Singular values of an (n, d) table, descending, min(n, d) of them, and left singular vectors
// (rows of `vectors`, length n).
Spectrum singular_pairs(ConstMatrixView table, std::size_t kept, const Progress& = {});

}  // namespace posenc
