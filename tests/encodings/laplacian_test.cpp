// Laplacian eigenvectors: golden file, closed forms, residuals against matrices built here.
#include <algorithm>
#include <cmath>

#include "../support/facts.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr double kPi = 3.14159265358979323846;

json laplacian(const json& more) {
  json spec = {{"encoding", "laplacian"}};
  spec.update(more);
  return spec;
}

// rows of all nodes, (n, k)
std::vector<double> vectors(const Plan& plan) {
  std::vector<double> nodes(plan.extent()[0]);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<double>(i);
  return table64(plan, nodes);
}

// D - A or its normalised form, from a list of edges
std::vector<double> matrix(std::size_t n, const std::vector<double>& ends, bool normalized) {
  std::vector<double> a(n * n), degree(n), l(n * n);
  for (std::size_t e = 0; e < ends.size(); e += 2) {
    const auto u = static_cast<std::size_t>(ends[e]), v = static_cast<std::size_t>(ends[e + 1]);
    a[u * n + v] = a[v * n + u] = 1;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) degree[i] += a[i * n + j];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double plain = (i == j ? degree[i] : 0) - a[i * n + j];
      l[i * n + j] = !normalized  ? plain
                     : plain == 0 ? 0
                                  : plain / std::sqrt(degree[i] * degree[j]);
    }
  return l;
}

std::vector<double> grid_edges(int rows, int columns) {
  std::vector<double> ends;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const double node = y * columns + x;
      if (x + 1 < columns) ends.insert(ends.end(), {node, node + 1});
      if (y + 1 < rows) ends.insert(ends.end(), {node, node + columns});
    }
  return ends;
}

// ‖Lv - λv‖ and the deviation from orthonormality, the worst of all channels
void check_solution(const json& spec, const std::vector<double>& l) {
  const Plan plan = plan_of(spec);
  const std::size_t n = plan.extent()[0], k = plan.width();
  const std::vector<double> v = vectors(plan), lambda = fact(plan, "eigenvalues");
  double residual = 0, orthonormality = 0;
  for (std::size_t c = 0; c < k; ++c) {
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double r = -lambda[c] * v[i * k + c];
      for (std::size_t j = 0; j < n; ++j) r += l[i * n + j] * v[j * k + c];
      squares += r * r;
    }
    residual = std::fmax(residual, std::sqrt(squares));
    for (std::size_t d = 0; d <= c; ++d) {
      double product = 0;
      for (std::size_t i = 0; i < n; ++i) product += v[i * k + c] * v[i * k + d];
      orthonormality = std::fmax(orthonormality, std::fabs(product - (c == d ? 1 : 0)));
    }
  }
  INFO(spec.dump() << " residual " << residual << ", orthonormality " << orthonormality);
  CHECK(residual <= 1e-12);
  CHECK(orthonormality <= 1e-12);
}

std::string refused(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  return plan.error().field;
}

}  // namespace

TEST_CASE("golden: spectra of a path and a cycle") {
  const json golden = load_json("laplacian_pe_eigs");
  for (const std::string graph : {"path", "cycle"})
    check_all(golden, fact(plan_of(laplacian({{"graph", graph}, {"nodes", 6}})), "spectrum"),
              golden.at("expected").at(graph + "6"));
}

TEST_CASE("laplacian: spectra in closed form") {
  const auto spectrum = [](const json& more) { return fact(plan_of(laplacian(more)), "spectrum"); };
  const auto check = [](const std::vector<double>& got, std::vector<double> expected) {
    std::sort(expected.begin(), expected.end());
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::fabs(got[i] - expected[i]) <= 1e-13);
  };
  for (const int n : {5, 30, 97}) {
    std::vector<double> path, path_plain, cycle, complete, star;
    for (int k = 0; k < n; ++k) {
      path.push_back(1 - std::cos(kPi * k / (n - 1)));
      path_plain.push_back(2 - 2 * std::cos(kPi * k / n));
      cycle.push_back(1 - std::cos(2 * kPi * k / n));
      complete.push_back(k == 0 ? 0 : n / (n - 1.0));
      star.push_back(k == 0 ? 0 : k == n - 1 ? 2 : 1);
    }
    check(spectrum({{"nodes", n}}), path);
    check(spectrum({{"nodes", n}, {"normalization", "none"}}), path_plain);
    check(spectrum({{"nodes", n}, {"graph", "cycle"}}), cycle);
    check(spectrum({{"nodes", n}, {"graph", "complete"}}), complete);
    check(spectrum({{"nodes", n}, {"graph", "star"}}), star);
  }
  std::vector<double> grid;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x)
      grid.push_back(4 - 2 * std::cos(kPi * y / 5) - 2 * std::cos(kPi * x / 7));
  check(spectrum({{"nodes", 35}, {"graph", "grid"}, {"columns", 7}, {"normalization", "none"}}),
        grid);
}

