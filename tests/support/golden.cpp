#include "golden.hpp"

namespace posenc::test {

void flatten(const json& j, std::vector<double>& out) {
  if (j.is_array())
    for (const json& item : j) flatten(item, out);
  else
    out.push_back(j.is_null() ? std::nan("") : j.get<double>());
}

std::vector<double> numbers_of(const json& j) {
  std::vector<double> out;
  flatten(j, out);
  return out;
}

void check_all(const json& golden, const std::vector<double>& got, const json& expected) {
  const std::vector<double> want = numbers_of(expected);
  REQUIRE(got.size() == want.size());
  const json& tolerance = golden.at("tolerance");
  const double bound = tolerance.at("value").get<double>();
  const bool relative = tolerance.at("kind") == "rel";
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(want[i])) {
      CHECK(!std::isfinite(got[i]));
      continue;
    }
    const double error = std::fabs(got[i] - want[i]);
    worst = std::fmax(worst, relative && want[i] != 0 ? error / std::fabs(want[i]) : error);
    CHECK(std::isfinite(got[i]));
  }
  CHECK(worst <= bound);
}

void check_table(const std::string& file, const json& spec) {
  INFO(file);
  const json golden = load_json(file);
  check_all(golden, table64(plan_of(spec), numbers_of(golden.at("positions"))),
            golden.at("expected"));
}

void check_table(const std::string& file, const json& spec, const std::vector<double>& positions,
                 const json& expected) {
  INFO(file);
  check_all(load_json(file), table64(plan_of(spec), positions), expected);
}

}  // namespace posenc::test
