// Biases that are linear in the distance between query and key (ALiBi), as float32 matrices. The
// whole matrix is one vector read at different offsets (Toeplitz), so rows are copies.
#pragma once
#include <cstddef>

namespace posenc {

// Rows [first_row, first_row + rows) of the (n_query, n_key) bias of one head:
// -slope·(i - j) for key j <= query i, where the last query is aligned with the last key.
// Later keys get -infinity when causal, -slope·(j - i) when not. Entries are correctly rounded
// where slope·distance is exact in float64 (slopes 2^-k), else within 2^-24 (1 + 2^-29) relative.
void linear_bias_f32(double slope, bool causal, std::size_t n_query, std::size_t n_key,
                     std::size_t first_row, std::size_t rows, float* out);

}  // namespace posenc
