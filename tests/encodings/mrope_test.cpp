// M-RoPE against its golden files, and against RoPE: text tokens and single axes.
#include <algorithm>
#include <initializer_list>

#include "../support/attention.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("M-RoPE: golden sections, angles, cosines and sines of Qwen2-VL and Qwen3-VL") {
  for (const std::string file : {"mrope_qwen2vl", "mrope_qwen3vl_interleaved"}) {
    INFO(file);
    const json golden = load_json(file);
    const json &params = golden.at("params"), &expected = golden.at("expected");
    json spec = {{"encoding", "mrope"},
                 {"dim", params.at("dim")},
                 {"base", params.at("base")},
                 {"form", params.at("interleaved").get<bool>() ? "interleaved" : "chunked"}};
    // the published sections are the default ones of their form
    const Plan plan = plan_of(spec);
    CHECK(fact(*plan.facts(), "sections").values == numbers_of(params.at("mrope_section")));
    spec["sections"] = params.at("mrope_section");
    CHECK(*plan_of(spec).frequencies() == *plan.frequencies());
    CHECK(fact(*plan.facts(), "axisOfPair").values == numbers_of(expected.at("axis_of_pair")));

    const std::vector<double> positions = numbers_of(golden.at("positions"));
    const std::vector<double> table = table64(plan, positions), f = *plan.frequencies();
    std::vector<double> cosines, sines, angles;
    for (std::size_t r = 0; r < positions.size() / 3; ++r)
      for (std::size_t i = 0; i < 64; ++i) {
        cosines.push_back(table[r * 128 + i]);
        sines.push_back(table[r * 128 + 64 + i]);
        double angle = 0;
        for (std::size_t a = 0; a < 3; ++a) angle += positions[r * 3 + a] * f[i * 3 + a];
        angles.push_back(angle);
      }
    check_all(golden, cosines, expected.at("cos"));
    check_all(golden, sines, expected.at("sin"));
    // angles reach 40: their float64 values are within one unit in the last place
    const std::vector<double> want = numbers_of(expected.at("angles"));
    for (std::size_t i = 0; i < want.size(); ++i)
      CHECK(std::fabs(angles[i] - want[i]) <= 0x1p-52 * want[i]);
  }
}

TEST_CASE("M-RoPE: text tokens (t = h = w) are rotated as by RoPE, bit for bit") {
  for (const std::string form : {"chunked", "interleaved"})
    for (const std::string layout : {"half", "interleaved"})
      for (const int rotary_dim : {24, 32}) {
        json rope = {{"encoding", "rope"},
                     {"dim", 32},
                     {"base", 1e6},
                     {"layout", layout},
                     {"rotaryDim", rotary_dim},
                     {"scaling", {{"type", "yarn"}, {"factor", 4}, {"originalContext", 4096}}}};
        json mrope = rope;
        mrope["encoding"] = "mrope", mrope["form"] = form;
        Plan a = plan_of(rope), b = plan_of(mrope);
        const std::vector<double> text = {0, 5, 131071, -3.25};
        std::vector<double> ids;
        for (const double p : text) ids.insert(ids.end(), 3, p);
        CHECK(table64(a, text) == table64(b, ids));
        const std::vector<double> x = some_numbers(4 * 32);
        CHECK(rotated(a, text, x) == rotated(b, ids, x));
        const auto reported = b.report(4096, 16384), plain = a.report(4096, 16384);
        REQUIRE(reported.has_value());
        CHECK(reported->frequency == plain->frequency);
        CHECK(reported->attention_factor == plain->attention_factor);
      }
}

TEST_CASE("M-RoPE: a pair sees its own id only") {
  Plan plan = plan_of({{"encoding", "mrope"}, {"dim", 16}, {"sections", {1, 4, 3}}});
  const std::vector<double> axis = fact(*plan.facts(), "axisOfPair").values;
  CHECK(axis == std::vector<double>{0, 1, 1, 1, 1, 2, 2, 2});
  const std::vector<double> x = some_numbers(16), still = rotated(plan, {0, 0, 0}, x);
  CHECK(still == x);
  for (std::size_t a = 0; a < 3; ++a) {
    std::vector<double> ids(3);
    ids[a] = 2;
    const std::vector<double> y = rotated(plan, ids, x);
    for (std::size_t i = 0; i < 8; ++i)
      CHECK((y[i] == x[i]) == (axis[i] != static_cast<double>(a)));
  }
}

