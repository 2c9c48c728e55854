// The named numbers that a row reports on itself.
#pragma once
#include <string_view>
#include <vector>

#include "spec_json.hpp"

namespace posenc::test {

inline std::vector<double> fact(const Plan& plan, std::string_view name) {
  const Result<Facts> facts = plan.facts();
  REQUIRE(facts.has_value());
  for (const Fact& f : facts.value())
    if (f.name == name) return f.values;
  FAIL("no fact " << name);
  return {};
}

}  // namespace posenc::test
