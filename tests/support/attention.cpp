#include "attention.hpp"

namespace posenc::test {

std::vector<double> some_numbers(std::size_t n, double start) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = 4 * std::fmod(start + 0.6180339887 * static_cast<double>(i + 1), 1.0) - 2;
  return x;
}

std::vector<double> rotated(Plan& plan, const std::vector<double>& positions,
                            const std::vector<double>& x, Side side) {
  std::vector<double> out(positions.size() / plan.axes() * plan.rotated_width());
  REQUIRE(x.size() == positions.size() / plan.axes() * plan.head_dim());
  CHECK(plan.rotate(positions, x.data(), plan.head_dim(), out.data(), side));
  return out;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double score(Plan& plan, const std::vector<double>& query_position, const std::vector<double>& q,
             const std::vector<double>& key_position, const std::vector<double>& k) {
  std::vector<double> out(plan.score_terms().size());
  CHECK(plan.attention_scores({1, 1, query_position.data(), q.data(), q.size()},
                              {1, key_position.data(), k.data()}, out.data()));
  double sum = 0;
  for (const double term : out) sum += term;
  return sum;
}

const Fact& fact(const Facts& facts, const std::string& name) {
  for (const Fact& f : facts)
    if (f.name == name) return f;
  FAIL("no fact " << name);
  return facts.front();
}

void check_refused(const json& spec, const std::string& field, ErrorCode code) {
  INFO(spec.dump());
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE(!plan);
  CHECK(plan.error().field == field);
  CHECK(plan.error().code == code);
}

}  // namespace posenc::test
