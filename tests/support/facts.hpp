// The named values that a row reports on itself.
#pragma once
#include <string_view>
#include <vector>

#include "spec_json.hpp"

namespace posenc::test {

std::vector<double> fact(const Plan& plan, std::string_view name);

}  // namespace posenc::test
