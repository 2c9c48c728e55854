// Probabilities of random walks, of returns and of pairs: golden files, dense matrix powers, closed
// forms.
#include <algorithm>
#include <cmath>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> all_nodes(const Plan& plan) {
  std::vector<double> nodes(plan.extent()[0]);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<double>(i);
  return table64(plan, nodes);
}

// the edges of a golden file's adjacency matrix, in the parameter's format
std::vector<double> ends_of(const json& golden) {
  std::vector<double> ends;
  const json& rows = golden.at("inputs").at("adjacency");
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (rows[i][j] == 1)
        ends.insert(ends.end(), {static_cast<double>(i), static_cast<double>(j)});
  return ends;
}

// (K, n, n): the probabilities of pairs in float64
std::vector<double> pairs_of(const json& spec) {
  const Bias bias = bias_of(spec);
  std::vector<double> all(bias.heads * bias.cells * bias.cells);
  auto out = all.begin();
  for (std::size_t head = 0; head < bias.heads; ++head)
    for (std::size_t i = 0; i < bias.cells; ++i, out += static_cast<std::ptrdiff_t>(bias.cells))
      bias.row(head, static_cast<std::int64_t>(i), 0, {&*out, bias.cells});
  return all;
}

// diag((A D^-1)^t), t = 1 … steps, by dense products
std::vector<long double> by_powers(std::size_t n, const std::vector<double>& ends,
                                   std::size_t steps) {
  std::vector<long double> r(n * n), power(n * n), out(n * steps);
  std::vector<int> degree(n);
  for (std::size_t e = 0; e < ends.size(); e += 2) {
    const auto u = static_cast<std::size_t>(ends[e]), v = static_cast<std::size_t>(ends[e + 1]);
    r[u * n + v] = r[v * n + u] = 1;
    ++degree[u], ++degree[v];
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (degree[j] > 0) r[i * n + j] /= degree[j];
  for (std::size_t i = 0; i < n; ++i) power[i * n + i] = 1;
  for (std::size_t t = 0; t < steps; ++t) {
    std::vector<long double> next(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j) next[i * n + j] += power[i * n + k] * r[k * n + j];
    power = next;
    for (std::size_t i = 0; i < n; ++i) out[i * steps + t] = power[i * n + i];
  }
  return out;
}

}  // namespace

TEST_CASE("golden: random walks on a lollipop") {
  const json golden = load_json("rwpe_lollipop");
  check_table("rwpe_lollipop",
              {{"encoding", "random-walk"}, {"nodes", 5}, {"steps", 6}, {"edges", ends_of(golden)}},
              {0, 1, 2, 3, 4}, golden.at("expected"));
}

