// Successful calls of every analysis, for tests that cover all analyses.
#pragma once
#include <vector>

#include "analysis.hpp"

namespace posenc::test {

struct SmallCall {
  AnalysisSpec spec;
  Inputs inputs;
};
// At least one call per analysis, and one for each way to give its inputs; `n` rows, or the
// smallest parameters for an analysis without inputs.
std::vector<SmallCall> small_calls(const AnalysisInfo&, std::size_t n = 96);

}  // namespace posenc::test
