// Waves at quarter turns, for every row with a table: if a phase is exactly a multiple of a quarter
// turn, the entry is exactly 0 or the amplitude.
//
// The exactness of a row's frequencies is not used. At small integers nonzero values are far from
// 0, so values below 1e-30 of their amplitude must be 0.
#include <cmath>
#include <cstring>  // std::memcmp
#include <initializer_list>
#include <map>

#include "../support/spec_json.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

// every row with defaults, and with the parameters that give rational numbers of turns
std::vector<json> specs_with_tables() {
  std::vector<json> all = every_spec();
  for (const json& more : std::initializer_list<json>{
           {{"encoding", "rope-dinov3"}, {"dim", 16}, {"height", 5}, {"width", 3}},
           {{"encoding", "rope-dinov3"}, {"dim", 64}, {"height", 6}, {"width", 10}},
           {{"encoding", "rope-dinov3"}, {"dim", 16}, {"height", 7}, {"normalisation", "max"}},
           {{"encoding", "rope-2d-timm"}, {"dim", 16}, {"mode", "pixel"}},
           {{"encoding", "pixel-fourier"}, {"axes", 1}, {"bands", 8}, {"maxRes", 10}},
           {{"encoding", "pixel-fourier"}, {"bands", 5}, {"spacing", "linear"}, {"maxRes", 24}},
           {{"encoding", "nerf"}, {"axes", 2}, {"convention", "paper"}},
           {{"encoding", "sphere2vec"}},
       }) {
    const Result<Plan> plan = Plan::create(spec_of(more));
    if (plan) all.push_back(more);
  }
  // tables of waves, and those made from waves in float64
  std::erase_if(all, [](const json& spec) { return plan_of(spec).width() == 0; });
  return all;
}

}  // namespace

TEST_CASE("every row with a table: exact zeros are +0, and their partners the whole amplitude") {
  std::map<std::string, std::size_t> zeros;
  for (const json& spec : specs_with_tables()) {
    INFO(spec.dump());
    Plan plan = plan_of(spec);
    std::vector<double> positions;
    // whole and half cells of a small grid, equal in every axis or varying by axis
    for (double p = -4; p <= 20; p += 0.5)
      for (const double next : {0.0, 0.5, 1.0})
        for (std::size_t a = 0; a < plan.axes(); ++a)
          positions.push_back(p + next * static_cast<double>(a));
    if (plan.pairs() == 0) positions = sample_positions(plan, 64, {0.5, 1, 2, 3, 4, 7, 9, 180, 90});
    const std::size_t rows = positions.size() / plan.axes(), w = plan.width();
    const std::vector<double> doubles = table64(plan, positions);
    std::vector<float> floats(rows * w);
    CHECK(plan.table_f32(positions, floats.data()));
    double largest = 0;
    for (const double x : doubles) largest = std::max(largest, std::fabs(x));
    std::size_t nearly = 0, negative = 0;
    for (std::size_t i = 0; i < doubles.size(); ++i) {
      nearly += doubles[i] != 0 && std::fabs(doubles[i]) < 1e-30 * largest;
      nearly += doubles[i] == 0 && floats[i] != 0;
      negative += doubles[i] == 0 && (std::signbit(doubles[i]) || std::signbit(floats[i]));
      zeros[spec.at("encoding")] += doubles[i] == 0;
    }
    // mip-NeRF's factors of its waves are as small, and eigenvectors are no waves
    if (spec.at("encoding") != "mip-nerf" && spec.at("encoding") != "laplacian") CHECK(nearly == 0);
    CHECK(negative == 0);
    if (plan.axes() == 1 && plan.extent().empty()) {  // the fast path of integers
      std::vector<float> range(48 * w), list(48 * w);
      std::vector<double> integers;
      for (double p = 1; p <= 48; ++p) integers.push_back(p);
      CHECK(plan.table_f32(1, 1, 48, range.data()));
      CHECK(plan.table_f32(integers, list.data()));
      CHECK(std::memcmp(range.data(), list.data(), 4 * range.size()) == 0);
    }
    std::vector<double> slopes(rows * w);
    std::size_t wrong = 0;
    for (std::size_t axis = 0; axis < plan.axes(); ++axis) {
      if (!plan.derivative(positions, slopes.data(), axis)) continue;
      for (const double x : slopes) wrong += x == 0 ? std::signbit(x) : std::fabs(x) < 1e-30;
    }
    CHECK(wrong == 0);
  }
  CHECK(zeros["rope-dinov3"] > 100);
  CHECK(zeros["nerf"] > 100);
  CHECK(zeros["pixel-fourier"] > 100);
}

TEST_CASE("a quarter turn is met from coordinates that are no binary fractions") {
  // the middle of a row of five: ŷ = 2·2.5/5 - 1 = 0
  const Plan plan =
      plan_of({{"encoding", "rope-dinov3"}, {"dim", 16}, {"height", 5}, {"width", 3}});
  const std::vector<double> row = table64(plan, {2, 1});
  for (std::size_t c = 0; c < 8; ++c) {
    CHECK(row[c] == 1);
    CHECK(row[8 + c] == 0);
    CHECK(!std::signbit(row[8 + c]));
  }
}
