#include <algorithm>

#include "../support/approx.hpp"
#include "../support/golden.hpp"
#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// The relative shift of released code: prepends a zero column to (q, k), reshapes to (k + 1, q),
// drops the first row, reshapes to (q, k).
std::vector<double> relative_shift(const std::vector<double>& x, std::size_t q, std::size_t k) {
  std::vector<double> padded;
  for (std::size_t i = 0; i < q; ++i) {
    padded.push_back(0);
    padded.insert(padded.end(), x.begin() + static_cast<std::ptrdiff_t>(i * k),
                  x.begin() + static_cast<std::ptrdiff_t>((i + 1) * k));
  }
  return {padded.begin() + static_cast<std::ptrdiff_t>(q), padded.end()};
}

}  // namespace

TEST_CASE("Transformer-XL: R and the row after the shift, golden") {
  const json spec = {{"encoding", "transformer-xl"}, {"dim", 8}};
  check_table("transformer_xl_R_k6_d8", spec, {5, 4, 3, 2, 1, 0},
              load_json("transformer_xl_R_k6_d8").at("expected"));
  const json shift = load_json("transformer_xl_rel_shift_3x5");
  check_all(shift, map_of(spec, 3, 5), shift.at("expected"));
}

TEST_CASE("Transformer-XL: the map is what padding and reshaping does") {
  for (const auto& [q, k] : {std::pair<std::size_t, std::size_t>{3, 5}, {4, 4}, {1, 6}}) {
    std::vector<double> row_of_r;  // entry (i, m) is m
    for (std::size_t i = 0; i < q; ++i)
      for (std::size_t m = 0; m < k; ++m) row_of_r.push_back(static_cast<double>(m));
    const std::vector<double> shifted = relative_shift(row_of_r, q, k),
                              map = map_of({{"encoding", "transformer-xl"}, {"dim", 2}}, q, k);
    for (std::size_t e = 0; e < map.size(); ++e) {
      const bool masked = e % k > k - q + e / k;
      CHECK(std::isnan(map[e]) == masked);
      if (!masked) CHECK(map[e] == shifted[e]);
    }
  }
}

TEST_CASE("Transformer-XL: the four terms, positions by shifting the matrix of all rows of R") {
  const std::size_t n = 5, d = 4;
  const std::vector<double> q = normals(n * d, 1), k = normals(n * d, 2), u = normals(d, 3),
                            v = normals(d, 4), w = normals(d * d, 5);
  const json spec = {{"encoding", "transformer-xl"}, {"dim", d}, {"u", u}, {"v", v}, {"wkR", w}};
  const std::vector<double> r = table64(plan_of(spec), {4, 3, 2, 1, 0});
  const auto product = [&](const double* x, const double* y) {
    double sum = 0;
    for (std::size_t c = 0; c < d; ++c) sum += x[c] * y[c];
    return sum / 2;  // √4
  };
  std::vector<double> by_query, by_v;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t m = 0; m < n; ++m) {
      std::vector<double> key(d);
      for (std::size_t a = 0; a < d; ++a)
        for (std::size_t c = 0; c < d; ++c) key[a] += w[a * d + c] * r[m * d + c];
      by_query.push_back(product(&q[i * d], key.data()));
      by_v.push_back(product(v.data(), key.data()));
    }
  by_query = relative_shift(by_query, n, n);
  by_v = relative_shift(by_v, n, n);
  const std::vector<double> scores = scores_of(spec, q, k, d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t e = i * n + j;
      if (j > i) {
        for (std::size_t t = 0; t < 4; ++t) CHECK(scores[t * n * n + e] == -INFINITY);
        continue;
      }
      CHECK(scores[e] == approx(product(&q[i * d], &k[j * d])).epsilon(1e-14));
      CHECK(scores[n * n + e] == approx(by_query[e]).epsilon(1e-13));
      CHECK(scores[2 * n * n + e] == approx(product(u.data(), &k[j * d])).epsilon(1e-14));
      CHECK(scores[3 * n * n + e] == approx(by_v[e]).epsilon(1e-13));
    }
}

TEST_CASE("Transformer-XL: odd widths and wrong lists are named") {
  check_refused({{"encoding", "transformer-xl"}, {"dim", 5}}, "dim");
  check_refused({{"encoding", "transformer-xl"}, {"dim", 4}, {"v", {1, 2}}}, "v",
                ErrorCode::bad_shape);
}

TEST_CASE("Transformer-XL: keys outside of the context are masked, all terms of them") {
  const std::size_t n = 7, d = 4;
  const std::vector<double> q = normals(n * d, 1), k = normals(n * d, 2);
  for (const bool global : {true, false}) {
    json spec = {{"encoding", "transformer-xl"}, {"dim", d}, {"globalTerms", global}};
    spec.update({{"contextLeft", 3}, {"contextRight", 1}});
    const json all = {
        {"encoding", "transformer-xl"}, {"dim", d}, {"globalTerms", global}, {"contextRight", n}};
    const std::vector<double> seen = scores_of(spec, q, k, d), whole = scores_of(all, q, k, d);
    const std::size_t terms = global ? 4 : 2;
    REQUIRE(seen.size() == terms * n * n);
    for (std::size_t t = 0; t < terms; ++t)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          const std::size_t e = (t * n + i) * n + j;
          const bool inside = j <= i + 1 && i <= j + 3;
          CHECK(seen[e] == (inside ? whole[e] : -INFINITY));
        }
    const Facts facts = *plan_of(spec).facts();
    CHECK(facts.size() == (global ? 3 : 1));
    CHECK(facts.back().name == "wkR");
  }
}
