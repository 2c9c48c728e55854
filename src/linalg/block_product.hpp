// Products of matrices with the same bits on every compiler and engine: each entry is summed in the
// order of the inner index, in runs of 256 whose sums are added to the result one after the other,
// whatever the width of the vectors.
#pragma once
#include <cstddef>

namespace posenc {

// Entry (i, j) is at data[i·down + j·across]: row-major, column-major, transposed or a part.
struct Entries {
  const double* data;
  std::size_t down, across;
};

// C += factor · A (rows, inner) · B (inner, cols); C in columns, each `stride` after the one
// before, and not overlapping the factors. Error of an entry at most (inner +
// 2)·2^-53·Σ|a||b|·|factor| beside the rounding of the sum with C.
void add_product(double factor, Entries a, Entries b, std::size_t rows, std::size_t inner,
                 std::size_t cols, double* c, std::size_t stride);

}  // namespace posenc
