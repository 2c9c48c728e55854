// NoPE: no bias, and Llama 4's query temperature.
#include "../support/approx.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json nope(json more = json::object()) {
  more["encoding"] = "nope";
  if (!more.contains("dim")) more["dim"] = 1;
  return more;
}

std::vector<double> rotated(const json& spec, const std::vector<double>& positions,
                            const std::vector<double>& x, Side side) {
  Plan plan = plan_of(spec);
  std::vector<double> out(x.size());
  CHECK(plan.rotate(positions, x.data(), plan.head_dim(), out.data(), side));
  return out;
}

}  // namespace

TEST_CASE("golden: Llama 4's query temperature") {
  const json golden = load_json("llama4_temperature");
  const json spec = nope({{"attnScale", 0.1}});
  const auto positions = numbers_of(golden.at("positions"));
  const std::vector<double> ones(positions.size(), 1.0);
  check_all(golden, rotated(spec, positions, ones, Side::query), golden.at("expected"));
  CHECK(rotated(spec, positions, ones, Side::key) == ones);
  CHECK(rotated(nope(), positions, ones, Side::query) == ones);
}

TEST_CASE("nope: the temperature rises where the facts say, by the logarithm of a whole number") {
  const json spec = nope({{"attnScale", 0.5}, {"floorScale", 10.5}});
  const Facts facts = *plan_of(spec).facts();
  REQUIRE(facts.size() == 2);
  const auto& steps = facts[0].values;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const auto here = rotated(spec, {steps[k]}, {1}, Side::query)[0];
    CHECK(here == facts[1].values[k]);
    CHECK(here == approx(1 + 0.5 * std::log(k + 1.0)).epsilon(1e-15));
    if (k > 0) CHECK(rotated(spec, {steps[k] - 1}, {1}, Side::query)[0] == facts[1].values[k - 1]);
  }
  CHECK(rotated(spec, {-1e6}, {1}, Side::query)[0] == 1);
}

TEST_CASE("executed: query scales of Inkling, Grok-2, Qwen and Ministral 3") {
  for (const json& one : load_json("engines/query-scales").at("cases")) {
    const auto positions = numbers_of(one.at("positions"));
    const std::vector<double> ones(positions.size(), 1.0);
    const auto got = rotated(nope(one.at("params")), positions, ones, Side::query);
    const auto wanted = numbers_of(one.at("expected"));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      CHECK(got[i] == approx(wanted[i]).epsilon(1e-15));
  }
}

TEST_CASE("nope: no bias at all, under a causal mask or none") {
  std::vector<float> out(6);
  Plan causal = plan_of(nope({{"heads", 2}}));
  CHECK(causal.attention_bias(1, 2, 3, 0, 2, out.data()));
  const float masked = -std::numeric_limits<float>::infinity();
  CHECK(out == std::vector<float>{0, 0, masked, 0, 0, 0});
  CHECK(plan_of(nope({{"direction", "bidirectional"}})).attention_bias(0, 2, 3, 0, 2, out.data()));
  CHECK(out == std::vector<float>(6, 0.0f));
}

TEST_CASE("nope: by the ratio of logarithms, n tokens beyond the length L count log_L n") {
  const json spec = nope({{"attnScale", 0.5}, {"floorScale", 100}, {"queryRule", "ratio"}});
  for (const double position : {0.0, 98.0, 99.0, 100.0, 999.0, 1e6}) {
    const double n = position + 1, ratio = std::log(n) / std::log(100.0);
    CHECK(rotated(spec, {position}, {1}, Side::query)[0] ==
          approx(n > 100 ? 1 + 0.5 * (ratio - 1) : 1).epsilon(1e-14));
  }
}

TEST_CASE("nope: steps that are less than a position apart are told once") {
  const Facts facts = *plan_of(nope({{"attnScale", 1}, {"floorScale", 0.4}})).facts();
  const std::vector<double>& steps = facts[0].values;
  for (std::size_t k = 1; k < steps.size(); ++k) CHECK(steps[k] > steps[k - 1]);
  CHECK(steps.size() < 9);  // 16 multiples of 0.4 reach 6.4
  CHECK(steps.size() > 5);
}
