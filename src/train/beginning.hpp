// A run that begins with weights of another one instead of its seed's ("fine-tuning"). A tensor is
// taken where the model has one of that name; what the model has beside those is new and begins as
// the seed has it, such as another encoding, and what it lacks is dropped. The optimizer begins
// anew.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace posenc {

struct GivenTensor {
  std::string name;
  std::vector<std::uint64_t> shape;  // as callers have it (ParameterTensor::shape)
  std::vector<float> numbers;        // are read where the model has one of that name and shape
};

// Names, in the order of the model or of what was given.
struct Beginning {
  std::vector<std::string> taken, fresh, dropped;
};

}  // namespace posenc
