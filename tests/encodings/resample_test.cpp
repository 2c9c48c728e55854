// Resizing of learned grids: against PyTorch (a stored fixture), 70-digit weights, and the kernels
// in Wide.
#include "encodings/resample.hpp"

#include <cstdint>

#include "../support/approx.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

constexpr Resampling::Method kAll[] = {Resampling::bicubic, Resampling::bicubic_antialias,
                                       Resampling::bilinear, Resampling::bilinear_antialias};

bool is_cubic(Resampling::Method m) {
  return m == Resampling::bicubic || m == Resampling::bicubic_antialias;
}
bool is_antialias(Resampling::Method m) {
  return m == Resampling::bicubic_antialias || m == Resampling::bilinear_antialias;
}

// the kernels as in their papers
Wide kernel(Resampling::Method m, Wide x) {
  if (x.is_negative()) x = -x;
  const Wide one(1.0);
  if (!is_cubic(m)) return x < one ? one - x : Wide(0.0);
  const Wide a(m == Resampling::bicubic ? -0.75 : -0.5);
  if (x < one) return (a + Wide(2.0)) * x * x * x - (a + Wide(3.0)) * x * x + one;
  if (x < Wide(2.0)) return a * (x * x * x - Wide(5.0) * x * x + Wide(8.0) * x - Wide(4.0));
  return Wide(0.0);
}

// All weights of one target, by summing over every sample, inside the border and (plain) beyond it.
std::vector<Wide> exact_weights(Resampling::Method m, std::int64_t source, std::int64_t target,
                                std::int64_t i) {
  const auto wide = [](std::int64_t n) { return Wide(static_cast<double>(n)); };
  const Wide centre = wide((2 * i + 1) * source) / wide(2 * target);
  const Wide stretch = is_antialias(m) && source > target ? wide(source) / wide(target) : Wide(1.0);
  std::vector<Wide> weights(static_cast<std::size_t>(source));
  Wide sum;
  const std::int64_t beyond = is_antialias(m) ? 0 : 4;
  for (std::int64_t j = -beyond; j < source + beyond; ++j) {
    const Wide w = kernel(m, (wide(j) + Wide(0.5) - centre) / stretch);
    Wide& at = weights[static_cast<std::size_t>(j < 0 ? 0 : j < source ? j : source - 1)];
    at = at + w;
    sum = sum + w;
  }
  for (Wide& w : weights) w = w / sum;
  return weights;
}

}  // namespace

TEST_CASE("resample: weights are within 2^-48 of the exact ones") {
  double worst = 0;
  for (const auto method : kAll)
    for (const auto& [source, target] :
         {std::pair{14, 16}, {16, 14}, {1, 5}, {5, 1}, {7, 7}, {3, 50}, {37, 20}, {4096, 61}})
      for (int i = 0; i<target; i += target> 20 ? 7 : 1) {
        const AxisWeights w = axis_weights({method}, static_cast<std::size_t>(source),
                                           static_cast<std::size_t>(target));
        const AxisWeights::Target& got = w.targets[static_cast<std::size_t>(i)];
        const std::vector<Wide> want = exact_weights(method, source, target, i);
        for (std::size_t j = 0; j < want.size(); ++j) {
          const bool inside = j >= got.first && j - got.first < got.weights.size();
          const Wide error = Wide(inside ? got.weights[j - got.first] : 0) - want[j];
          worst = std::fmax(worst, std::fabs(error.to_double()));
        }
      }
  CHECK(worst <= 0x1p-48);
}

TEST_CASE("golden: bicubic weights 14 to 16") {
  const json golden = load_json("bicubic_resize_14_to_16");
  for (const auto& [method, name] : {std::pair{Resampling::bicubic, "antialias_false_a_minus_0p75"},
                                     {Resampling::bicubic_antialias, "antialias_true_a_minus_0p5"}})
    check_all(golden, dense(axis_weights({method}, 14, 16)), golden.at("expected").at(name));
}

TEST_CASE("learned-grid: what PyTorch makes of a grid, by four methods and three scales") {
  const json golden = load_json("torch_resize_3x4_to_5x3");
  std::vector<double> cells;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 3; ++x) cells.insert(cells.end(), {double(y), double(x)});
  for (const auto& [method, of_scale] : golden.at("expected").items())
    for (const auto& [scale, expected] : of_scale.items()) {
      json spec = golden.at("params");
      spec["encoding"] = "learned-grid";
      spec["method"] = method;
      spec["values"] = numbers_of(golden.at("inputs").at("values"));
      spec["alignCorners"] = scale == "alignCorners";
      if (scale == "scaleFactor") spec["interpolateOffset"] = 0.1;
      const std::string name = method + " " + scale;
      INFO(name);
      check_all(golden, table64(plan_of(spec), cells), expected);
    }
}

