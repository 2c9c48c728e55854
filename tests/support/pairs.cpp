#include "pairs.hpp"

#include <algorithm>  // std::copy_n

namespace posenc::test {

std::vector<double> map_of(const json& spec, std::size_t n_query, std::size_t n_key) {
  std::vector<double> out(n_query * n_key);
  const auto done = plan_of(spec).relative_map(n_query, n_key, 0, n_query, out.data());
  REQUIRE_MESSAGE(done.has_value(), spec.dump());
  return out;
}

Bias bias_of(const json& spec) {
  const Result<Encoding> e = resolve(spec_of(spec));
  REQUIRE_MESSAGE(e.has_value(), spec.dump());
  Result<Bias> bias = e->info->bias(e->params);
  REQUIRE_MESSAGE(bias.has_value(), spec.dump());
  return std::move(bias).value();
}

std::vector<float> bias_matrix(Plan& plan, std::size_t head, std::size_t n_query,
                               std::size_t n_key) {
  std::vector<float> out(n_query * n_key);
  CHECK(plan.attention_bias(head, n_query, n_key, 0, n_query, out.data()));
  return out;
}

std::vector<double> scores_of(const json& spec, const std::vector<double>& q,
                              const std::vector<double>& k, std::size_t dim) {
  Plan plan = plan_of(spec);
  const std::size_t n = q.size() / dim, terms = plan.score_terms().size();
  std::vector<double> positions(n), rows(n * terms * n), out(terms * n * n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(i);
  CHECK(plan.attention_scores({n, n, positions.data(), q.data(), dim},
                              {n, positions.data(), k.data()}, rows.data()));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t t = 0; t < terms; ++t)
      std::copy_n(&rows[(i * terms + t) * n], n, &out[(t * n + i) * n]);
  return out;
}

std::vector<double> normals(std::size_t n, std::uint64_t seed) {
  const Random random(seed);
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = random.normal(i);
  return out;
}

}  // namespace posenc::test
