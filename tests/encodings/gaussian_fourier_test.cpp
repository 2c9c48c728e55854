// Gaussian Fourier projection: its waves in Wide, the distribution of its frequencies, its domain.
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json projection(int dim, json more = json::object()) {
  more["encoding"] = "gaussian-fourier";
  more["dim"] = dim;
  return more;
}

}  // namespace

TEST_CASE("gaussian-fourier: sines and cosines of 2π·w·x, or of 2π·w·ln x") {
  const std::vector<double> weights = {0.75, -2.5, 0.1};
  for (const bool log_first : {false, true})
    for (const bool flip : {false, true}) {
      const Plan plan = plan_of(
          projection(6, {{"weights", weights}, {"log", log_first}, {"flipSinToCos", flip}}));
      for (const double x : {0.02, 1.0, 80.0}) {
        const auto got = table64(plan, {x});
        for (std::size_t i = 0; i < 3; ++i) {
          const Wide u = log_first ? log(Wide(x)) : Wide(x);
          const WideSinCos w = wide_wave(TurnFrequency::from_turns(Wide(weights[i]) * u), 1);
          // ln x has one rounding error: |2π·w·u|·2^-53, at most 70 here
          CHECK(std::fabs(got[flip ? i + 3 : i] - w.sin.to_double()) <= 70 * 0x1p-53);
          CHECK(std::fabs(got[flip ? i : i + 3] - w.cos.to_double()) <= 70 * 0x1p-53);
        }
      }
    }
}

TEST_CASE("gaussian-fourier: frequencies are N(0, scale²), from the seed") {
  const auto weights = [](int seed) {
    return (*plan_of(projection(4096, {{"scale", 16}, {"seed", seed}})).facts())[0].values;
  };
  const auto w = weights(3);
  double mean = 0, square = 0;
  for (const double x : w) mean += x / 2048, square += x * x / 2048;
  CHECK(std::fabs(mean) <= 5 * 16 / std::sqrt(2048.0));
  CHECK(std::fabs(square / 256 - 1) <= 5 * std::sqrt(2 / 2048.0));
  CHECK(w == weights(3));
  CHECK(w != weights(4));
}

TEST_CASE("gaussian-fourier: a noise level must be positive where its logarithm is taken") {
  const Plan plan = plan_of(projection(4, {{"log", true}}));
  std::vector<double> out(4);
  for (const double bad : {0.0, -1.0}) {
    const auto refused = plan.table_f64(std::vector<double>{bad}, out.data());
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::bad_positions);
    CHECK(refused.error().field == "positions");
  }
  CHECK(plan.table_f64(std::vector<double>{5e-324}, out.data()));
  const auto field = [](const json& spec) { return Plan::create(spec_of(spec)).error().field; };
  CHECK(field(projection(5)) == "dim");
  CHECK(field(projection(4, {{"weights", {1}}})) == "weights");
}
