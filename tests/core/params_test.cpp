// Checks of the values of a registry's parameters: errors, their field and message, and the words
// for conditions.
#include "core/params.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

using namespace posenc;

namespace {

constexpr std::string_view kWords[] = {"half", "interleaved"};
constexpr ParamInfo kKinds[] = {
    integer("width", "", kRequired, {1, 8}),
    number("above", "", kOptional, above(0)),
    number("below", "", kOptional, {-kInfinity, 3}),
    number("between", "", kOptional, {-1, 1}),
    integer("whole", "", kOptional),
    on_off("flag", ""),
    one_of("layout", "", kWords),
    numbers("weights", "", kOptional, {0, 2}, 3),
};

// "field: message" of the error, or empty
std::string refused(std::span<const ParamInfo> infos, const RawValues& given,
                    ErrorCode code = ErrorCode::bad_param) {
  const Result<Params> checked = check(infos, given, "of.");
  if (checked) return "";
  CHECK(checked.error().code == code);
  return checked.error().field + ": " + checked.error().message;
}
std::string refused_number(const std::string& name, double x) {
  RawValues given{.numbers = {{"width", 4}}, .arrays = {}};
  given.numbers[name] = x;
  return refused(kKinds, given);
}

}  // namespace

TEST_CASE("parameters: a number that is out of range is refused in words that say the range") {
  CHECK(refused_number("width", 9) == "of.width: must be an integer >= 1 and <= 8, got 9");
  CHECK(refused_number("width", 2.5) == "of.width: must be an integer >= 1 and <= 8, got 2.5");
  CHECK(refused_number("above", 0) == "of.above: must be a finite number > 0, got 0");
  CHECK(refused_number("below", 3.5) == "of.below: must be a finite number <= 3, got 3.5");
  CHECK(refused_number("between", -2) ==
        "of.between: must be a finite number >= -1 and <= 1, got -2");
  CHECK(refused_number("flag", 2) == "of.flag: must be 0 or 1, got 2");
  for (const double index : {-1.0, 2.0, 0.5})
    CHECK(refused_number("layout", index) ==
          "of.layout: must be an index below 2, got " + to_text(index));
  // no integer between these is the nearest of two
  for (const double large : {0x1p54, -0x1p54, 0.5})
    CHECK(refused_number("whole", large) == "of.whole: must be an integer, got " + to_text(large));
  for (const double none : {kInfinity, -kInfinity, std::nan("")})
    CHECK(refused_number("above", none).starts_with("of.above: must be a finite number > 0"));
  CHECK(refused_number("below", -kInfinity) == "of.below: must be a finite number <= 3, got -inf");
  for (const auto& [name, x] :
       std::initializer_list<std::pair<std::string, double>>{{"width", 1},
                                                             {"width", 8},
                                                             {"above", 1e-300},
                                                             {"below", -1e300},
                                                             {"between", 1},
                                                             {"whole", 0x1p53},
                                                             {"whole", -0x1p53},
                                                             {"flag", 0},
                                                             {"flag", 1},
                                                             {"layout", 1}})
    CHECK(refused_number(name, x) == "");
}

TEST_CASE("parameters: names that do not exist, and lists in the place of numbers") {
  CHECK(refused({}, {.numbers = {{"width", 1}}, .arrays = {}}, ErrorCode::unknown_param) ==
        "of.width: unknown parameter; known: none");
  const std::string known =
      "unknown parameter; known: width, above, below, between, whole, flag, layout, weights";
  CHECK(refused(kKinds, {.numbers = {{"Width", 1}}, .arrays = {}}, ErrorCode::unknown_param) ==
        "of.Width: " + known);
  CHECK(refused(kKinds, {.numbers = {{"width", 1}}, .arrays = {{"w", {1}}}},
                ErrorCode::unknown_param) == "of.w: " + known);
  CHECK(refused_number("weights", 1) == "of.weights: must be a list of numbers");
  const auto list = [](const std::string& name, std::vector<double> x,
                       ErrorCode code = ErrorCode::bad_param) {
    return refused(kKinds, {.numbers = {{"width", 4}}, .arrays = {{name, std::move(x)}}}, code);
  };
  CHECK(list("above", {1}) == "of.above: must be a finite number > 0, not a list");
  CHECK(list("layout", {1}) == "of.layout: must be an index below 2, not a list");
  CHECK(list("weights", {0, 1, 2}) == "");
  CHECK(list("weights", {0, 1, 2, 2}, ErrorCode::bad_shape) ==
        "of.weights: has 4 items; at most 3 are allowed");
  CHECK(list("weights", {0, 2.5}) ==
        "of.weights: element 1 must be a finite number >= 0 and <= 2, got 2.5");
  CHECK(refused(kKinds, {}, ErrorCode::missing_param) ==
        "of.width: is needed: an integer >= 1 and <= 8");
}

