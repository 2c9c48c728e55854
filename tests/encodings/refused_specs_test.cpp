// Specs that are rejected although each value is allowed individually, and invalid arguments of a
// plan.
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "../support/attention.hpp"
#include "core/random.hpp"
#include "core/turn.hpp"
#include "encodings/raw_spec.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {

json rope(const json& scaling, int dim = 8, double base = 10000) {
  return {{"encoding", "rope"}, {"dim", dim}, {"base", base}, {"scaling", scaling}};
}
std::string message_of(const json& spec) {
  const Result<Plan> plan = Plan::create(spec_of(spec));
  return plan ? "" : plan.error().message;
}

}  // namespace

TEST_CASE("refused: lengths, widths and weights that do not fit each other") {
  check_refused(
      {{"encoding", "sinusoidal"}, {"dim", 7}, {"oddRule", "literal"}, {"denominator", "d/2-1"}},
      "oddRule");
  check_refused({{"encoding", "forgetting"}, {"heads", 2}, {"forgetLogits", json::array()}},
                "forgetLogits", ErrorCode::bad_shape);
  check_refused({{"encoding", "fourier-features"}, {"axes", 2}, {"dim", 6}, {"mapping", "basic"}},
                "dim");
  CHECK(plan_of({{"encoding", "fourier-features"}, {"axes", 2}, {"dim", 4}, {"mapping", "basic"}})
            .width() == 4);
  check_refused({{"encoding", "rope-2d-mixed"}, {"dim", 7}, {"fx", {1, 1, 1}}, {"fy", {1, 1, 1}}},
                "dim");
  check_refused({{"encoding", "rope-2d-mixed"}, {"dim", 4}, {"fx", {1, 1}}}, "fy",
                ErrorCode::missing_param);
  check_refused({{"encoding", "rope-2d-mixed"}, {"dim", 4}, {"fy", {1, 1}}}, "fx",
                ErrorCode::missing_param);
}

TEST_CASE("refused: a query's scale that divides by the logarithm of 1") {
  for (const std::string id : {"nope", "rope"}) {
    json spec = {{"encoding", id}, {"dim", 4}, {"attnScale", 0.5}, {"queryRule", "ratio"}};
    spec["floorScale"] = 1;
    check_refused(spec, "floorScale");
    const Encoding encoding = resolve(spec_of(spec)).value();
    if (id == "nope") CHECK(encoding.info->facts(encoding.params).error().field == "floorScale");
    spec["floorScale"] = 2;
    CHECK(Plan::create(spec_of(spec)).has_value());
  }
}

TEST_CASE("refused: windows of one cell on a side, which nothing can be divided by") {
  const auto swin = [](int rows, int columns, int height, int width) {
    return json{{"encoding", "swin-v2"},      {"heads", 1},
                {"windowHeight", rows},       {"windowWidth", columns},
                {"pretrainedHeight", height}, {"pretrainedWidth", width}};
  };
  check_refused(swin(2, 2, 1, 2), "pretrainedHeight");
  check_refused(swin(2, 2, 2, 1), "pretrainedWidth");
  check_refused(swin(2, 2, 0, 2), "pretrainedHeight");
  check_refused(swin(2, 2, 2, 0), "pretrainedWidth");
  // a window with one cell on a side has no offset to divide by
  for (const json& spec : {swin(1, 3, 1, 2), swin(3, 1, 2, 1)}) {
    Plan plan = plan_of(spec);
    std::vector<float> bias(9);
    REQUIRE(plan.attention_bias(0, 3, 3, 0, 3, bias.data()));
    for (const float b : bias) CHECK(std::isfinite(b));
  }
}

TEST_CASE("refused: a period that bfloat16 has no number for") {
  const auto dinov3 = [](const json& more) {
    json spec = {{"encoding", "rope-dinov3"}, {"dim", 8}, {"periodPrecision", "bf16"}};
    spec.update(more);
    return spec;
  };
  check_refused(dinov3({{"minPeriod", 1e-45}, {"maxPeriod", 1}}), "minPeriod");
  check_refused(dinov3({{"minPeriod", 1}}), "maxPeriod", ErrorCode::missing_param);
  check_refused(dinov3({{"maxPeriod", 1}}), "minPeriod", ErrorCode::missing_param);
}

TEST_CASE("refused: context extensions without what their formulas divide by") {
  const std::vector<double> factors(4, 2);
  const auto longrope = [&](const json& more) {
    json scaling = {{"type", "longrope"},
                    {"originalContext", 64},
                    {"shortFactor", factors},
                    {"longFactor", factors}};
    scaling.update(more);
    return rope(scaling);
  };
  check_refused(longrope(json::object()), "scaling.factor", ErrorCode::missing_param);
  check_refused(longrope({{"factor", 2}, {"originalContext", 1}}), "scaling.originalContext");
  CHECK(plan_of(longrope({{"factor", 0.5}, {"originalContext", 1}})).width() == 8);
  for (const std::string type : {"ntk-by-parts", "yarn-paper"}) {
    check_refused(
        rope({{"type", type}, {"factor", 4}, {"originalContext", 64}, {"alpha", 5}, {"beta", 5}}),
        "scaling.beta");
    CHECK(message_of(rope({{"type", type},
                           {"factor", 4},
                           {"originalContext", 64},
                           {"alpha", 5},
                           {"beta", 4.5}})) == "must be greater than alpha = 5, got 4.5");
  }
}

