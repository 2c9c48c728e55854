// The recipe of an analysis: how many rows a table has.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc {
namespace example_analysis_detail {

inline constexpr InputInfo kInputs[] = {{.name = "table", .doc = "(n, w) table"}};
inline constexpr OutputInfo kOutputs[] = {{"count", "n"}};

inline Result<Count> holds(const Params&, const Sizes&, std::span<const Layer>) { return Count(1); }
inline Steps steps(const Params&, const Inputs& inputs, std::span<const Layer>, Work& work) {
  work.total = 1;
  co_yield 1;
  work.outputs = outputs(scalar("count", static_cast<double>(inputs["table"].rows)));
}

}  // namespace example_analysis_detail

inline constexpr AnalysisInfo kExampleAnalysis = {
    .id = "example-analysis",
    .title = "Example",
    .family = "kernel",
    .formula = "n",
    .citation = "None",
    .inputs = example_analysis_detail::kInputs,
    .outputs = example_analysis_detail::kOutputs,
    .holds = example_analysis_detail::holds,
    .steps = example_analysis_detail::steps,
};

}  // namespace posenc