TEST_CASE("laplacian: eigenvectors solve the equation and are orthonormal") {
  std::vector<double> path, cycle, random;
  for (int i = 0; i < 40; ++i) {
    if (i < 39) path.insert(path.end(), {i + 0.0, i + 1.0});
    cycle.insert(cycle.end(), {i + 0.0, (i + 1) % 40 + 0.0});
    for (int j = 0; j < i; ++j)
      if ((i * 7919 + j * 104729) % 11 < 2) random.insert(random.end(), {i + 0.0, j + 0.0});
  }
  for (const bool normalized : {true, false}) {
    const std::string form = normalized ? "symmetric" : "none";
    const auto spec = [&](const json& more) {
      json s = laplacian({{"k", 25}, {"nodes", 40}, {"normalization", form}});
      s.update(more);
      return s;
    };
    check_solution(spec({{"graph", "path"}}), matrix(40, path, normalized));
    check_solution(spec({{"graph", "cycle"}}), matrix(40, cycle, normalized));
    check_solution(spec({{"graph", "grid"}, {"columns", 8}}),
                   matrix(40, grid_edges(5, 8), normalized));
    check_solution(spec({{"edges", random}}), matrix(40, random, normalized));
    check_solution(spec({{"graph", "grid"}, {"nodes", 64}, {"columns", 8}, {"k", 63}}),
                   matrix(64, grid_edges(8, 8), normalized));
  }
}

TEST_CASE("laplacian: a named family is its list of edges") {
  json grid = laplacian({{"graph", "grid"}, {"nodes", 15}, {"columns", 5}, {"k", 7}});
  json edges = laplacian({{"nodes", 15}, {"k", 7}});
  std::vector<double> ends = grid_edges(3, 5);
  edges["edges"] = ends;
  CHECK(vectors(plan_of(grid)) == vectors(plan_of(edges)));
  ends.insert(ends.end(), {1, 0, 0, 1});  // duplicates
  edges["edges"] = ends;
  CHECK(vectors(plan_of(grid)) == vectors(plan_of(edges)));
}

TEST_CASE("laplacian: on a cycle the basis of each plane is a cosine from node 0, and a sine") {
  constexpr std::size_t n = 12;
  const Plan plan = plan_of(laplacian({{"graph", "cycle"}, {"nodes", n}, {"k", n - 1}}));
  const std::vector<double> v = vectors(plan), space = fact(plan, "eigenspace"),
                            multiplicity = fact(plan, "multiplicity");
  for (std::size_t c = 0; c + 1 < n - 1; c += 2) {
    const double k = static_cast<double>(c / 2 + 1);
    CHECK(space[c] == k);
    CHECK(space[c + 1] == k);
    CHECK(multiplicity[c] == 2);
    // the sine is positive at the first node where it is largest
    std::size_t pivot = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (std::fabs(std::sin(2 * kPi * k * i / n)) >
          std::fabs(std::sin(2 * kPi * k * pivot / n)) + 1e-9)
        pivot = i;
    const double sign = std::sin(2 * kPi * k * pivot / n) > 0 ? 1 : -1;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2 * kPi * k * static_cast<double>(i) / n;
      CHECK(std::fabs(v[i * (n - 1) + c] - std::sqrt(2.0 / n) * std::cos(angle)) <= 1e-14);
      CHECK(std::fabs(v[i * (n - 1) + c + 1] - sign * std::sqrt(2.0 / n) * std::sin(angle)) <=
            1e-14);
    }
  }
  CHECK(multiplicity[n - 2] == 1);  // (-1)^i
}

