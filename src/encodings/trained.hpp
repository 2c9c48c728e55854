// What training needs of a stage.
//
// A stage that depends on parameters which the row marks `trainable` lists them in `trained`. Their
// numbers are shared by all copies of the stage: a trainer changes them and calls `refresh`, after
// which the stage is that of the new numbers. Its `adjoint` takes the gradient of a loss by what
// the stage gave, `upstream`, and adds the gradient by each of these parameters, in their order,
// and by the vectors that went in where there are any. Where a stage has a kink, the derivative is
// 0.
//
// The module that computes tables has no use for this and does without (POSENC_WITHOUT_ADJOINTS).
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/lazy.hpp"

namespace posenc {

struct Trained {
  std::string_view name;             // of the row's parameter
  Lazy<std::vector<double>> values;  // as the parameter has them, row-major
  // What the table's rows and its columns count, as formulas of the row's parameters:
  // "2*maxDistance+1,dim"; of a list one; of one number none. And how many columns there are.
  std::string_view axes;
  std::size_t cols;
};

// Of each trained parameter: as many numbers as it has, added to.
using Gradients = std::span<double* const>;

#ifdef POSENC_WITHOUT_ADJOINTS
constexpr bool kAdjoints = false;
#else
constexpr bool kAdjoints = true;
#endif

}  // namespace posenc
