// Gram matrices K = T·Tᵀ of a table, as a whole or in blocks.
#pragma once
#include <cstddef>
#include <span>

#include "core/matrix.hpp"

namespace posenc {

// out (rows of A, rows of B) = A·Bᵀ; rows of out begin `stride` >= rows of B apart. The error of an
// entry is at most width·2^-53·Σ|a||b|.
void gram_block(const ConstMatrixView& a, const ConstMatrixView& b, double* out,
                std::size_t stride);

struct Part {
  std::size_t first, count;
};
// Copies the entries of a square matrix in these rows and columns that are right of the diagonal to
// their mirror images.
void mirror(MatrixView k, Part rows, Part cols);

// T·Tᵀ: one triangle and its mirror image, so that it is exactly symmetric. Returned as a matrix or
// written to (n, n) elements, with equal bits.
Matrix gram_of(const Matrix& table);
void gram_matrix(ConstMatrixView table, double* out);

// A block of the Toeplitz matrix K[i][j] = profile[|i - j|].
void toeplitz_block(std::span<const double> profile, Part rows, Part cols, double* out);

}  // namespace posenc
