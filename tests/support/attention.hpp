// Rotated vectors and attention logits of a plan, for tests: short calls, checked results.
#pragma once
#include <cmath>

#include "spec_json.hpp"

namespace posenc::test {

// n numbers in (-2, 2), the same in every run
inline std::vector<double> some_numbers(std::size_t n, double start = 0.3) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = 4 * std::fmod(start + 0.6180339887 * static_cast<double>(i + 1), 1.0) - 2;
  return x;
}

// positions (n, axes), x (n, head_dim)
inline std::vector<double> rotated(Plan& plan, const std::vector<double>& positions,
                                   const std::vector<double>& x, Side side = Side::query) {
  std::vector<double> out(positions.size() / plan.axes() * plan.rotated_width());
  REQUIRE(x.size() == positions.size() / plan.axes() * plan.head_dim());
  CHECK(plan.rotate(positions, x.data(), plan.head_dim(), out.data(), side));
  return out;
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// the logit of one query and one key, the sum of its terms
inline double score(Plan& plan, const std::vector<double>& query_position,
                    const std::vector<double>& q, const std::vector<double>& key_position,
                    const std::vector<double>& k) {
  std::vector<double> out(plan.score_terms().size());
  CHECK(plan.attention_scores({0, 1, query_position.data(), q.data(), q.size()},
                              {1, key_position.data(), k.data()}, out.data()));
  double sum = 0;
  for (const double term : out) sum += term;
  return sum;
}

inline const Fact& fact(const Facts& facts, const std::string& name) {
  for (const Fact& f : facts)
    if (f.name == name) return f;
  FAIL("no fact " << name);
  return facts.front();
}

// The error of a spec that must be refused, on the given field.
inline void check_refused(const json& spec, const std::string& field,
                          ErrorCode code = ErrorCode::bad_param) {
  INFO(spec.dump());
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE(!plan);
  CHECK(plan.error().field == field);
  CHECK(plan.error().code == code);
}

}  // namespace posenc::test
