#include "facts.hpp"

namespace posenc::test {

std::vector<double> fact(const Plan& plan, std::string_view name) {
  const Result<Facts> facts = plan.facts();
  REQUIRE(facts.has_value());
  for (const Fact& f : facts.value())
    if (f.name == name) return f.values;
  FAIL("no fact " << name);
  return {};
}

}  // namespace posenc::test
