// Graphs whose nodes are positions: named families, or a list of edges. Simple and undirected.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/params.hpp"

namespace posenc {

struct Graph {
  std::vector<std::vector<std::uint32_t>> neighbours;  // for each node, ascending
  std::size_t nodes() const { return neighbours.size(); }
  std::size_t degree(std::size_t node) const { return neighbours[node].size(); }
  std::size_t edges() const;
  std::size_t components() const;  // including isolated nodes
};

using GraphFamily = Choice<"path", "cycle", "grid", "complete", "star">;
inline constexpr std::string_view kNodeAxis[] = {"node"};

// Parameters of every graph row, in this order.
inline constexpr ParamInfo kGraphParam =
    only_where(one_of<GraphFamily>("graph",
                                   "Family of graphs, where no edges are given: path and cycle "
                                   "join neighbours, grid is 4-connected in raster order, in "
                                   "complete every two nodes are joined, in star all to node 0."),
               "!edges");
inline constexpr ParamInfo kNodesParam = integer(
    "nodes", "Number of nodes of the graph, each of which is a position.", 16, {1, 1024}, {2, 64});
inline constexpr ParamInfo kColumnsParam =
    only_where(integer("columns", "Columns of graph 'grid'; nodes must be a multiple of it.", 4,
                       {1, 1024}, {1, 16}),
               "!edges & graph=grid");
inline constexpr ParamInfo kEdgesParam =
    numbers("edges", "Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once.",
            kOptional, {0, 1023}, std::size_t{1} << 20);

Result<Graph> graph_of(const Params&);

}  // namespace posenc