TEST_CASE("parameters: one that has no effect is refused, and told where it would have one") {
  // the condition, the other parameters, and the words for the condition
  struct Case {
    const char *where, *words;
    RawValues without, with;  // without the condition, and with it
  };
  const RawValues none;
  const auto one = [](const char* name, double x) {
    return RawValues{.numbers = {{name, x}}, .arrays = {}};
  };
  const std::vector<Case> cases = {
      {"flag", "flag is true", none, one("flag", 1)},
      {"!flag", "flag is false", one("flag", 1), none},
      {"layout=interleaved", "layout is 'interleaved'", none, one("layout", 1)},
      {"amount", "amount is not 0", none, one("amount", 3)},
      {"!amount", "amount is 0", one("amount", 3), none},
      {"needed", "needed is not 0", one("needed", 0), one("needed", 2)},
      {"given", "given is given", none, one("given", 0)},
      {"!given", "given is left out", one("given", 0), none},
      {"flag | amount", "flag is true or amount is not 0", none, one("amount", 1)},
      {"given & flag",
       "given is given, and flag is true",
       one("flag", 1),
       {.numbers = {{"flag", 1}, {"given", 1}}, .arrays = {}}},
      {"table", "table is given", none, none},  // an input
  };
  for (const Case& each : cases) {
    INFO(each.where);
    const ParamInfo infos[] = {on_off("flag", ""),
                               one_of("layout", "", kWords),
                               number("amount", "", 0),
                               number("needed", "", kRequired),
                               number("given", "", kOptional),
                               only_where(number("rate", "", kOptional), each.where)};
    const bool of_input = std::string_view(each.where) == "table";
    const auto result = [&](RawValues given, bool with) {
      given.numbers.insert({"rate", 1});
      given.numbers.insert({"needed", 1});
      const std::vector<std::string> inputs(with && of_input ? 1 : 0, "table");
      return check(infos, given, "", inputs);
    };
    CHECK(result(each.with, true).has_value());
    const Result<Params> refused = result(each.without, false);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().field == "rate");
    CHECK(refused.error().message ==
          std::string("has no effect here: it counts only where ") + each.words);
  }
}

TEST_CASE("parameters: checked values are read as what they are, and others where none is given") {
  const Result<Params> checked = check(
      kKinds,
      {.numbers = {{"width", 5}, {"above", 0.25}, {"layout", 1}}, .arrays = {{"weights", {2}}}},
      "");
  REQUIRE(checked.has_value());
  CHECK(checked->integer("width") == 5);
  CHECK(checked->count("width") == 5);
  CHECK(checked->number("above") == 0.25);
  CHECK(checked->choice("layout") == 1);
  CHECK(!checked->flag("flag"));  // its default
  CHECK(checked->has("weights"));
  CHECK(!checked->has("below"));
  CHECK(checked->number_or("above", 7) == 0.25);
  CHECK(checked->number_or("below", 7) == 7);
  CHECK(checked->numbers("weights")[0] == 2);
  CHECK(checked->numbers_or("weights", {7, 8}) == std::vector<double>{2});
  const Result<Params> fewer = check(kKinds, {.numbers = {{"width", 5}}, .arrays = {}}, "");
  REQUIRE(fewer.has_value());
  CHECK(fewer->numbers_or("weights", {7, 8}) == std::vector<double>{7, 8});
}

TEST_CASE("parameters: what a row does not say of a parameter is the least that there is") {
  for (const ParamInfo& plain : {ParamInfo{}, number("scale", "", kOptional)}) {
    CHECK(plain.kind == ParamKind::number);
    CHECK(!plain.required);
    CHECK(std::isnan(plain.initial));
    CHECK(plain.min == -kInfinity);
    CHECK(plain.max == kInfinity);
    CHECK(!plain.min_exclusive);
    CHECK(plain.slider.min == plain.slider.max);
    CHECK(!plain.slider.log);
    CHECK(!plain.trainable);
    CHECK((plain.where.empty() && plain.choices.empty()));
  }
  CHECK(trainable(number("scale", "", 1)).trainable);
  CHECK(number("scale", "", 1, {}, {.min = 1, .max = 2, .log = true}).slider.log);
  CHECK(numbers("weights", "", kOptional).most == 32768);
  CHECK(on_off("flag", "").initial == 0);
  CHECK(on_off("flag", "", true).initial == 1);
}
