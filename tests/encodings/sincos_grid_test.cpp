// 2-D, 3-D and N-D sin-cos encodings: golden tables, and the relations between the conventions.
#include <initializer_list>

#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

std::vector<double> grid(std::initializer_list<int> sizes) {
  std::vector<double> cells, point;
  const std::vector<int> size(sizes);
  const auto walk = [&](const auto& self) -> void {
    if (point.size() == size.size()) {
      cells.insert(cells.end(), point.begin(), point.end());
      return;
    }
    for (int i = 0; i < size[point.size()]; ++i) {
      point.push_back(i);
      self(self);
      point.pop_back();
    }
  };
  walk(walk);
  return cells;
}

json row(const std::string& id, int dim, json more = json::object()) {
  more["encoding"] = id;
  more["dim"] = dim;
  return more;
}

// Swaps both halves of every row.
std::vector<double> halves_swapped(const std::vector<double>& table, std::size_t width) {
  std::vector<double> out(table.size());
  for (std::size_t i = 0; i < table.size(); ++i)
    out[i - i % width + (i % width + width / 2) % width] = table[i];
  return out;
}

std::string refused_field(const json& spec) {
  const auto plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(!plan, spec.dump());
  return plan.error().field;
}

}  // namespace

TEST_CASE("golden: MAE") {
  // row 0 of the file is the cls token, a zero vector without a cell
  json expected = load_json("mae_2d_d16_g3").at("expected");
  CHECK(numbers_of(expected[0]) == std::vector<double>(16, 0.0));
  expected.erase(0);
  check_table("mae_2d_d16_g3", row("sincos2d-mae", 16), grid({3, 3}), expected);
  const json rows = load_json("mae_2d_d768_g14_rows");
  check_table("mae_2d_d768_g14_rows", row("sincos2d-mae", 768), numbers_of(rows.at("inputs")),
              rows.at("expected"));
}

TEST_CASE("golden: timm") {
  check_table("timm_2d_d16_2x3", row("sincos2d-timm", 16), grid({2, 3}),
              load_json("timm_2d_d16_2x3").at("expected"));
  check_table("timm_2d_d16_2x3_interleave", row("sincos2d-timm", 16, {{"interleaveSinCos", true}}),
              grid({2, 3}), load_json("timm_2d_d16_2x3_interleave").at("expected"));
}

TEST_CASE("MAE is timm's interleaved order with its halves exchanged; MoCo-v3 is timm's") {
  const auto timm =
      table64(plan_of(row("sincos2d-timm", 24, {{"interleaveSinCos", true}})), grid({5, 5}));
  const auto mae = table64(plan_of(row("sincos2d-mae", 24)), grid({5, 5}));
  CHECK(mae == halves_swapped(timm, 24));
  CHECK(timm == table64(plan_of(row("sincos2d-mae", 24, {{"order", "y-first"}})), grid({5, 5})));
  CHECK(mae != timm);
}

TEST_CASE("timm's reverse_coord: nothing on a square grid, rows and columns mixed on another") {
  for (const bool interleave : {false, true}) {
    const auto table = [&](int height, int width, bool reverse) {
      json more = {{"interleaveSinCos", interleave}, {"reverseCoord", reverse}};
      if (reverse) more["height"] = height, more["width"] = width;
      return table64(plan_of(row("sincos2d-timm", 8, more)), grid({height, width}));
    };
    CHECK(table(4, 4, true) == table(4, 4, false));
    // the same rows as the grid with swapped sizes, token by token
    CHECK(table(2, 3, true) == table(3, 2, false));
    CHECK(table(2, 3, true) != table(2, 3, false));
  }
  CHECK(refused_field(row("sincos2d-timm", 8, {{"reverseCoord", true}, {"height", 2}})) == "width");
  CHECK(refused_field(row("sincos2d-timm", 8, {{"width", 2}})) == "width");
  CHECK(refused_field(row("sincos2d-timm", 6)) == "dim");
}

TEST_CASE("diffusers' base size and interpolation scale are another unit of the coordinates") {
  const auto plain = plan_of(row("sincos2d-mae", 16));
  const auto scaled =
      plan_of(row("sincos2d-mae", 16,
                  {{"baseSize", 16}, {"height", 32}, {"width", 64}, {"interpolationScale", 2}}));
  // y/(32/16)/2, x/(64/16)/2: exact in float64, so the waves are equal
  CHECK(table64(scaled, {12, 40, 31, 1}) == table64(plain, {3, 5, 7.75, 0.125}));
  CHECK(table64(plan_of(row("sincos2d-mae", 16, {{"baseSize", 16}, {"height", 16}, {"width", 16}})),
                grid({3, 3})) == table64(plain, grid({3, 3})));
  CHECK(refused_field(row("sincos2d-mae", 16, {{"baseSize", 16}, {"height", 16}})) == "width");
  CHECK(refused_field(row("sincos2d-mae", 16, {{"height", 16}})) == "height");
  CHECK(refused_field(row("sincos2d-mae", 18)) == "dim");
}

TEST_CASE("diffusers 3-D: frames in the first quarter, then the 2-D encoding of the other three") {
  const auto table = table64(plan_of(row("sincos3d-diffusers", 32)), {3, 5, 7});
  const auto time =
      table64(plan_of({{"encoding", "sinusoidal"}, {"dim", 8}, {"layout", "half"}}), {3});
  const auto space = table64(plan_of(row("sincos2d-mae", 24)), {5, 7});
  for (std::size_t c = 0; c < 8; ++c) CHECK(table[c] == time[c]);
  for (std::size_t c = 0; c < 24; ++c) CHECK(table[8 + c] == space[c]);
  const auto scaled =
      plan_of(row("sincos3d-diffusers", 32, {{"spatialScale", 2}, {"temporalScale", 4}}));
  CHECK(table64(scaled, {12, 10, 14}) == table);
  CHECK(refused_field(row("sincos3d-diffusers", 24)) == "dim");
}

TEST_CASE("sinusoidal-nd: blocks of the 1-D encoding, and the last axis loses what is cut") {
  const auto nd = [](int dim, int axes, const std::vector<double>& position) {
    return table64(plan_of(row("sinusoidal-nd", dim, {{"axes", axes}})), position);
  };
  const auto sinusoidal = [](int dim, double p) {
    return table64(plan_of(row("sinusoidal", dim)), {p});
  };
  CHECK(nd(10, 1, {3.5}) == sinusoidal(10, 3.5));
  CHECK(nd(7, 1, {3.5}) ==
        table64(plan_of(row("sinusoidal", 7, {{"oddRule", "pad-drop"}})), {3.5}));
  // 10 channels of 3 axes: 4 each, of which the last keeps 2
  const auto cut = nd(10, 3, {1, 2, 3});
  REQUIRE(cut.size() == 10);
  for (std::size_t c = 0; c < 10; ++c)
    CHECK(cut[c] == sinusoidal(4, static_cast<double>(c / 4 + 1))[c % 4]);
  // 6 channels of 2 axes: 4 and 2
  const auto two = nd(6, 2, {8, 9});
  for (std::size_t c = 0; c < 6; ++c) CHECK(two[c] == sinusoidal(4, c < 4 ? 8 : 9)[c % 4]);
  CHECK(plan_of(row("sinusoidal-nd", 6)).axes() == 2);
  CHECK(refused_field(row("sinusoidal-nd", 6, {{"axes", 4}})) == "axes");
}