TEST_CASE("M-RoPE: interleaved sections that overrun the stride follow the code's rule") {
  // 3·s_h = 12 > 8 pairs: h has only the pairs 1, 4, 7
  const Plan plan = plan_of(
      {{"encoding", "mrope"}, {"dim", 16}, {"form", "interleaved"}, {"sections", {2, 4, 2}}});
  CHECK(fact(*plan.facts(), "axisOfPair").values == std::vector<double>{0, 1, 2, 0, 1, 2, 0, 1});
  const Plan qwen35 = plan_of(
      {{"encoding", "mrope"}, {"dim", 64}, {"form", "interleaved"}, {"sections", {11, 11, 10}}});
  std::vector<double> counts(3);
  const std::vector<double> axes = fact(*qwen35.facts(), "axisOfPair").values;
  for (const double a : axes) ++counts[static_cast<std::size_t>(a)];
  CHECK(counts == std::vector<double>{11, 11, 10});
}

// Sections of a file, in any order, sorted by id. Ideogram 4 assigns all pairs outside the sections
// to t.
json sections_in_order(const json& one) {
  json out = json::array();
  const json& given = one.at("sections");
  const auto axes = one.at("axes").get<std::vector<std::string>>();
  if (axes.size() != 3) return given;
  for (const std::string axis : {"t", "h", "w"})
    out.push_back(given.at(static_cast<std::size_t>(std::ranges::find(axes, axis) - axes.begin())));
  const auto pairs = one.at("axisOfPair").size();
  out[0] = pairs - out[1].get<std::size_t>() - out[2].get<std::size_t>();
  return out;
}

TEST_CASE(
    "M-RoPE: the rules of ERNIE, Bailing, VideoRoPE, openPangu, GLM, Ideogram and HunyuanVL") {
  for (const json& one : load_json("mrope_axes").at("cases")) {
    INFO(one.at("source"));
    const auto pairs = one.at("axisOfPair").size();
    json spec = {{"encoding", "mrope"}, {"dim", 2 * pairs}, {"axes", one.at("axes").size()}};
    json given = spec;
    spec["form"] = one.at("form"), spec["sections"] = sections_in_order(one);
    const Plan plan = plan_of(spec);
    const std::vector<double> want = numbers_of(one.at("axisOfPair"));
    CHECK(fact(*plan.facts(), "axisOfPair").values == want);
    // the same assignment, given by pair
    given["axisOfPair"] = want;
    CHECK(*plan_of(given).frequencies() == *plan.frequencies());
  }
}

TEST_CASE(
    "M-RoPE: any pair may follow any id, and text is rotated as by RoPE whatever it follows") {
  for (const std::size_t axes : {1, 2, 4, 7, 16}) {
    std::vector<double> of_pair;
    for (std::size_t i = 0; i < 16; ++i) of_pair.push_back(static_cast<double>(i * 5 % axes));
    const json layout = axes % 2 == 0 ? "half" : "interleaved";
    Plan rope = plan_of({{"encoding", "rope"}, {"dim", 32}, {"base", 1e6}, {"layout", layout}}),
         plan = plan_of({{"encoding", "mrope"},
                         {"dim", 32},
                         {"layout", layout},
                         {"axes", axes},
                         {"axisOfPair", of_pair}});
    CHECK(plan.axes() == axes);
    const std::vector<double> x = some_numbers(32), text(axes, 131071.0);
    CHECK(rotated(plan, text, x) == rotated(rope, {131071.0}, x));
    // pairs of one id turn by this id only, like RoPE's pairs with the same index
    for (std::size_t a = 0; a < axes; ++a) {
      std::vector<double> ids(axes);
      ids[a] = 5;
      const auto y = rotated(plan, ids, x), whole = rotated(rope, {5.0}, x);
      for (std::size_t c = 0; c < 32; ++c) {
        const std::size_t pair = layout == "half" ? c % 16 : c / 2;
        CHECK(y[c] == (of_pair[pair] == static_cast<double>(a) ? whole[c] : x[c]));
      }
    }
    const auto counted = fact(*plan.facts(), "sections").values;
    for (std::size_t a = 0; a < axes; ++a)
      CHECK(counted[a] == static_cast<double>(std::ranges::count(of_pair, static_cast<double>(a))));
  }
}

