// The conditions for a parameter to have an effect, and the error if it has none.
#include <doctest/doctest.h>

#include "core/params.hpp"
#include "core/where.hpp"

using namespace posenc;

namespace {
constexpr std::string_view kModes[] = {"train", "eval", "other"};
constexpr ParamInfo kRow[] = {
    {.name = "mode", .doc = "m", .kind = ParamKind::choice, .initial = 0, .choices = kModes},
    {.name = "flag", .doc = "f", .kind = ParamKind::boolean, .initial = 1},
    {.name = "gain", .doc = "g", .initial = 0},
    {.name = "values", .doc = "v", .kind = ParamKind::numbers},
    {.name = "sigma", .doc = "s", .where = "mode=train,other & !values | matrix"},
    {.name = "depth", .doc = "d", .where = "flag & gain"},
};
Result<Params> checked(const RawValues& given, const std::vector<std::string>& inputs = {}) {
  return check(kRow, given, "", inputs);
}
}  // namespace

TEST_CASE("rules: choices, flags, numbers that are not 0, lists and inputs that are given") {
  CHECK(checked({.numbers = {{"sigma", 1}}, .arrays = {}}));
  CHECK(checked({.numbers = {{"sigma", 1}, {"mode", 2}}, .arrays = {}}));
  CHECK(checked({.numbers = {{"sigma", 1}}, .arrays = {{"values", {1}}}}, {"matrix"}));
  CHECK(checked({.numbers = {{"depth", 1}, {"gain", 2}}, .arrays = {}}));
  for (const RawValues& idle :
       {RawValues{.numbers = {{"sigma", 1}, {"mode", 1}}, .arrays = {}},
        RawValues{.numbers = {{"sigma", 1}}, .arrays = {{"values", {1}}}}}) {
    const auto refused = checked(idle);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::bad_param);
    CHECK(refused.error().field == "sigma");
    CHECK(refused.error().message ==
          "has no effect here: it counts only where mode is 'train' or 'other', and values is left "
          "out or matrix is given");
  }
  for (const double gain : {0.0, 2.0}) {
    const auto refused = checked(
        {.numbers = {{"depth", 1}, {"flag", gain == 0 ? 1.0 : 0.0}, {"gain", gain}}, .arrays = {}});
    REQUIRE(!refused);
    CHECK(refused.error().message ==
          "has no effect here: it counts only where flag is true, and gain is not 0");
  }
}
