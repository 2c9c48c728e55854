// Logits at given positions, for every row that has any: they depend on the positions, not on the
// index in the list.
#include <algorithm>
#include <initializer_list>
#include <numeric>

#include "../support/pairs.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// every row with defaults, and with parameters that change the mask or the function
std::vector<json> specs_with_scores() {
  std::vector<json> all = every_spec();
  for (const json& more : std::initializer_list<json>{
           {{"encoding", "alibi"}, {"heads", 3}, {"storage", "key"}},
           {{"encoding", "alibi"}, {"heads", 4}, {"direction", "split"}},
           {{"encoding", "alibi"}, {"heads", 3}, {"direction", "symmetric"}},
           {{"encoding", "kerple"}, {"heads", 2}, {"kind", "power"}},
           {{"encoding", "t5"}, {"heads", 2}, {"bidirectional", false}},
           {{"encoding", "nope"}, {"dim", 4}, {"direction", "bidirectional"}},
           {{"encoding", "nope"}, {"dim", 4}, {"attnScale", 0.1}, {"floorScale", 3}},
           {{"encoding", "forgetting"}, {"heads", 1}, {"forgetLogits", {1, -2, 3, 0.5, 0, 4, -1}}},
       })
    all.push_back(more);
  std::erase_if(all, [](const json& spec) { return !plan_of(spec).info().has_scores(); });
  return all;
}

struct Tokens {
  std::vector<double> positions, x;  // (n, axes), (n, dim)
};

// Token i at position(i) in every coordinate, with the vector of token i.
Tokens tokens(const Plan& plan, const std::vector<std::size_t>& which, std::uint64_t seed,
              double shift = 0) {
  const std::size_t dim = plan.score_dim() == 0 ? 4 : plan.score_dim();
  Tokens t;
  for (const std::size_t i : which) {
    for (std::size_t a = 0; a < plan.axes(); ++a)
      t.positions.push_back(static_cast<double>(i) + shift);
    const std::vector<double> all = normals((i + 1) * dim, seed);
    t.x.insert(t.x.end(), all.end() - static_cast<std::ptrdiff_t>(dim), all.end());
  }
  return t;
}

Result<std::vector<double>> scores(Plan& plan, const Tokens& q, const Tokens& k,
                                   std::size_t head = 0) {
  const std::size_t n = q.positions.size() / plan.axes(), m = k.positions.size() / plan.axes();
  std::vector<double> out(n * plan.score_terms().size() * m);
  const Result<void> done =
      plan.attention_scores({n, n, q.positions.data(), q.x.data(), q.x.size() / n, head},
                            {m, k.positions.data(), k.x.data()}, out.data());
  if (!done) return done.error();
  return out;
}

std::vector<std::size_t> first(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// Returns whether a logit depends on keys other than its own.
bool counts_other_keys(const Plan& plan) { return plan.info().id == "cope"; }
bool is_causal(const json& spec, const Plan& plan) {
  const Result<Encoding> e = resolve(spec_of(spec));
  if (e->info->scores != nullptr) return e->info->scores(e->params)->causal;
  return e->info->bias != nullptr && e->info->bias(e->params)->causal && plan.axes() == 1;
}

}  // namespace

TEST_CASE("every row: queries and keys in another order give the same logits in that order") {
  for (const json& spec : specs_with_scores()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    const std::size_t n = plan.cells() == 0 ? 7 : plan.cells(), terms = plan.score_terms().size();
    std::vector<std::size_t> other(n);
    for (std::size_t i = 0; i < n; ++i) other[i] = (i * 3 + 2) % n;
    if (n % 3 == 0) other = first(n), std::ranges::reverse(other);
    const std::size_t head = plan.heads() == 0 ? 0 : plan.heads() - 1;
    const auto plain =
        scores(plan, tokens(plan, first(n), 1), tokens(plan, first(n), 2), head).value();
    const auto moved = scores(plan, tokens(plan, other, 1), tokens(plan, other, 2), head).value();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t t = 0; t < terms; ++t)
        for (std::size_t j = 0; j < n; ++j)
          wrong += moved[(i * terms + t) * n + j] != plain[(other[i] * terms + t) * n + other[j]];
    CHECK(wrong == 0);
  }
}

