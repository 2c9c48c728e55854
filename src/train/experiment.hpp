// An experiment in the caller's form: a task, a model, its encodings, and the training. These lists
// of parameters are the public form, from which types, controls and documentation are generated.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "train/run.hpp"

namespace posenc {

// An encoding in the model: its spec, whose sizes may be omitted if they follow from the model, and
// its use in the model.
struct RawPosition {
  EncodingSpec spec;
  RawValues values;
};

struct RawExperiment {
  std::string task;
  RawValues task_values, model, training;
  std::vector<RawPosition> positions;
};

std::span<const ParamInfo> model_params() noexcept;
std::span<const ParamInfo> position_params() noexcept;
std::span<const ParamInfo> training_params() noexcept;

// Also accepts former names of parameters. Errors: unknown_param, bad_param and bad_shape name the
// field ("model.dim", "positions.where"); Run::make() makes all other checks.
Result<RunPlan> run_plan(const RawExperiment&);

}  // namespace posenc
