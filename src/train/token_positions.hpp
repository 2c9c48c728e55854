// The positions of a sample's tokens, and the completion of a spec with sizes from a model.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"

namespace posenc {

struct TokenPositions {
  std::size_t tokens = 0;
  // [a - 1]: (tokens, a) coordinates, for positions with a coordinates.
  std::vector<std::vector<double>> coordinates = {};
  // Rows and columns, if tokens are the cells of a grid in reading order.
  std::size_t grid_height = 0, grid_width = 0;

  // (tokens, axes). Coordinates are padded with leading zeros, such as the time of a picture's (0,
  // row, column); tokens without coordinates are at (i, …, i), like text (both as in Qwen2-VL,
  // arXiv:2409.12191, 2.1).
  std::vector<double> of(std::size_t axes) const;
};

struct HeadShape {
  std::size_t dim, heads;  // of the model
  std::size_t head_dim() const { return dim / heads; }
};

// The parameter names of the sizes that `fitted` sets.
inline constexpr std::string_view kFittedSizes[] = {
    "dim", "heads", "count", "height", "width", "windowHeight", "windowWidth", "nodes"};

// Adds to the spec the missing sizes that follow from the model: dim, heads, rows of a table, cells
// of a window, nodes of a graph.
EncodingSpec fitted(EncodingSpec, const HeadShape&, const TokenPositions&);

}  // namespace posenc
