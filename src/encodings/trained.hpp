// Interface of a stage for training.
//
// A stage that depends on `trainable` parameters of its row lists them in `trained`. Their values
// are shared by all copies of the stage: a trainer changes them and calls `refresh` to update the
// stage. Its `adjoint` takes the gradient of a loss with respect to the stage's output, `upstream`,
// and adds the gradients with respect to each of these parameters, in order, and to the input
// vectors if any. The derivative at a kink is 0.
//
// The module that only computes tables omits this (POSENC_WITHOUT_ADJOINTS).
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/lazy.hpp"

namespace posenc {

struct Trained {
  std::string_view name;             // name of the row's parameter
  Lazy<std::vector<double>> values;  // values of the parameter, row-major
  // Row and column counts of the table as formulas of the row's parameters: "2*maxDistance+1,dim";
  // one formula for a list, none for a single number. `cols` is the number of columns.
  std::string_view axes;
  std::size_t cols;
};

// One array per trained parameter, to which its gradient is added.
using Gradients = std::span<double* const>;

#ifdef POSENC_WITHOUT_ADJOINTS
constexpr bool kAdjoints = false;
#else
constexpr bool kAdjoints = true;
#endif

}  // namespace posenc