TEST_CASE(
    "learned-grid: constants stay, a ramp stays a ramp inside, the same size changes nothing") {
  const auto resized = [](const std::string& method, int source, int target, bool ramp) {
    json values = json::array();
    for (int y = 0; y < source; ++y)
      for (int x = 0; x < source; ++x) values.push_back(ramp ? 3 * y - x : 0.7);
    const Plan plan = plan_of({{"encoding", "learned-grid"},
                               {"dim", 1},
                               {"sourceHeight", source},
                               {"sourceWidth", source},
                               {"height", target},
                               {"width", target},
                               {"method", method},
                               {"values", values}});
    std::vector<double> cells;
    for (int y = 0; y < target; ++y)
      for (int x = 0; x < target; ++x) cells.insert(cells.end(), {double(y), double(x)});
    return table64(plan, cells);
  };
  for (const std::string_view name : Resampling::kMethods) {
    const std::string method(name);
    INFO(method);
    for (const double v : resized(method, 14, 9, false)) CHECK(v == approx(0.7).epsilon(1e-14));
    const auto same = resized(method, 6, 6, true);
    for (int i = 0; i < 36; ++i)
      CHECK(std::fabs(same[std::size_t(i)] - (3 * (i / 6) - i % 6)) <= 1e-13);
    // When enlarging, all kernels except Keys' at a = -0.75 reproduce linear functions.
    const auto ramp = resized(method, 14, 28, true);
    double worst = 0;
    for (int y = 8; y < 20; ++y)
      for (int x = 8; x < 20; ++x)
        worst = std::fmax(worst, std::fabs(ramp[std::size_t(y * 28 + x)] -
                                           (3 * ((y + 0.5) / 2 - 0.5) - ((x + 0.5) / 2 - 0.5))));
    // 3/64 per unit of slope, on either axis
    CHECK(std::fabs(worst - (name == "bicubic" ? (3 + 1) * 3.0 / 64 : 0)) <= 1e-12);
  }
}

TEST_CASE("learned-grid: prefix tokens are left alone; facts report them and the weights") {
  const Plan plan = plan_of({{"encoding", "learned-grid"},
                             {"dim", 2},
                             {"sourceHeight", 1},
                             {"sourceWidth", 2},
                             {"height", 2},
                             {"width", 3},
                             {"method", "bilinear"},
                             {"prefixTokens", 1},
                             {"values", {9, 8, 1, 10, 4, 40}}});
  CHECK(table64(plan, {0, 0, 1, 1, 1, 2}) == std::vector<double>{1, 10, 2.5, 25, 4, 40});
  const Facts facts = *plan.facts();
  REQUIRE(facts.size() == 3);
  CHECK(facts[0].values == std::vector<double>{1, 1});
  CHECK(facts[1].values == std::vector<double>{1, 0, 0.5, 0.5, 0, 1});
  CHECK(facts[1].cols == 2);
  CHECK(facts[2].values == std::vector<double>{9, 8});
}

TEST_CASE("learned-grid: wrong numbers are refused by name") {
  const auto field = [](json more) {
    more["encoding"] = "learned-grid";
    more["dim"] = 2;
    const auto plan = Plan::create(spec_of(more));
    REQUIRE(!plan);
    return plan.error().field;
  };
  CHECK(field({{"values", {1, 2, 3}}}) == "values");
  CHECK(field({{"sourceHeight", 0}}) == "sourceHeight");
  CHECK(field({{"sourceHeight", 4096}, {"sourceWidth", 4096}}) == "sourceHeight");
  CHECK(field({{"height", 4096}, {"width", 4096}}) == "height");
  CHECK(field({{"alignCorners", true}, {"interpolateOffset", 0.1}}) == "interpolateOffset");
  CHECK(field({{"init", "unit-normal"}, {"sigma", 1}}) == "sigma");
}

TEST_CASE(
    "resampling to one sample with the corners aligned takes the first one, as PyTorch does") {
  for (const Resampling::Method method : {Resampling::bicubic, Resampling::bilinear})
    CHECK(dense(axis_weights({method, true, 0}, 5, 1)) == std::vector<double>{1, 0, 0, 0, 0});
}
