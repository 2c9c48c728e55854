#include "encodings/attention_rows.hpp"

#include <cstring>  // std::memcpy
#include <limits>

namespace posenc {

void bias_vector_part(const Bias& bias, std::size_t head, Extent e, std::size_t first,
                      std::span<float> out) {
  std::int64_t distance = static_cast<std::int64_t>(e.n_key) - 1 - static_cast<std::int64_t>(first);
  for (float& x : out) {
    x = static_cast<float>(bias.causal && distance < 0 ? kMasked
                                                       : bias.of_distance(head, distance));
    --distance;
  }
}

void toeplitz_rows(const float* first, std::size_t n, std::size_t rows, float* out) {
  for (std::size_t r = 0; r < rows; ++r) std::memcpy(out + r * n, first - r, n * sizeof(float));
}

void bias_row(const Bias& bias, std::size_t head, Extent e, std::size_t row, std::size_t first_key,
              std::size_t keys, float* out) {
  const std::int64_t query = e.query(row);
  for (std::size_t j = first_key; j < first_key + keys; ++j) {
    const auto key = static_cast<std::int64_t>(j);
    *out++ = static_cast<float>(bias.causal && key > query ? kMasked
                                : bias.of_distance         ? bias.of_distance(head, query - key)
                                                           : bias.of_pair(head, query, key));
  }
}

void bias_rows(const Bias& bias, std::size_t head, Extent e, std::size_t first_row,
               std::size_t rows, float* out) {
  for (std::size_t r = 0; r < rows; ++r, out += e.n_key)
    bias_row(bias, head, e, first_row + r, 0, e.n_key, out);
}

void map_rows(const RelativeMap& map, Extent e, std::size_t first_row, std::size_t rows,
              double* out) {
  for (std::size_t r = first_row; r < first_row + rows; ++r) {
    const std::int64_t query = e.query(r);
    if (map.row) {
      map.row(query, {out, e.n_key});
      out += e.n_key;
      continue;
    }
    for (std::size_t j = 0; j < e.n_key; ++j) {
      const auto key = static_cast<std::int64_t>(j);
      if (map.causal && key > query)
        *out++ = std::numeric_limits<double>::quiet_NaN();
      else if (map.from_largest)
        *out++ = static_cast<double>(e.n_key - 1) - map.of(query, key);
      else
        *out++ = map.of(query, key);
    }
  }
}

}  // namespace posenc
