// Starts a run with weights of another run instead of its seed's ("fine-tuning"). Tensors are
// matched by name. Tensors of the model that are not given, such as another encoding's, are
// initialised from the seed; given tensors that the model lacks are dropped. The optimizer starts
// over.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace posenc {

struct GivenTensor {
  std::string name;
  std::vector<std::uint64_t> shape;  // as in ParameterTensor::shape
  std::vector<float> numbers;        // read if the model has a tensor of this name and shape
};

// Names of tensors, in the order of the model (taken, fresh) or of the input (dropped).
struct Beginning {
  std::vector<std::string> taken, fresh, dropped;
};

}  // namespace posenc
