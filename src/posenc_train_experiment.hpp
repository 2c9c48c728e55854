// An experiment from the JSON that posenc train takes.
#pragma once
#include <string>

#include "train/experiment.hpp"

namespace posenc {

// Errors name the member, as those of the package do.
Result<RawExperiment> experiment_of(const std::string& json);

}  // namespace posenc
