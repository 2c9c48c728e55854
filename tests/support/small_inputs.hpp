// Calls of every analysis that succeed: what a test that goes over all of them begins with.
#pragma once
#include <vector>

#include "analysis.hpp"

namespace posenc::test {

struct SmallCall {
  AnalysisSpec spec;
  Inputs inputs;
};
// At least one for every analysis, and one for each way to give its inputs; `n` rows, or for an
// analysis without inputs its smallest parameters.
std::vector<SmallCall> small_calls(const AnalysisInfo&, std::size_t n = 96);

}  // namespace posenc::test
