// Relative position bias of windows, Swin: Liu et al. 2021 (arXiv:2103.14030), released code; with
// BEiT's class token.
//
// A table has a row per offset of two cells (window.hpp) and a column per head. With a class token
// (cell 0, before the window) three rows follow: its bias towards cells, that of cells towards it,
// and its bias towards itself.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"
#include "encodings/window.hpp"

namespace posenc::swin_v1_row {

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    window_param("windowHeight", "Rows H of the window within which tokens attend to each other.",
                 7),
    window_param("windowWidth", "Columns W of the window within which tokens attend to each other.",
                 7),
    on_off("classToken",
           "BEiT: a class token stands before the cells, with three rows of its own in the table."),
    weights_param("table",
                  "(2H-1)(2W-1) x heads, and 3 rows more with a class token: the bias of each "
                  "offset. Drawn from N(0, 0.02²) cut at ±2 when left out."),
    only_where(kSeedParam, "!table"),
};

inline Window window(const Params& p) {
  return {p.integer("windowHeight"), p.integer("windowWidth")};
}

// The row of the table for cells that may include a class token at 0.
struct Index {
  WindowIndex window;
  bool token;
  std::int64_t rows;  // number of the window's offsets
  std::int64_t operator()(std::int64_t query, std::int64_t key) const {
    if (!token) return window(query, key);
    if (query == 0) return key == 0 ? rows + 2 : rows;
    return key == 0 ? rows + 1 : window(query - 1, key - 1);
  }
};
inline Index index(const Params& p) {
  const Window w = window(p);
  return {WindowIndex(w), p.flag("classToken"), static_cast<std::int64_t>(w.offsets())};
}
inline std::size_t cells(const Params& p) {
  return window(p).cells() + (p.flag("classToken") ? 1 : 0);
}

inline Result<Tensor> table(const Params& p) {
  return tensor(p, "table", window(p).offsets() + (p.flag("classToken") ? 3 : 0), p.count("heads"),
                0, truncated_draw(0.02));
}

inline Result<RelativeMap> relative_map(const Params& p) {
  RelativeMap map;
  map.cells = cells(p);
  map.row = [at = index(p)](std::int64_t query, std::span<double> keys) {
    if (!at.token) return at.window.row(query, keys);
    for (std::size_t j = 0; j < keys.size(); ++j)
      keys[j] = static_cast<double>(at(query, static_cast<std::int64_t>(j)));
  };
  return map;
}

inline Result<Bias> bias(const Params& p) {
  Result<Tensor> values = table(p);
  if (!values) return values.error();
  Bias b;
  b.heads = values->cols;
  b.cells = cells(p);
  if constexpr (kAdjoints) {
    b.trained = {
        values->trained("table", "(2*windowHeight-1)*(2*windowWidth-1)+3*classToken,heads")};
    b.set_adjoint_of_pair([at = index(p), heads = b.heads](std::size_t head, std::int64_t query,
                                                           std::int64_t key, double upstream,
                                                           Gradients to) {
      to[0][static_cast<std::size_t>(at(query, key)) * heads + head] += upstream;
    });
  }
  b.set_of_pair(
      [at = index(p), values = *values](std::size_t head, std::int64_t query, std::int64_t key) {
        return values.row(static_cast<std::size_t>(at(query, key)))[head];
      });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Tensor> values = table(p);
  if (!values) return values.error();
  return Facts{values->fact("table", "Bias of each offset (rows) and head.")};
}

inline constexpr EncodingInfo kSwinV1 = {
    .id = "swin-v1",
    .title = "Swin relative position bias",
    .family = "relative bias",
    .formula = R"(b_h(i,j) = B_{(y_i-y_j+H-1)(2W-1) + (x_i-x_j+W-1),\,h})",
    .citation =
        "Liu et al. 2021, Swin Transformer, arXiv:2103.14030, released code; class token: Bao et "
        "al. 2022, BEiT, arXiv:2106.08254, released code",
    .note =
        "Queries and keys are the window's cells in raster order, so nQuery = nKey = H·W. The "
        "width of an index row is 2W-1; a port that takes 2H-1 is right for square windows only.",
    .params = kParams,
    .bias = bias,
    .relative_map = relative_map,
    .facts = facts,
};

}  // namespace posenc::swin_v1_row
