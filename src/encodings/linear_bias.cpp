#include "encodings/linear_bias.hpp"

#include <cstdint>
#include <cstring>  // std::memcpy
#include <limits>
#include <vector>

namespace posenc {

void linear_bias_f32(double slope, bool causal, std::size_t n_query, std::size_t n_key,
                     std::size_t first_row, std::size_t rows, float* out) {
  if (rows == 0) return;
  // distance of (row, key) = row + n_key - n_query - key; `whole` covers every row of the block,
  // the last row's keys first: row i reads it from offset (last - i)
  const std::size_t last = first_row + rows - 1;
  const auto furthest = static_cast<std::int64_t>(last) + static_cast<std::int64_t>(n_key) -
                        static_cast<std::int64_t>(n_query);
  std::vector<float> whole(n_key + rows - 1);
  for (std::size_t k = 0; k < whole.size(); ++k) {
    const std::int64_t distance = furthest - static_cast<std::int64_t>(k);
    const double size = static_cast<double>(distance < 0 ? -distance : distance);
    // 0 - x: no negative zero on the diagonal
    whole[k] = causal && distance < 0 ? -std::numeric_limits<float>::infinity()
                                      : static_cast<float>(0 - slope * size);
  }
  for (std::size_t r = 0; r < rows; ++r)
    std::memcpy(out + r * n_key, whole.data() + (rows - 1 - r), n_key * sizeof(float));
}

}  // namespace posenc
