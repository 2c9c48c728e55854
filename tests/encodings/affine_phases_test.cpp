// Lanes of integer phases against the tables they represent.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/single_wave.hpp"
#include "posenc.hpp"

using namespace posenc;

namespace {

using Numbers = std::map<std::string, double, std::less<>>;

Plan plan_of(const std::string& encoding, const Numbers& numbers) {
  EncodingSpec spec;
  spec.encoding = encoding;
  spec.values.numbers = numbers;
  auto plan = Plan::create(spec);
  REQUIRE(plan);
  return std::move(plan).value();
}

// Largest difference between the lanes at row k and the table.
double difference(Plan& plan, double start, double step, std::uint32_t k) {
  const auto lanes = plan.wave_lanes(start, step);
  REQUIRE(lanes);
  std::vector<double> row(plan.width());
  REQUIRE(plan.table_f64(start + step * k, 1, 1, row.data()));
  std::vector<int> written(plan.width());
  double worst = 0;
  for (const auto& lane : *lanes) {
    const auto [s, c] = single_wave::sincos(lane.at + lane.by * k);
    for (const auto& [channel, wave] : {std::pair(lane.sine, s), std::pair(lane.cosine, c)}) {
      if (channel == Plan::WaveLane::kNone) continue;
      ++written[channel];
      worst = std::fmax(worst, std::fabs(lane.amplitude * wave - row[channel]));
    }
  }
  for (const int n : written) CHECK(n == 1);
  return worst;
}

}  // namespace

TEST_CASE("wave lanes: the table to 6e-8 at rows up to 2^32 - 1, each channel once") {
  const Numbers odd{{"dim", 7}, {"oddRule", 3}};  // zero-column
  for (const auto& [encoding, numbers] :
       {std::pair("sinusoidal", Numbers{{"dim", 64}}), std::pair("sinusoidal", odd),
        std::pair("rope", Numbers{{"dim", 32}}), std::pair("timestep", Numbers{{"dim", 10}})}) {
    Plan plan = plan_of(encoding, numbers);
    for (const auto& [start, step] :
         {std::pair(0.0, 1.0), std::pair(-4e9, 1.0), std::pair(0.5, 0.25), std::pair(1e15, -3.0)})
      for (const std::uint32_t k : {0u, 1u, 4095u, 131071u, 1u << 20, 0x7fffffffu, 0xffffffffu})
        CHECK(difference(plan, start, step, k) <= 6e-8);
  }
}

TEST_CASE("wave lanes: refused where they cannot stand for the table") {
  const auto refused = [](Plan plan, double start, double step) {
    const auto lanes = plan.wave_lanes(start, step);
    REQUIRE(!lanes);
    return lanes.error().code;
  };
  CHECK(refused(plan_of("alibi", {{"heads", 4}}), 0, 1) == ErrorCode::not_defined);
  CHECK(refused(plan_of("nerf", {}), 0, 1) == ErrorCode::not_defined);
  CHECK(refused(plan_of("sinusoidal", {{"dim", 4}}), 1e-30, 1) == ErrorCode::bad_positions);
}

TEST_CASE("wave lanes: phases that begin elsewhere, and a step between multiples of 2^-64") {
  EncodingSpec spec{
      .encoding = "rope-nd",
      .values = {.numbers = {{"dim", 8}, {"axes", 1}}, .arrays = {{"offsets", {0.3125}}}}};
  Plan plan = std::move(Plan::create(spec)).value();
  for (const std::uint32_t k : {0u, 1u, 4095u}) CHECK(difference(plan, 2, 1, k) <= 6e-8);
  const auto lanes = plan_of("sinusoidal", {{"dim", 4}}).wave_lanes(0, 1e-30);
  REQUIRE(!lanes);
  CHECK(lanes.error().code == ErrorCode::bad_positions);
}
