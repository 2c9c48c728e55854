// Rows of attention matrices from a row's stages: bias, relative map and logits.
//
// A bias that depends only on the distance is one vector read at different offsets (Toeplitz): with
// t = (key - query row) + n_query - 1 the vector holds the distance n_key - 1 - t, and row i of the
// matrix is vector[n_query - 1 - i … + n_key).
#pragma once
#include <cstddef>
#include <span>

#include "encodings/stages.hpp"

namespace posenc {

struct Extent {
  std::size_t n_query, n_key;
  // position of a query row; keys are at 0 … n_key - 1
  std::int64_t query(std::size_t row) const {
    return static_cast<std::int64_t>(row) + static_cast<std::int64_t>(n_key) -
           static_cast<std::int64_t>(n_query);
  }
};

// Elements first, first + 1, … of the n_query + n_key - 1 in one head's generating vector, in
// float32 (one rounding); for a Toeplitz bias
void bias_vector_part(const Bias&, std::size_t head, Extent, std::size_t first,
                      std::span<float> out);

// Rows of a Toeplitz matrix: row r is the n elements from first - r on. Uses one memory.copy per
// row: 16-byte loads and stores were slower in WebAssembly from 49 elements per row on.
void toeplitz_rows(const float* first, std::size_t n, std::size_t rows, float* out);

// Some keys of one row, and rows [first_row, first_row + rows), of one head's (n_query, n_key) bias
void bias_row(const Bias&, std::size_t head, Extent, std::size_t row, std::size_t first_key,
              std::size_t keys, float* out);
void bias_rows(const Bias&, std::size_t head, Extent, std::size_t first_row, std::size_t rows,
               float* out);

// Rows of the (n_query, n_key) map; NaN if the key is masked.
void map_rows(const RelativeMap&, Extent, std::size_t first_row, std::size_t rows, double* out);

}  // namespace posenc
