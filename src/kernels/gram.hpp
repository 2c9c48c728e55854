// Gram matrices: K = T·Tᵀ of a table, the whole or a block at a time.
#pragma once
#include <cstddef>

#include "core/matrix.hpp"
#include "core/steps.hpp"

namespace posenc {

// out (rows, other_rows) = a (rows, width) · b (other_rows, width)ᵀ, all row-major float64; rows of
// out begin `stride` apart, at least other_rows. Error of an entry at most width·2^-53·Σ|a||b|.
void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                std::size_t width, double* out, std::size_t stride);
inline void gram_block(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                       std::size_t width, double* out) {
  gram_block(a, rows, b, other_rows, width, out, other_rows);
}

// The same in steps.
Steps gram_block_steps(const double* a, std::size_t rows, const double* b, std::size_t other_rows,
                       std::size_t width, double* out, std::size_t stride);

struct Part {
  std::size_t first, count;
};
// The entries of an n x n matrix in these rows and columns that are right of the diagonal, onto
// their mirror images.
void mirror(double* k, std::size_t n, Part rows, Part cols);

// out (n, n) = a (n, width) · aᵀ: one triangle and its mirror, so that it is exactly symmetric; in
// steps, or the whole of it, which has the same bits.
Steps gram_steps(const double* a, std::size_t n, std::size_t width, double* out);
Steps gram_steps(const Matrix& table, Matrix& out);
void gram_matrix(const double* a, std::size_t n, std::size_t width, double* out);

// These rows and columns of the n x n Toeplitz matrix K[i][j] = profile[|i - j|].
void toeplitz_block(const double* profile, std::size_t n, Part rows, Part cols, double* out);

}  // namespace posenc
