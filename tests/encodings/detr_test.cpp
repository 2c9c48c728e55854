// DETR's sine encoding: golden tables, with and without a mask, and its formula in Wide.
#include "../support/golden.hpp"
#include "../support/ulp.hpp"
#include "core/turn.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json detr(int dim, int height, int width, json more = json::object()) {
  more["encoding"] = "detr";
  more["dim"] = dim, more["height"] = height, more["width"] = width;
  return more;
}

std::vector<double> cells(int height, int width) {
  std::vector<double> out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) out.insert(out.end(), {double(y), double(x)});
  return out;
}

std::string refused_field(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  return plan.error().field;
}

}  // namespace

TEST_CASE("golden: DETR") {
  check_table("detr_sine_nf8_3x5", detr(16, 3, 5), cells(3, 5),
              load_json("detr_sine_nf8_3x5").at("expected"));
  check_table("detr_sine_nf8_unnormalized", detr(16, 2, 4, {{"normalize", false}}), cells(2, 4),
              load_json("detr_sine_nf8_unnormalized").at("expected"));
  const json masked = load_json("detr_sine_masked");
  check_table("detr_sine_masked",
              detr(8, 3, 4, {{"mask", numbers_of(masked.at("inputs").at("valid"))}}), cells(3, 4),
              masked.at("expected"));
}

TEST_CASE("detr: entries of every variant are within 0.80 ulp of the printed formula") {
  constexpr int kRows = 7, kColumns = 9, kDim = 12;
  for (const auto& [variant, shift, temperature] :
       {std::tuple{"detr", 0.0, 10000.0}, {"deformable", 0.5, 10000.0}, {"dab", 0.0, 20.0}}) {
    const auto got = table64(plan_of(detr(kDim, kRows, kColumns, {{"variant", variant}})),
                             cells(kRows, kColumns));
    for (int cell = 0; cell < kRows * kColumns; ++cell)
      for (int c = 0; c < kDim; ++c) {
        const bool of_x = c >= kDim / 2;
        const int j = c % (kDim / 2), n = of_x ? kColumns : kRows;
        const double count = (of_x ? cell % kColumns : cell / kColumns) + 1 - shift;
        const Wide angle = Wide(count) / (Wide(n) + Wide(1e-6)) * Wide(6.283185307179586) /
                           pow(Wide(temperature), Wide(2.0 * (j / 2)) / Wide(kDim / 2));
        const WideSinCos exact = wide_wave(TurnFrequency::from_radians(angle), 1);
        const Wide want = j % 2 == 0 ? exact.sin : exact.cos;
        const double value = got[static_cast<std::size_t>(cell * kDim + c)];
        const double ulp = ulp_of(value);
        CHECK(std::fabs((want - Wide(value)).to_double()) <= 0.80 * ulp);
      }
  }
}

TEST_CASE("detr: a mask of ones is no mask; padding alone gives the zero angle") {
  const auto plain = table64(plan_of(detr(8, 2, 3)), cells(2, 3));
  CHECK(plain == table64(plan_of(detr(8, 2, 3, {{"mask", {1, 1, 1, 1, 1, 1}}})), cells(2, 3)));
  const auto nothing = table64(plan_of(detr(8, 2, 3, {{"mask", {0, 0, 0, 0, 0, 0}}})), cells(2, 3));
  for (std::size_t i = 0; i < nothing.size(); ++i) CHECK(nothing[i] == (i % 2 == 0 ? 0 : 1));
  // valid cells of a padded image equal those of the smaller image
  const auto padded = table64(plan_of(detr(8, 2, 3, {{"mask", {1, 1, 0, 0, 0, 0}}})), {0, 1});
  CHECK(padded == table64(plan_of(detr(8, 1, 2)), {0, 1}));
  // half a cell is subtracted only before normalising
  CHECK(table64(plan_of(detr(8, 2, 3, {{"variant", "deformable"}, {"normalize", false}})),
                cells(2, 3)) ==
        table64(plan_of(detr(8, 2, 3, {{"normalize", false}})), cells(2, 3)));
}

TEST_CASE("detr: wrong numbers are refused by name") {
  CHECK(refused_field(detr(6, 2, 2)) == "dim");
  CHECK(refused_field(detr(8, 2, 2, {{"mask", {1, 1, 1}}})) == "mask");
  CHECK(refused_field(detr(8, 2, 2, {{"mask", {1, 1, 1, 0.5}}})) == "mask");
  CHECK(refused_field(detr(8, 2, 2, {{"mask", {1, 1, 1, 2}}})) == "mask");
  CHECK(refused_field(detr(8, 2, 2, {{"eps", 0}})) == "eps");
  CHECK(refused_field(detr(8, 2, 2, {{"mask", {0, 0, 0, 0}}, {"eps", 1e-300}})) == "eps");
  CHECK(refused_field(detr(8, 0, 2)) == "height");
  json triangle = json::array();  // every row and column has a different count
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) triangle.push_back(x <= y ? 1 : 0);
  const auto large = Plan::create(spec_of(detr(65536, 80, 80, {{"mask", triangle}})));
  REQUIRE(!large);
  CHECK(large.error().code == ErrorCode::too_large);
  CHECK(large.error().field == "mask");
}
