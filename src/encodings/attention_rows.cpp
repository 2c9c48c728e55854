#include "encodings/attention_rows.hpp"

#include <algorithm>
#include <cstring>  // std::memcpy
#include <limits>

namespace posenc {

namespace {

// Keys first, first + 1, … of a query at any distance, in float32, including masks.
void bias_keys(const Bias& bias, std::size_t head, std::int64_t query, std::int64_t first,
               std::span<float> out) {
  constexpr std::size_t kMost = 256;
  double values[kMost];
  while (!out.empty()) {
    const std::size_t n = std::min(out.size(), kMost);
    const auto seen =
        bias.causal ? std::clamp<std::int64_t>(query - first + 1, 0, static_cast<std::int64_t>(n))
                    : static_cast<std::int64_t>(n);
    const std::span visible(values, static_cast<std::size_t>(seen));
    if (!visible.empty()) bias.row(head, query, first, visible);
    const auto rest = std::ranges::transform(visible, out.begin(), [](double x) {
                        return static_cast<float>(x);
                      }).out;
    std::fill(rest, out.begin() + static_cast<std::ptrdiff_t>(n), static_cast<float>(kMasked));
    out = out.subspan(n);
    first += static_cast<std::int64_t>(n);
  }
}

}  // namespace

void bias_vector_part(const Bias& bias, std::size_t head, Extent e, std::size_t first,
                      std::span<float> out) {
  bias_keys(bias, head, static_cast<std::int64_t>(e.n_key) - 1, static_cast<std::int64_t>(first),
            out);
}

void toeplitz_rows(const float* first, std::size_t n, std::size_t rows, float* out) {
  for (std::size_t r = 0; r < rows; ++r) std::memcpy(out + r * n, first - r, n * sizeof(float));
}

void bias_row(const Bias& bias, std::size_t head, Extent e, std::size_t row, std::size_t first_key,
              std::size_t keys, float* out) {
  bias_keys(bias, head, e.query(row), static_cast<std::int64_t>(first_key), {out, keys});
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