TEST_CASE("M-RoPE: what is refused, and on which field") {
  const auto spec = [](const json& sections) {
    return json{{"encoding", "mrope"}, {"dim", 16}, {"sections", sections}};
  };
  check_refused(spec({4, 4}), "sections", ErrorCode::bad_shape);
  check_refused(spec({4, 4, 1}), "sections");
  check_refused(spec({2.5, 2.5, 3}), "sections");
  check_refused({{"encoding", "mrope"}, {"dim", 7}}, "dim");
  check_refused({{"encoding", "mrope"}, {"dim", 8}, {"rotaryDim", 10}}, "rotaryDim");
  const auto with = [](json more) {
    more["encoding"] = "mrope", more["dim"] = 8;
    return more;
  };
  check_refused(with({{"axisOfPair", {0, 1, 2}}}), "axisOfPair", ErrorCode::bad_shape);
  check_refused(with({{"axisOfPair", {0, 1, 2, 3}}}), "axisOfPair");
  check_refused(with({{"axisOfPair", {0, 1, 2, 0.5}}}), "axisOfPair");
  check_refused(with({{"axisOfPair", {0, 1, 2, 0}}, {"form", "greedy"}}), "form");
  check_refused(with({{"axisOfPair", {0, 1, 2, 0}}, {"sections", {2, 1, 1}}}), "sections");
  check_refused(with({{"axes", 4}, {"form", "interleaved"}}), "form");
  check_refused(with({{"axes", 4}, {"sections", {2, 1, 1}}}), "sections", ErrorCode::bad_shape);
  check_refused(with({{"sections", {1, 2, 1}}, {"form", "spatial-first"}}), "sections");
  check_refused(with({{"sections", {0, 2, 2}}, {"form", "greedy"}}), "sections");
}

TEST_CASE("p-RoPE is the context extension 'proportional' with factor 1, and 1 is RoPE") {
  for (const double fraction : {0.0, 0.25, 0.3, 0.75, 1.0}) {
    const Plan row = plan_of({{"encoding", "p-rope"}, {"dim", 20}, {"fraction", fraction}}),
               extension =
                   plan_of({{"encoding", "rope"},
                            {"dim", 20},
                            {"scaling", {{"type", "proportional"}, {"fraction", fraction}}}});
    CHECK(*row.frequencies() == *extension.frequencies());
    const auto turning = std::ranges::count_if(*row.frequencies(), [](double f) { return f > 0; });
    CHECK(turning == static_cast<std::ptrdiff_t>(fraction * 20 / 2));
  }
  CHECK(*plan_of({{"encoding", "p-rope"}, {"dim", 20}, {"fraction", 1}}).frequencies() ==
        *plan_of({{"encoding", "rope"}, {"dim", 20}}).frequencies());
  check_refused({{"encoding", "p-rope"}, {"dim", 9}}, "dim");
}

TEST_CASE(
    "M-RoPE: form greedy takes the id of which the smallest share is placed, by its definition") {
  constexpr std::size_t kPairs = 9;
  for (std::size_t t = 1; t <= kPairs; ++t)
    for (std::size_t h = 0; t + h <= kPairs; ++h) {
      const std::vector<std::size_t> sections = {t, h, kPairs - t - h};
      INFO(t << " " << h);
      // the last pair belongs to t and does not count in its section
      std::vector<std::size_t> whole = sections, placed(3);
      --whole[0];
      std::vector<double> expected;
      std::size_t before = 3;
      for (std::size_t i = 0; i + 1 < kPairs; ++i) {
        std::size_t best = 3;
        double least = 2;
        for (const bool again : {false, true})
          for (std::size_t a = 0; a < 3 && (best == 3 || !again); ++a) {
            if (placed[a] == whole[a] || (a == before) != again) continue;
            const double share = static_cast<double>(placed[a]) / static_cast<double>(whole[a]);
            if (share < least) least = share, best = a;
          }
        ++placed[best];
        before = best;
        expected.push_back(static_cast<double>(best));
      }
      expected.push_back(0);
      const Plan plan = plan_of(
          {{"encoding", "mrope"}, {"dim", 2 * kPairs}, {"form", "greedy"}, {"sections", sections}});
      CHECK(fact(*plan.facts(), "axisOfPair").values == expected);
    }
}
