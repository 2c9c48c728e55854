#include "encodings/attention_rows.hpp"

#include <cstring>  // std::memcpy
#include <limits>

namespace posenc {

std::vector<float> bias_vector(const Bias& bias, std::size_t head, Extent e, std::size_t first,
                               std::size_t count) {
  std::vector<float> vector(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::int64_t distance =
        static_cast<std::int64_t>(e.n_key) - 1 - static_cast<std::int64_t>(first + t);
    vector[t] = static_cast<float>(bias.causal && distance < 0 ? kMasked
                                                               : bias.of_distance(head, distance));
  }
  return vector;
}

void toeplitz_rows(const float* first, std::size_t n, std::size_t rows, float* out) {
  for (std::size_t r = 0; r < rows; ++r) std::memcpy(out + r * n, first - r, n * sizeof(float));
}

void bias_rows(const Bias& bias, std::size_t head, Extent e, std::size_t first_row,
               std::size_t rows, float* out) {
  for (std::size_t r = first_row; r < first_row + rows; ++r, out += e.n_key) {
    const std::int64_t query = e.query(r);
    for (std::size_t j = 0; j < e.n_key; ++j) {
      const auto key = static_cast<std::int64_t>(j);
      out[j] =
          static_cast<float>(bias.causal && key > query ? kMasked : bias.of_pair(head, query, key));
    }
  }
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
