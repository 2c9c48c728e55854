// The positions of a sample's tokens, and how a spec takes the sizes that it lacks from a model.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"

namespace posenc {

struct TokenPositions {
  std::size_t tokens = 0;
  // [a - 1]: (tokens, a) coordinates, where a position has a of them.
  std::vector<std::vector<double>> coordinates = {};
  // Rows and columns, where tokens are the cells of a grid in reading order.
  std::size_t grid_height = 0, grid_width = 0;

  // (tokens, axes). Of more axes than there are coordinates the first are 0, such as the time of a
  // picture's (0, row, column); tokens without coordinates stand at (i, …, i), as text does (both
  // as in Qwen2-VL, arXiv:2409.12191, 2.1).
  std::vector<double> of(std::size_t axes) const;
};

struct HeadShape {
  std::size_t dim, heads;  // of the model
  std::size_t head_dim() const { return dim / heads; }
};

// The sizes that `fitted` knows, by the names of their parameters.
inline constexpr std::string_view kFittedSizes[] = {
    "dim", "heads", "count", "height", "width", "windowHeight", "windowWidth", "nodes"};

// The spec with the sizes that it does not give itself and that follow from the model: dim, heads,
// rows of a table, cells of a window, nodes of a graph.
EncodingSpec fitted(EncodingSpec, const HeadShape&, const TokenPositions&);

}  // namespace posenc
