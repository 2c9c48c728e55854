// Random walk encoding of graphs: Dwivedi et al. 2022 (arXiv:2110.07875). Node i is encoded by the
// probabilities that a walk from i is at i again after 1, 2, … k steps: the diagonals of (A
// D^-1)^t.
//
// All terms are positive: entries have a relative error of at most k·(largest degree + 1)·2^-53.
#pragma once
#include <cstdint>

#include "encodings/encoding.hpp"
#include "encodings/graph.hpp"

namespace posenc::random_walk_row {

inline constexpr ParamInfo kParams[] = {
    integer("steps", "Longest walk k, the width of the encoding.", 16, {1, 1024}, {1, 64}),
    kGraphParam,
    kNodesParam,
    kColumnsParam,
    kEdgesParam,
};

inline Result<RowTable> table(const Params& p) {
  Result<Graph> made = graph_of(p);
  if (!made) return made.error();
  const std::size_t steps = p.count("steps"), n = made->nodes();
  constexpr std::uint64_t kMostMoves = std::uint64_t{1} << 32;  // seconds for the whole table
  if (made->edges() > kMostMoves / 2 / steps / n)
    return refusal(
        ErrorCode::too_large, "steps",
        {"nodes·edges·steps must be at most 2^31, got ", n, "·", made->edges(), "·", steps});
  RowTable t;
  t.width = steps;
  t.extent = {n};
  t.row = [g = std::move(made).value(), steps, n](const double* position, double* out) {
    const auto start = static_cast<std::size_t>(position[0]);
    std::vector<double> at(n), leaving(n);
    at[start] = 1;
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < n; ++i)
        leaving[i] = g.degree(i) == 0 ? 0 : at[i] / static_cast<double>(g.degree(i));
      for (std::size_t i = 0; i < n; ++i) {
        at[i] = 0;
        for (const std::size_t j : g.neighbours[i]) at[i] += leaving[j];
      }
      out[step] = at[start];
    }
  };
  return t;
}

inline constexpr EncodingInfo kRandomWalk = {
    .id = "random-walk",
    .title = "Random walk",
    .family = "graphs and places",
    .formula =
        R"(\mathrm{PE}_i = \big(R_{ii},\,(R^2)_{ii},\dots,(R^k)_{ii}\big),\quad R = AD^{-1})",
    .citation =
        "Dwivedi et al. 2022, Graph Neural Networks with Learnable Structural and Positional "
        "Representations, arXiv:2110.07875",
    .note = "An isolated node, where A D^-1 divides by zero, has no walk and is encoded by zeros.",
    .accuracy = "float64 entries are within k·(largest degree + 1)·2^-53 of their size.",
    .axes = kNodeAxis,
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::random_walk_row