TEST_CASE("laplacian: signs are fixed by the largest entry, or drawn and reported") {
  const json spec = laplacian({{"nodes", 9}, {"k", 8}});
  const Plan fixed = plan_of(spec);
  const std::vector<double> v = vectors(fixed);
  for (std::size_t c = 0; c < 8; ++c) {
    CHECK(fact(fixed, "signs")[c] == 1);
    std::size_t pivot = 0;
    for (std::size_t i = 0; i < 9; ++i)
      if (std::fabs(v[i * 8 + c]) > std::fabs(v[pivot * 8 + c]) + 1e-9) pivot = i;
    CHECK(v[pivot * 8 + c] > 0);
  }
  json drawn = spec;
  drawn["signs"] = "random", drawn["seed"] = 1;
  const Plan random = plan_of(drawn);
  const std::vector<double> w = vectors(random), signs = fact(random, "signs");
  int flipped = 0;
  for (std::size_t c = 0; c < 8; ++c) {
    flipped += signs[c] < 0;
    for (std::size_t i = 0; i < 9; ++i) CHECK(w[i * 8 + c] == signs[c] * v[i * 8 + c]);
  }
  CHECK(flipped > 0);
  CHECK(flipped < 8);
}

TEST_CASE("laplacian: a disconnected graph has an eigenvalue 0 for each component") {
  // a path of four nodes, an edge and an isolated node
  const std::vector<double> ends = {0, 1, 1, 2, 2, 3, 4, 5};
  const json all = laplacian({{"nodes", 7}, {"edges", ends}, {"k", 4}});
  const std::vector<double> spectrum = fact(plan_of(all), "spectrum"),
                            expected = {0, 0, 0, 0.5, 1.5, 2, 2};
  for (std::size_t i = 0; i < 7; ++i) CHECK(std::fabs(spectrum[i] - expected[i]) <= 1e-15 * 4);
  CHECK(fact(plan_of(all), "eigenspace") == std::vector<double>{1, 2, 3, 3});
  CHECK(fact(plan_of(all), "multiplicity") == std::vector<double>{1, 1, 2, 2});
  check_solution(all, matrix(7, ends, true));
  json five = all;
  five["k"] = 5;
  CHECK(refused(five) == "k");

  json one = five;
  one["zeros"] = "skip-one";
  const Plan plan = plan_of(one);
  const std::vector<double> values = fact(plan, "eigenvalues"), v = vectors(plan);
  CHECK(values[0] == 0);
  CHECK(values[1] == 0);
  CHECK(values[2] > 0.4);
  // for eigenvalue 0 the isolated node has the largest share and is omitted; then come the edge and
  // the path, each by the roots of its degrees
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(std::fabs(v[i * 5] - (i == 4 || i == 5 ? std::sqrt(0.5) : 0)) <= 1e-15);
    const double degree = i == 0 || i == 3 ? 1 : i < 3 ? 2 : 0;
    CHECK(std::fabs(v[i * 5 + 1] - std::sqrt(degree / 6)) <= 1e-15);
  }
}

TEST_CASE("laplacian: graphs that are none are refused by name") {
  const auto with = [](const json& more) { return refused(laplacian(more)); };
  CHECK(with({{"nodes", 4}, {"k", 4}}) == "k");
  CHECK(with({{"nodes", 1}, {"k", 1}}) == "k");
  CHECK(with({{"nodes", 0}}) == "nodes");
  CHECK(with({{"nodes", 2}, {"graph", "cycle"}, {"k", 1}}) == "nodes");
  CHECK(with({{"nodes", 16}, {"graph", "grid"}, {"columns", 5}}) == "columns");
  CHECK(with({{"edges", {0, 1, 2}}}) == "edges");
  CHECK(with({{"edges", {0, 16}}}) == "edges");
  CHECK(with({{"edges", {0, 0.5}}}) == "edges");
  CHECK(with({{"edges", {3, 3}}}) == "edges");
  CHECK(with({{"edges", {0, -1}}}) == "edges");
  CHECK(with({{"edges", json::array()}}) == "k");  // no edges: every eigenvalue is 0
}
