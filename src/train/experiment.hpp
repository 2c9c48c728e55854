// An experiment as a caller writes it: a task, a model, the encodings in it, and how it is trained.
// These lists of parameters are the public form; types, controls and documentation follow from
// them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "train/run.hpp"

namespace posenc {

// An encoding in the model: its spec, whose sizes may be left out where they follow from the model,
// and how it is put in.
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

// Former names of parameters are read, too. Errors: unknown_param, bad_param and bad_shape name the
// field ("model.dim", "positions.where"); Run::make() refuses what is wrong otherwise.
Result<RunPlan> run_plan(const RawExperiment&);

}  // namespace posenc
