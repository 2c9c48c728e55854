// Rotary queries scaled by a factor of their position: against the executed expressions of the
// models, in each type; keys, tables and values derived from them are unaffected.
#include <doctest/doctest.h>

#include <cstring>

#include "../support/approx.hpp"
#include "../support/attention.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr std::size_t kDim = 12;

json rope(const json& more = json::object()) {
  json spec = {{"encoding", "rope"}, {"dim", kDim}, {"rotaryDim", 8}, {"layout", "interleaved"}};
  spec["scaling"] = {{"type", "yarn"}, {"factor", 16}, {"originalContext", 16384}};
  spec.update(more);
  return spec;
}
json ramp() { return {{"attnScale", 0.25}, {"floorScale", 100}, {"queryRule", "ramp"}}; }

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace

TEST_CASE("executed: rotated queries are the rotation times the factors of four models, keys not") {
  for (const json& one : load_json("engines/query-scales").at("cases")) {
    INFO(one.at("name").get<std::string>());
    const auto positions = numbers_of(one.at("positions")),
               factors = numbers_of(one.at("expected"));
    const std::vector<double> x = some_numbers(positions.size() * kDim);
    Plan scaled = plan_of(rope(one.at("params"))), plain = plan_of(rope());
    const std::vector<double> got = rotated(scaled, positions, x),
                              turned = rotated(plain, positions, x);
    bool grows = false;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double factor = factors[i / kDim];
      CHECK(std::fabs(got[i] - factor * turned[i]) <= 4e-15 * std::fabs(turned[i]));
      if (factor == 1) CHECK(got[i] == turned[i]);
      grows = grows || factor > 1.1;
    }
    CHECK(grows);
    CHECK(same_bits(rotated(scaled, positions, x, Side::key),
                    rotated(plain, positions, x, Side::key)));
  }
}

TEST_CASE("golden: Llama 4's temperature beside a rotation") {
  const json golden = load_json("llama4_temperature");
  const auto positions = numbers_of(golden.at("positions"));
  // channels that are not rotated
  std::vector<double> x(positions.size() * kDim), found;
  for (std::size_t i = 0; i < positions.size(); ++i) x[i * kDim + 10] = 1;
  Plan plan = plan_of(rope({{"attnScale", 0.1}}));
  const std::vector<double> got = rotated(plan, positions, x);
  for (std::size_t i = 0; i < positions.size(); ++i) found.push_back(got[i * kDim + 10]);
  check_all(golden, found, golden.at("expected"));
}

TEST_CASE("query scale: float32 is the float64 number rounded once, of many rows and in place") {
  constexpr std::size_t kRows = 4000;
  Plan plan = plan_of(rope(ramp()));
  std::vector<double> positions(kRows), x(kRows * kDim);
  std::vector<float> narrow(kRows * kDim), rounded(kRows * kDim);
  for (std::size_t i = 0; i < kRows; ++i) positions[i] = static_cast<double>(i % 1500);
  const std::vector<double> numbers = some_numbers(kRows * kDim);
  for (std::size_t i = 0; i < x.size(); ++i)
    narrow[i] = static_cast<float>(numbers[i]), x[i] = static_cast<double>(narrow[i]);
  REQUIRE(plan.rotate(positions, x.data(), kDim, x.data()));
  for (std::size_t i = 0; i < x.size(); ++i) rounded[i] = static_cast<float>(x[i]);
  const Result<bool> finite = plan.rotate(positions, narrow.data(), kDim, narrow.data());
  CHECK((finite && *finite));
  CHECK(same_bits(narrow, rounded));
  narrow[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(*plan.rotate(positions, narrow.data(), kDim, narrow.data()));
}

TEST_CASE("query scale: tables, cosines and sines, profiles and frequencies have the same bits") {
  Plan scaled = plan_of(rope(ramp())), plain = plan_of(rope());
  const auto all = [](Plan& plan) {
    std::vector<double> numbers(3 * 8 + 9 + 2), more = *plan.frequencies();
    REQUIRE(plan.table_f64({{50, 500, 5000}}, numbers.data()));
    REQUIRE(plan.gram({{50, 500, 5000}}, numbers.data() + 24));
    REQUIRE(plan.kernel_profile({{7, 700}}, numbers.data() + 33));
    std::vector<double> waves(2 * 8);
    REQUIRE(plan.cos_sin(5000, 2, waves.data()));
    numbers.insert(numbers.end(), more.begin(), more.end());
    numbers.insert(numbers.end(), waves.begin(), waves.end());
    return numbers;
  };
  CHECK(same_bits(all(scaled), all(plain)));
}

TEST_CASE("query scale: logits have the factor of the query, whatever the key") {
  Plan scaled = plan_of(rope(ramp())), plain = plan_of(rope());
  const std::vector<double> q = some_numbers(kDim), k = some_numbers(kDim, 0.7);
  for (const double at : {0.0, 99.0, 400.0, 12345.0})
    for (const double key : {0.0, 250.0}) {
      const double factor = at + 1 > 100 ? 1 + 0.25 * std::log((at + 1) / 100) : 1;
      const double expected = factor * score(plain, {at}, q, {key}, k);
      CHECK(score(scaled, {at}, q, {key}, k) == approx(expected).epsilon(1e-14));
    }
}

TEST_CASE("query scale: lanes are of a rotation that does nothing else; what counts for nothing") {
  CHECK_FALSE(plan_of(rope(ramp())).rotates_lanes());
  CHECK(plan_of(rope({{"attnScale", 0}})).rotates_lanes());
  check_refused(rope({{"floorScale", 100}}), "floorScale");
  check_refused(rope({{"queryRule", "ramp"}}), "queryRule");
  check_refused(rope({{"queryShift", 0}}), "queryShift");
  check_refused(rope({{"attnScale", 1}, {"queryRule", "ratio"}, {"floorScale", 1}}), "floorScale");
}