TEST_CASE("every row: some queries and keys have the logits that they have among all") {
  for (const json& spec : specs_with_scores()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    if (plan.cells() != 0 || counts_other_keys(plan)) continue;  // needs all keys
    const std::size_t n = 12, terms = plan.score_terms().size();
    const std::vector<std::size_t> queries = {11, 4}, keys = {9, 0, 4, 11, 5};
    const auto all = scores(plan, tokens(plan, first(n), 1), tokens(plan, first(n), 2)).value();
    const auto some = scores(plan, tokens(plan, queries, 1), tokens(plan, keys, 2)).value();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < queries.size(); ++i)
      for (std::size_t t = 0; t < terms; ++t)
        for (std::size_t j = 0; j < keys.size(); ++j)
          wrong += some[(i * terms + t) * keys.size() + j] !=
                   all[(queries[i] * terms + t) * n + keys[j]];
    CHECK(wrong == 0);
  }
}

TEST_CASE("every causal row: what is masked are the keys at later positions") {
  std::size_t causal = 0;
  for (const json& spec : specs_with_scores()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    if (!is_causal(spec, plan) || plan.cells() != 0) continue;
    ++causal;
    const std::vector<std::size_t> queries = {8, 3}, keys = {9, 0, 3, 8, 5};
    const std::size_t m = keys.size(), terms = plan.score_terms().size();
    const auto out = scores(plan, tokens(plan, queries, 1), tokens(plan, keys, 2)).value();
    for (std::size_t at = 0; at < out.size(); ++at)
      CHECK((out[at] == kMasked) == (keys[at % m] > queries[at / (terms * m)]));
  }
  CHECK(causal >= 9);
}

TEST_CASE("rows with a bias: the bias term is the bias at the given positions") {
  for (const json& spec : specs_with_scores()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    if (plan.score_terms() != std::vector<std::string_view>{"content", "bias"}) continue;
    const std::size_t n = plan.cells() == 0 ? 40 : plan.cells();
    std::vector<std::size_t> order = first(n);
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n / 3), order.end());
    for (const std::size_t head : {std::size_t{0}, plan.heads() - 1}) {
      const std::vector<float> bias = bias_matrix(plan, head, n, n);
      const auto out = scores(plan, tokens(plan, order, 1), tokens(plan, order, 2), head).value();
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          wrong += static_cast<float>(out[(2 * i + 1) * n + j]) != bias[order[i] * n + order[j]];
      CHECK(wrong == 0);
    }
  }
  Plan alibi = plan_of({{"encoding", "alibi"}, {"heads", 1}});
  CHECK(score(alibi, {1000}, {0}, {0}, {0}) == -3.90625);
}

TEST_CASE(
    "rows with a bias: positions between integers, and cells outside the window, are refused") {
  for (const json& spec : specs_with_scores()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    const std::size_t n = plan.cells() == 0 ? 3 : plan.cells();
    const Tokens whole = tokens(plan, first(n), 1), between = tokens(plan, first(n), 1, 0.5);
    const bool biased = plan.score_terms() == std::vector<std::string_view>{"content", "bias"};
    const auto refused = [&](const Tokens& q, const Tokens& k, const std::string& field) {
      const auto done = scores(plan, q, k);
      CHECK(done.has_value() != biased);
      if (done || !biased) return;
      CHECK(done.error().code == ErrorCode::bad_positions);
      CHECK(done.error().field == field);
    };
    refused(between, whole, "queryPositions");
    refused(whole, between, "keyPositions");
    if (plan.cells() == 0) continue;
    refused(tokens(plan, first(n), 1, -1), whole, "queryPositions");
    refused(whole, tokens(plan, first(n), 1, 1), "keyPositions");
  }
  Plan sandwich = plan_of({{"encoding", "sandwich"}, {"heads", 1}});
  const Tokens far{{-0x1p53}, {0}}, near{{1}, {0}};
  CHECK(scores(sandwich, near, far).error().code == ErrorCode::bad_positions);
}
