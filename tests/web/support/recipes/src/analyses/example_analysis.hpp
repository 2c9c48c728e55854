// The recipe of an analysis: the number of rows of a table.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::example_analysis_row {

inline constexpr InputInfo kInputs[] = {{.name = "table", .doc = "(n, w) table"}};
inline constexpr OutputInfo kOutputs[] = {{"count", "n"}};

inline Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>) {
  return Count(1);
}
inline void run(const Params&, const Inputs& inputs, std::span<const Layer>, Work& work) {
  work.outputs = outputs(scalar("count", static_cast<double>(inputs["table"].rows)));
}

inline constexpr AnalysisInfo kExampleAnalysis = {
    .id = "example-analysis",
    .title = "Example",
    .family = "kernel",
    .formula = "n",
    .citation = "None",
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::example_analysis_row
