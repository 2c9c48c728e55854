// Laplacian eigenvectors of a graph: Dwivedi & Bresson 2021 (arXiv:2012.09699). Node i is encoded
// by entry i of the k eigenvectors of I - D^-1/2 A D^-1/2 with the smallest non-zero eigenvalues.
//
// The number of zero eigenvalues is the number of connected components, counted on the graph,
// without rounding; an isolated node is a component whose row of the Laplacian is zero (Chung
// 1997). Signs and bases: eigenspaces.hpp. ‖Lv - λv‖ is within 1e-12, or 1e-10 if close but
// different eigenvalues count as one; the vectors are orthonormal within 1e-12
// (tests/encodings/laplacian_test.cpp).
#pragma once
#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/lazy.hpp"
#include "core/random.hpp"
#include "encodings/eigenspaces.hpp"
#include "encodings/encoding.hpp"
#include "encodings/graph.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc::laplacian_row {

using Normalization = Choice<"symmetric", "none">;
using Zeros = Choice<"skip-all", "skip-one">;
using Signs = Choice<"fixed", "random">;

inline constexpr ParamInfo kParams[] = {
    integer("k", "Number of eigenvectors, the width of the encoding.", 4, {1, 1023}, {1, 32}),
    kGraphParam,
    kNodesParam,
    kColumnsParam,
    kEdgesParam,
    one_of<Normalization>("normalization", "symmetric: I - D^-1/2 A D^-1/2; none: D - A."),
    one_of<Zeros>("zeros",
                  "What a disconnected graph leaves out: skip-all the eigenvalue 0 with its whole "
                  "eigenspace; skip-one the first vector only, as released code does, so that "
                  "others of eigenvalue 0 (each the nodes of one component) come first."),
    one_of<Signs>("signs",
                  "fixed: the largest entry of an eigenvector is positive; random: each sign is "
                  "drawn from the seed, as in training."),
    only_where(integer("seed", "Seed of the signs that are drawn for the eigenvectors.", 0,
                       {0, kMostInteger}, {0, 100}),
               "signs=random"),
};

inline Matrix matrix(const Graph& g, bool unnormalized) {
  const std::size_t n = g.nodes();
  Matrix l = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double degree = static_cast<double>(g.degree(i));
    l(i, i) = unnormalized ? degree : degree > 0 ? 1 : 0;
    for (const std::size_t j : g.neighbours[i])
      l(i, j) = unnormalized ? -1 : -1 / std::sqrt(degree * static_cast<double>(g.degree(j)));
  }
  return l;
}

// The channels are eigenvectors first … first + k - 1.
struct Channels {
  std::size_t nodes, first, k;
  Graph graph;
};

inline Result<Channels> channels(const Params& p) {
  Result<Graph> g = graph_of(p);
  if (!g) return g.error();
  const std::size_t n = g->nodes(), k = p.count("k");
  const std::size_t skipped = p.choice<Zeros>("zeros") == "skip-all" ? g->components() : 1;
  if (k > n - skipped)
    return bad_param("k", "must be <= ", n - skipped, ": of ", n, " eigenvectors ", skipped,
                     " of eigenvalue 0 are left out; got ", k);
  return Channels{n, skipped, k, std::move(g).value()};
}

inline Eigenspaces solve(const Params& p, const Graph& g) {
  const std::size_t n = g.nodes();
  Spectrum eigen = eigenpairs(matrix(g, p.choice<Normalization>("normalization") == "none"), n);
  // set exactly, to separate them from small eigenvalues of large graphs
  std::fill_n(eigen.values.rbegin(), g.components(), 0.0);
  return eigenspaces(eigen);
}

// (k) 1 or -1
inline std::vector<double> signs(const Params& p, std::size_t k) {
  std::vector<double> out(k, 1.0);
  const Random coin(static_cast<std::uint64_t>(p.integer("seed")));
  if (p.choice<Signs>("signs") == "random")
    for (std::size_t c = 0; c < k; ++c) out[c] = coin.below(c, 2) == 0 ? 1 : -1;
  return out;
}

inline Result<RowTable> table(const Params& p) {
  const auto made = channels(p);
  if (!made) return made.error();
  const std::size_t n = made->nodes, k = made->k;
  // solved at the first row: a large graph takes most of a second
  const Lazy<std::vector<double>> rows(std::function([p, c = made.value()] {
    const Eigenspaces eigen = solve(p, c.graph);
    const std::vector<double> sign = signs(p, c.k);
    std::vector<double> out(c.nodes * c.k);
    for (std::size_t j = 0; j < c.k; ++j)
      for (std::size_t i = 0; i < c.nodes; ++i)
        out[i * c.k + j] = sign[j] * eigen.vectors(c.first + j, i);
    return out;
  }));
  RowTable t;
  t.width = k;
  t.extent = {n};
  t.row = [rows, k](const double* position, double* out) {
    std::copy_n(rows->data() + static_cast<std::size_t>(position[0]) * k, k, out);
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const auto made = channels(p);
  if (!made) return made.error();
  const Eigenspaces eigen = solve(p, made->graph);
  Fact values{"eigenvalues", "Eigenvalue of each channel.", {}},
      space{"eigenspace",
            "Index of each channel's eigenvalue among the distinct ones; channels that share it "
            "may be rotated into each other at will.",
            {}},
      multiplicity{"multiplicity", "Dimension of each channel's eigenspace.", {}};
  for (std::size_t c = made->first; c < made->first + made->k; ++c) {
    values.values.push_back(eigen.values[c]);
    space.values.push_back(static_cast<double>(eigen.space[c]));
    multiplicity.values.push_back(static_cast<double>(eigen.multiplicity[c]));
  }
  return Facts{values,
               space,
               multiplicity,
               {"signs", "Factor of each channel's sign convention.", signs(p, made->k)},
               {"spectrum", "All eigenvalues of the Laplacian.", eigen.values}};
}

inline constexpr EncodingInfo kLaplacian = {
    .id = "laplacian",
    .title = "Laplacian eigenvectors",
    .family = "graphs and places",
    .formula =
        R"(L = I - D^{-1/2}AD^{-1/2},\quad L u_j = \lambda_j u_j,\quad \mathrm{PE}_i = (u_1(i),\dots,u_k(i)),\; 0<\lambda_1\le\dots\le\lambda_k)",
    .citation =
        "Dwivedi & Bresson 2021, A Generalization of Transformer Networks to Graphs, "
        "arXiv:2012.09699",
    .note =
        "Signs, and bases of repeated eigenvalues, are arbitrary in the paper. Here each basis is "
        "taken from the eigenspace by a rule that no solver changes: the vector towards the node "
        "with the largest share, positive there, ties to the first node, and so on. An isolated "
        "node has eigenvalue 0 (released code gives it 1).",
    .accuracy =
        "The vectors are orthonormal within 1e-12; ‖Lv - λv‖ is within 1e-12, or 1e-10 where close "
        "but different eigenvalues count as one.",
    .axes = kNodeAxis,
    .params = kParams,
    .row_table = table,
    .facts = facts,
};

}  // namespace posenc::laplacian_row
