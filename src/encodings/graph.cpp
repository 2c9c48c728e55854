#include "encodings/graph.hpp"

#include <string>

#include "core/sort.hpp"

namespace posenc {
namespace {

void join(Graph& g, std::size_t u, std::size_t v) {
  g.neighbours[u].push_back(static_cast<std::uint32_t>(v));
  g.neighbours[v].push_back(static_cast<std::uint32_t>(u));
}

Result<Graph> of_edges(std::size_t nodes, std::span<const double> ends) {
  const auto fail = [](std::size_t i, const std::string& message) {
    return bad_param("edges", "element ", i, " ", message);
  };
  if (ends.size() % 2 != 0)
    return bad_shape("edges", "must have two numbers for each edge, got ", ends.size());
  Graph g;
  g.neighbours.resize(nodes);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto node = static_cast<std::size_t>(ends[i]);
    if (static_cast<double>(node) != ends[i] || node >= nodes)
      return fail(i, "must be a whole number from 0 to " + std::to_string(nodes - 1) +
                         " (nodes is " + std::to_string(nodes) + "), got " + to_text(ends[i]));
    if (i % 2 == 0) continue;
    if (ends[i] == ends[i - 1]) return fail(i, "joins node " + to_text(ends[i]) + " to itself");
    join(g, static_cast<std::size_t>(ends[i - 1]), node);
  }
  return g;
}

Result<Graph> of_family(const Params& p, std::size_t nodes) {
  Graph g;
  g.neighbours.resize(nodes);
  const auto family = p.choice<GraphFamily>("graph");
  const auto columns = p.count("columns");
  if (family == "cycle" && nodes < 3)
    return bad_param("nodes", "must be >= 3 for a cycle, got ", nodes);
  if (family == "grid" && nodes % columns != 0)
    return bad_param("columns", "must divide nodes = ", nodes, ", got ", columns);
  for (std::size_t i = 0; i < nodes; ++i) {
    if ((family == "path" || family == "cycle") && i + 1 < nodes) join(g, i, i + 1);
    if (family == "grid" && (i + 1) % columns != 0) join(g, i, i + 1);
    if (family == "grid" && i + columns < nodes) join(g, i, i + columns);
    if (family == "star" && i > 0) join(g, 0, i);
    for (std::size_t j = i + 1; family == "complete" && j < nodes; ++j) join(g, i, j);
  }
  if (family == "cycle") join(g, 0, nodes - 1);
  return g;
}

}  // namespace

Result<Graph> graph_of(const Params& p) {
  const auto nodes = p.count("nodes");
  Result<Graph> g = p.has("edges") ? of_edges(nodes, p.numbers("edges")) : of_family(p, nodes);
  if (!g) return g.error();
  for (auto& list : g->neighbours) sort_unique(list);
  return g;
}

std::size_t Graph::edges() const {
  std::size_t ends = 0;
  for (const auto& list : neighbours) ends += list.size();
  return ends / 2;
}

std::size_t Graph::components() const {
  std::vector<bool> seen(nodes());
  std::size_t count = 0;
  for (std::size_t start = 0; start < nodes(); ++start) {
    if (seen[start]) continue;
    ++count;
    seen[start] = true;
    std::vector<std::size_t> reached = {start};
    while (!reached.empty()) {
      const std::size_t u = reached.back();
      reached.pop_back();
      for (const std::size_t v : neighbours[u])
        if (!seen[v]) seen[v] = true, reached.push_back(v);
    }
  }
  return count;
}

}  // namespace posenc
