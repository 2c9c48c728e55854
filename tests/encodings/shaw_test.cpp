#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("Shaw: the clipped index of the golden file") {
  const json golden = load_json("shaw_index_k4_n12");
  check_all(golden, map_of({{"encoding", "shaw"}, {"dim", 2}, {"maxDistance", 4}}, 12, 12),
            golden.at("expected"));
}

TEST_CASE("Shaw: logits are q·(k + a)/√d with a looked up by the map") {
  const std::size_t n = 6, dim = 3, k = 2;
  const std::vector<double> q = normals(n * dim, 1), keys = normals(n * dim, 2),
                            table = normals((2 * k + 1) * dim, 3);
  const json spec = {{"encoding", "shaw"}, {"dim", dim}, {"maxDistance", k}, {"table", table}};
  const std::vector<double> scores = scores_of(spec, q, keys, dim), map = map_of(spec, n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < dim; ++c)
        sum += q[i * dim + c] *
               (keys[j * dim + c] + table[static_cast<std::size_t>(map[i * n + j]) * dim + c]);
      CHECK(scores[i * n + j] + scores[(n + i) * n + j] ==
            approx(sum / std::sqrt(3.0)).epsilon(1e-14));
    }
}

TEST_CASE("Shaw: drawn tables are within Xavier's bound, differ by seed and are reported") {
  const auto table = [](int seed) {
    return plan_of({{"encoding", "shaw"}, {"dim", 16}, {"seed", seed}}).facts()->front();
  };
  const Fact zero = table(0), one = table(1);
  CHECK(zero.cols == 16);
  CHECK(zero.values.size() == 33 * 16);
  CHECK(zero.values != one.values);
  CHECK(zero.values == table(0).values);
  double sum = 0;
  for (const double x : zero.values) {
    CHECK(std::fabs(x) < std::sqrt(6.0 / (33 + 16)));
    sum += x;
  }
  CHECK(std::fabs(sum / (33 * 16)) < 0.05);
}

TEST_CASE("Shaw: a table of the wrong size is named") {
  check_refused({{"encoding", "shaw"}, {"dim", 2}, {"maxDistance", 1}, {"table", {1, 2, 3}}},
                "table", ErrorCode::bad_shape);
  check_refused({{"encoding", "shaw"}, {"dim", 65536}, {"maxDistance", 65536}}, "table",
                ErrorCode::too_large);
}
