// Sizes of an encoding, and types for positions and sides of attention.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace posenc {

// The role of a transformed vector; for most encodings queries and keys are transformed alike. If
// values are rotated like keys, an attention output is rotated back by the angles of its query
// (DeepSeek V4, transformers modular_deepseek_v4.py).
enum class Side : std::uint8_t { query, key, output };

// start + k·step, k = 0 … count - 1: faster than the same positions as a list.
struct Range {
  // explicit, so that table({0, 5}, …) is no Range
  explicit constexpr Range(double from, double by, std::size_t n)
      : start(from), step(by), count(n) {}
  double start, step;
  std::size_t count;
};

struct Shape {
  std::size_t axes = 1;           // coordinates of a position
  std::size_t width = 0;          // channels of the table; 0 = no table
  std::size_t pairs = 0;          // frequencies; 0 = no waves
  std::size_t heads = 0;          // heads of the bias; 0 = no bias
  std::size_t head_dim = 0;       // elements of a vector before rotation …
  std::size_t rotated_width = 0;  // … and after it; 0 = no rotation
  std::size_t score_dim = 0;      // elements of a query for attention_scores; 0 = any
  std::size_t cells = 0;          // cells of the window, the length of a bias or map; 0 = any
  std::vector<std::size_t> extent = {};  // size of each axis if the table is bounded
  std::vector<std::string_view> score_terms = {};
};

}  // namespace posenc
