#include <algorithm>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("CoPE: the golden positions and biases") {
  const json golden = load_json("cope_n4"), inputs = golden.at("inputs");
  const std::size_t n = 4;
  // queries are unit vectors, so keys hold the logits of each query, and embeddings their products
  std::vector<double> q(n * n), k(n * n), table(3 * n), numbers(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    q[i * n + i] = 1;
    for (std::size_t j = 0; j < n; ++j) k[j * n + i] = inputs.at("qk_logits")[i][j];
    for (std::size_t p = 0; p < 3; ++p) {
      table[p * n + i] = inputs.at("q_dot_e")[i][p];
      numbers[p * n + i] = static_cast<double>(p);  // q·e[p] = p: the term is the position
    }
  }
  const auto position_term = [&](const std::vector<double>& e) {
    const std::vector<double> scores = scores_of(
        {{"encoding", "cope"}, {"dim", n}, {"positions", 3}, {"logits", "plain"}, {"table", e}}, q,
        k, n);
    return std::vector<double>(scores.begin() + n * n, scores.end());
  };
  check_all(golden, position_term(table), golden.at("expected").at("bias"));
  check_all(golden, position_term(numbers), golden.at("expected").at("position"));
}

TEST_CASE("CoPE: every pair by its own sum of gates") {
  const std::size_t n = 9, d = 4, positions = 5;
  const std::vector<double> q = normals(n * d, 1), k = normals(n * d, 2),
                            e = normals(positions * d, 3);
  for (const std::string logits : {"plain", "scaled"}) {
    const double scale = logits == "plain" ? 1 : 2;
    const std::vector<double> scores = scores_of({{"encoding", "cope"},
                                                  {"dim", d},
                                                  {"positions", positions},
                                                  {"logits", logits},
                                                  {"table", e}},
                                                 q, k, d);
    const auto product = [&](const double* x, const double* y) {
      return x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3];
    };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double p = 0;
        for (std::size_t l = j; l <= i; ++l)
          p += 1 / (1 + std::exp(-product(&q[i * d], &k[l * d]) / scale));
        p = std::min(p, 4.0);
        const auto low = static_cast<std::size_t>(std::floor(p)),
                   high = static_cast<std::size_t>(std::ceil(p));
        const double w = p - std::floor(p);
        const double expected =
            (1 - w) * product(&q[i * d], &e[low * d]) + w * product(&q[i * d], &e[high * d]);
        CHECK(scores[i * n + j] == approx(product(&q[i * d], &k[j * d]) / scale).epsilon(1e-14));
        CHECK(scores[(n + i) * n + j] == approx(expected).epsilon(1e-12));
      }
  }
}

TEST_CASE("CoPE: one embedding, and gates that are all open") {
  const std::vector<double> q = {1, 1, 1}, k = {800, 800, 800};
  const auto scores = [&](int positions, const std::vector<double>& e) {
    return scores_of({{"encoding", "cope"}, {"dim", 1}, {"positions", positions}, {"table", e}}, q,
                     k, 1);
  };
  CHECK(scores(1, {7})[9] == 7);
  // positions count from 1 at the query itself
  const std::vector<double> counted = scores(5, {0, 10, 20, 30, 40});
  CHECK(std::vector<double>(counted.begin() + 15, counted.end()) ==
        std::vector<double>{30, 20, 10});
  check_refused({{"encoding", "cope"}, {"dim", 2}, {"positions", 2}, {"table", {1, 2}}}, "table",
                ErrorCode::bad_shape);
}
