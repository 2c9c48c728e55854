// Weights of a run as a .safetensors file, in the form of web/lib/files/weights.ts.
// https://github.com/huggingface/safetensors#format
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "train/run.hpp"

namespace posenc {

// Every tensor of a file of float32 ones. Errors name `weights`.
Result<std::vector<GivenTensor>> tensors_of_file(std::string_view bytes);
// `experiment` is JSON for the file's metadata.
std::string file_of_weights(Run&, const std::string& experiment);

}  // namespace posenc