TEST_CASE("random-walk: diagonals of dense powers, within steps·(largest degree + 1)·2^-53") {
  constexpr std::size_t n = 24, kSteps = 20;
  std::vector<double> ends;
  std::vector<int> degree(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((i * 7919 + j * 104729) % 13 < 3 && i != 17 && j != 17) {
        ends.insert(ends.end(), {static_cast<double>(i), static_cast<double>(j)});
        ++degree[i], ++degree[j];
      }
  const double most = *std::max_element(degree.begin(), degree.end());
  const auto got = all_nodes(
      plan_of({{"encoding", "random-walk"}, {"nodes", n}, {"steps", kSteps}, {"edges", ends}}));
  const auto expected = by_powers(n, ends, kSteps);
  for (std::size_t i = 0; i < got.size(); ++i)
    CHECK(std::fabs(static_cast<double>(got[i] - expected[i])) <=
          kSteps * (most + 1) * 0x1p-53 * static_cast<double>(expected[i]));
  for (std::size_t t = 0; t < kSteps; ++t) CHECK(got[17 * kSteps + t] == 0);  // isolated
}

TEST_CASE("random-walk: closed forms") {
  // complete: 1/n + (1 - 1/n)·(-1/(n-1))^t
  const auto complete = all_nodes(
      plan_of({{"encoding", "random-walk"}, {"graph", "complete"}, {"nodes", 9}, {"steps", 12}}));
  for (int t = 1; t <= 12; ++t)
    CHECK(complete[static_cast<std::size_t>(t) - 1] ==
          approx(1 / 9.0 + (8 / 9.0) * std::pow(-1 / 8.0, t)).epsilon(1e-14));
  // star: from the centre the walk is back after every other step; from a leaf with 1/(n-1)
  const auto star = all_nodes(
      plan_of({{"encoding", "random-walk"}, {"graph", "star"}, {"nodes", 5}, {"steps", 6}}));
  for (std::size_t t = 0; t < 6; ++t) {
    CHECK(star[t] == (t % 2 == 0 ? 0 : 1));
    CHECK(star[6 + t] == (t % 2 == 0 ? 0 : 0.25));
  }
  // bipartite graphs: never back after an odd number of steps
  const auto grid = all_nodes(plan_of({{"encoding", "random-walk"}, {"graph", "grid"}}));
  for (std::size_t i = 0; i < grid.size(); ++i) CHECK((grid[i] == 0) == (i % 2 == 0));
  // one node: no edges to walk
  for (const double x : all_nodes(plan_of({{"encoding", "random-walk"}, {"nodes", 1}})))
    CHECK(x == 0);
}

TEST_CASE("random-walk: walks that would take minutes are refused") {
  const auto plan = Plan::create(spec_of(
      {{"encoding", "random-walk"}, {"graph", "complete"}, {"nodes", 1024}, {"steps", 1000}}));
  REQUIRE(!plan);
  CHECK(plan.error().code == ErrorCode::too_large);
  CHECK(plan.error().field == "steps");
}

TEST_CASE("golden: walks between the nodes of a lollipop, from the query and from the key") {
  const json golden = load_json("rrwp_lollipop");
  for (const std::string from : {"query", "key"})
    check_all(golden,
              pairs_of({{"encoding", "rrwp"},
                        {"nodes", 5},
                        {"heads", 6},
                        {"from", from},
                        {"edges", ends_of(golden)}}),
              golden.at("expected").at(from));
}

TEST_CASE("rrwp: rows are probabilities, the diagonal is random-walk, and reversed walks balance") {
  const json graph = {{"graph", "grid"}, {"nodes", 12}, {"columns", 4}};
  constexpr std::size_t n = 12, kSteps = 9;
  json spec = graph;
  spec.update({{"encoding", "rrwp"}, {"heads", kSteps}});
  const std::vector<double> from_query = pairs_of(spec);
  spec["from"] = "key";
  const std::vector<double> from_key = pairs_of(spec);
  spec = graph;
  spec.update({{"encoding", "random-walk"}, {"steps", kSteps}});
  const std::vector<double> returns = all_nodes(plan_of(spec));
  const auto degree = [](std::size_t i) {
    const std::size_t column = i % 4, line = i / 4;
    return (column == 0 || column == 3 ? 1.0 : 2.0) + (line == 1 ? 2.0 : 1.0);
  };
  for (std::size_t k = 0; k < kSteps; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double at = from_query[(k * n + i) * n + j];
        sum += at;
        CHECK(at * degree(i) == approx(from_query[(k * n + j) * n + i] * degree(j)).epsilon(1e-14));
        CHECK(from_key[(k * n + j) * n + i] == approx(at).epsilon(1e-14));
      }
      CHECK(sum == approx(1).epsilon(1e-14));
      const double back = from_query[(k * n + i) * n + i];
      CHECK(back == approx(k == 0 ? 1 : returns[i * kSteps + k - 1]).epsilon(1e-14));
    }
}

TEST_CASE("rrwp: an isolated node has the walk of no step, and what takes minutes is refused") {
  const std::vector<double> pairs = pairs_of(
      {{"encoding", "rrwp"}, {"nodes", 3}, {"heads", 3}, {"edges", std::vector<double>{0, 1}}});
  CHECK(pairs[8] == 1);
  for (std::size_t k = 1; k < 3; ++k)
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(pairs[(k * 3 + 2) * 3 + j] == 0);
      CHECK(pairs[(k * 3 + j) * 3 + 2] == 0);
    }
  check_refused({{"encoding", "rrwp"}, {"graph", "complete"}, {"nodes", 1024}}, "heads",
                ErrorCode::too_large);
}

TEST_CASE("rrwp: heads and queries in any order give what they give in turn") {
  Plan plan = plan_of({{"encoding", "rrwp"}, {"graph", "cycle"}, {"nodes", 7}, {"heads", 5}});
  const auto matrix = [](Plan& of, std::size_t head) {
    std::vector<float> out(49);
    CHECK(of.attention_bias(head, 7, 7, 0, 7, out.data()));
    return out;
  };
  // fewer steps than before for the same query: the walk starts over
  const auto one_row = [&](std::size_t head) {
    std::vector<float> out(7);
    CHECK(plan.attention_bias(head, 7, 7, 3, 1, out.data()));
    return out;
  };
  for (const std::size_t head : {4u, 1u, 3u, 0u}) {
    Plan fresh = plan_of({{"encoding", "rrwp"}, {"graph", "cycle"}, {"nodes", 7}, {"heads", 5}});
    const std::vector<float> all = matrix(fresh, head);
    CHECK(one_row(head) == std::vector<float>(all.begin() + 21, all.begin() + 28));
  }
}
