// Sizes of an encoding, and how positions and sides of attention are given.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace posenc {

// A vector of the head is transformed as a query or as a key; mostly that is the same. An attention
// output is rotated back by the angles of its query, where values were rotated like keys
// (DeepSeek V4, transformers modular_deepseek_v4.py).
enum class Side : std::uint8_t { query, key, output };

// start + k·step, k = 0 … count - 1: faster than the same positions as a list.
struct Range {
  // explicit, so that table({0, 5}, …) is no range
  explicit constexpr Range(double from, double by, std::size_t n)
      : start(from), step(by), count(n) {}
  double start, step;
  std::size_t count;
};

struct Shape {
  std::size_t axes = 1;           // coordinates of a position
  std::size_t width = 0;          // channels of the table; 0 = no table
  std::size_t pairs = 0;          // frequencies; 0 = no waves
  std::size_t heads = 0;          // of the bias; 0 = no bias
  std::size_t head_dim = 0;       // numbers of a vector that is rotated …
  std::size_t rotated_width = 0;  // … and of what becomes of it; 0 = no rotation
  std::size_t score_dim = 0;      // numbers of a query for attention_scores; 0 = any
  std::size_t cells = 0;          // of the window: lengths of a bias or map must be this; 0 = any
  std::vector<std::size_t> extent = {};  // of each axis where the table has an end
  std::vector<std::string_view> score_terms = {};
};

}  // namespace posenc
