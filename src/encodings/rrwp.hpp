// Relative random walk probabilities: GRIT, Ma et al. 2023 (arXiv:2305.17589). Each pair of nodes
// has the probabilities of walks of 0, 1, … K-1 steps between them:
//
//   P_ij = (I_ij, M_ij, (M²)_ij, …, (M^(K-1))_ij),  M = D^-1 A
//
// They are a stage of pairs, with channels in place of a bias's heads. A layer of GRIT computes
// factors and terms of its scores from them. All terms are positive: before rounding to float32
// entries have a relative error of at most K·(largest degree + 1)·2^-53.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

#include "encodings/encoding.hpp"
#include "encodings/graph.hpp"

namespace posenc::rrwp_row {

using From = Choice<"query", "key">;

inline constexpr ParamInfo kParams[] = {
    integer("heads",
            "Number K of channels, which stand where a bias has its heads: walks of 0 … K-1 steps. "
            "21 on ZINC.",
            21, {1, 256}, {1, 32}),
    one_of<From>("from",
                 "Where walks begin, at the query (the paper's P_ij with query i), or at the key, "
                 "as in the released code, which gathers queries by the second index. The two "
                 "differ by the quotient of the degrees."),
    kGraphParam,
    kNodesParam,
    kColumnsParam,
    kEdgesParam,
};

// Extends all walks by one step. Backwards: from every node to the one of `at`.
inline void step(const Graph& g, bool backwards, std::vector<double>& at) {
  const std::size_t n = g.nodes();
  std::vector<double> next(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (g.degree(i) == 0) continue;
    const auto degree = static_cast<double>(g.degree(i));
    double sum = 0;
    for (const std::size_t j : g.neighbours[i])
      sum += backwards ? at[j] : at[j] / static_cast<double>(g.degree(j));
    next[i] = backwards ? sum / degree : sum;
  }
  at.swap(next);
}

inline Result<Bias> pairs(const Params& p) {
  Result<Graph> made = graph_of(p);
  if (!made) return made.error();
  const auto steps = static_cast<std::uint64_t>(p.integer("heads")),
             n = static_cast<std::uint64_t>(made->nodes());
  constexpr std::uint64_t kMostMoves = std::uint64_t{1} << 33;  // seconds for all pairs
  if (made->edges() > kMostMoves / steps / steps / n)
    return refusal(
        ErrorCode::too_large, "heads",
        {"nodes·edges·heads² must be at most 2^33, got ", n, "·", made->edges(), "·", steps, "²"});
  Bias b;
  b.heads = static_cast<std::size_t>(steps);
  b.cells = made->nodes();
  // The walks of a query are kept for the following keys.
  b.row = [g = std::move(made).value(), backwards = p.choice<From>("from") == "key",
           at = std::vector<double>(), kept_head = std::size_t{0},
           kept_query = std::numeric_limits<std::int64_t>::min()](
              std::size_t head, std::int64_t query, std::int64_t first_key,
              std::span<double> out) mutable {
    if (kept_query != query || kept_head > head) {
      at.assign(g.nodes(), 0);
      at[static_cast<std::size_t>(query)] = 1;
      kept_query = query, kept_head = 0;
    }
    for (; kept_head < head; ++kept_head) step(g, backwards, at);
    std::copy_n(at.begin() + first_key, out.size(), out.begin());
  };
  return b;
}

inline constexpr EncodingInfo kRrwp = {
    .id = "rrwp",
    .title = "Relative random walks (RRWP)",
    .family = "graphs and places",
    .formula =
        R"(P_{ij} = \big(I_{ij},\,M_{ij},\,(M^2)_{ij},\dots,(M^{K-1})_{ij}\big),\quad M = D^{-1}A)",
    .citation =
        "Ma et al. 2023, Graph Inductive Biases in Transformers without Message Passing, "
        "arXiv:2305.17589; LiamMa/GRIT transform/rrwp.py and layer/grit_layer.py (2ecf5c35)",
    .note =
        "A head is a channel: walks of as many steps. The diagonal, which GRIT adds to its nodes, "
        "is 1 and then the row random-walk. An isolated node has only the walk of no step.",
    .axes = kNodeAxis,
    .params = kParams,
    .bias = pairs,
};

}  // namespace posenc::rrwp_row