TEST_CASE("refused: specs in the form of the registry, whose names nobody looked at") {
  const auto refused = [](const EncodingSpec& spec) { return resolve(spec).error(); };
  EncodingSpec spec{.encoding = "rope", .values = {.numbers = {{"dim", 8}}, .arrays = {}}};
  spec.has_scaling = true;
  spec.scaling = {.type = "rop", .values = {}};
  CHECK(refused(spec).field == "scaling.type");
  CHECK(refused(spec).code == ErrorCode::unknown_scaling);
  CHECK(refused(spec).message.starts_with("'rop' is not one of default, linear, "));
  spec.scaling = {.type = "linear", .values = {.numbers = {{"factor", -1}}, .arrays = {}}};
  CHECK(refused(spec).field == "scaling.factor");
  spec.encoding = "alibi", spec.values = {.numbers = {{"heads", 2}}, .arrays = {}};
  CHECK(refused(spec).field == "scaling");
  spec.encoding = "alib";
  CHECK(refused(spec).code == ErrorCode::unknown_encoding);
}

TEST_CASE("refused: values of another kind than the parameter's, shown as they were given") {
  const auto message = [](const Spec& spec) {
    const Result<EncodingSpec> raw = raw_spec(spec);
    return raw ? std::string("read") : raw.error().field + " " + raw.error().message;
  };
  CHECK(message(Spec{"rope", {{"dim", true}}}) == "dim must be a number, got true");
  CHECK(message(Spec{"rope", {{"dim", false}}}) == "dim must be a number, got false");
  CHECK(message(Spec{"rope", {{"dim", "8"}}}) == "dim must be a number, got '8'");
  CHECK(message(Spec{"rope", {{"dim", std::vector<double>{8}}}}) ==
        "dim must be a number, got a list of 1 numbers");
  CHECK(message(Spec{"learned", {{"dim", 2}, {"values", 3}}}) ==
        "values must be a list of numbers, got 3");
  const std::vector<double> nine(9, 2);
  CHECK(message(Spec{"rope-nd", {{"dim", 8}, {"widths", nine}}}) ==
        "widths has 9 items; at most 8 are allowed");
}

TEST_CASE("refused: reports of what is not extended, and lengths that are none") {
  const Encoding rope_encoding = plan_of({{"encoding", "rope"}, {"dim", 8}}).encoding();
  const auto field = [](const Encoding& encoding, double trained, double context) {
    const Result<RopeReport> report = rope_report(encoding, trained, context);
    return report ? std::string() : report.error().field;
  };
  CHECK(field(rope_encoding, 1, 0x1p53 - 1) == "");
  for (const double none : {0.0, -1.0, 1.5, 0x1p53, std::nan("")}) {
    CHECK(field(rope_encoding, none, 8) == "trainedContext");
    CHECK(field(rope_encoding, 8, none) == "contextLength");
  }
  CHECK(field(plan_of({{"encoding", "alibi"}, {"heads", 2}}).encoding(), 8, 8) == "encoding");
  // an extension that cannot be applied
  const json spec = rope({{"type", "riflex"}, {"contextLength", 16}, {"pair", 9}});
  CHECK(field(resolve(spec_of(spec)).value(), 8, 8) == "scaling.pair");
}

TEST_CASE("refused: what the precision lab has no code of others for") {
  const auto field = [](const json& spec) {
    const Plan plan = plan_of(spec);
    const auto made = plan.info().geometric(plan.encoding().params, nullptr);
    return made ? std::string() : made.error().field;
  };
  CHECK(field({{"encoding", "sinusoidal"}, {"dim", 8}}) == "");
  CHECK(field({{"encoding", "sinusoidal"}, {"dim", 8}, {"scale", 2}}) == "scale");
  CHECK(field({{"encoding", "sinusoidal"}, {"dim", 8}, {"zeroFirst", true}}) == "zeroFirst");
  CHECK(field({{"encoding", "sinusoidal"}, {"dim", 8}, {"exponent", 2}}) == "exponent");
}

TEST_CASE("not refused: the fastest frequencies that learnable-fourier draws") {
  // bound from the smallest of 2^52 equally likely numbers in (0, 1); a cosine is at most 1
  const double largest = std::sqrt(2 * 53 * std::log(2.0));
  CHECK(largest < 8.6);
  const Random random(7, 0);
  for (std::uint64_t i = 0; i < 100'000; ++i) CHECK_UNARY(std::fabs(random.normal(i)) <= largest);
  CHECK(8.6 / (1e-9 * 1e-9) < TurnFrequency::kMostRadians);
  const json spec = {
      {"encoding", "learnable-fourier"}, {"dim", 8}, {"gamma", 1e-9}, {"deviation", "1/gamma^2"}};
  CHECK(message_of(spec) == "");
  check_refused({{"encoding", "learnable-fourier"}, {"dim", 8}, {"gamma", 0.99e-9}}, "gamma");
}
