#include "../support/attention.hpp"
#include "../support/golden.hpp"

using namespace posenc;
using namespace posenc::test;

namespace {
// the pair, from 1, changed by the extension; 0 if none
std::size_t changed(const json& spec) {
  const auto report = plan_of(spec).report(64, spec.at("scaling").at("contextLength"));
  REQUIRE(report.has_value());
  std::size_t pair = 0, count = 0;
  for (std::size_t i = 0; i < report->frequency.size(); ++i)
    if (report->frequency[i] != report->unscaled_frequency[i]) pair = i + 1, ++count;
  CHECK(count <= 1);
  return pair;
}
}  // namespace

TEST_CASE("golden: RIFLEx's pair of a first repetition, and its period") {
  const json golden = load_json("riflex_identify_k");
  for (std::size_t i = 0; i < golden.at("inputs").size(); ++i) {
    const json& input = golden.at("inputs")[i];
    const std::size_t k = golden.at("expected")[i][0];
    const double period = golden.at("expected")[i][1];
    const auto spec = [&](double length) -> json {
      return {{"encoding", "rope"},
              {"dim", input.at("dim")},
              {"base", input.at("base")},
              {"scaling",
               {{"type", "riflex"},
                {"contextLength", length},
                {"repetition", input.at("repetition")}}}};
    };
    CHECK(changed(spec(1e6)) == k);
    CHECK(changed(spec(period + 1)) == k);
    CHECK(changed(spec(period)) == 0);  // nothing repeats within the period
  }
}

TEST_CASE("RIFLEx: a pair that is not there is named") {
  check_refused(
      {{"encoding", "rope"}, {"dim", 6}, {"scaling", {{"type", "riflex"}, {"contextLength", 100}}}},
      "scaling.pair", ErrorCode::bad_param);
}
