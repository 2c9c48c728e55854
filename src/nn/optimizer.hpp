// Descent along gradients: plain, or Adam (Kingma & Ba 2015, arXiv:1412.6980, algorithm 1) with
// β₁ = 0.9, β₂ = 0.999, ε = 1e-8.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/steps.hpp"

namespace posenc {

inline constexpr std::string_view kOptimizers[] = {"sgd", "adam"};
enum class OptimizerKind : bool { sgd, adam };

class Optimizer {
 public:
  Optimizer(OptimizerKind kind, double rate) : kind_(kind), rate_(rate) {}

  // Before the first update of so many parameters.
  Steps begin(std::size_t parameters);
  // One step; the gradients of all parameters.
  Steps update(std::span<double> parameters, std::span<const double> gradients);

 private:
  OptimizerKind kind_;
  double rate_;
  std::size_t parameters_ = 0;
  double beta1_ = 1, beta2_ = 1;        // powers of β₁ and β₂
  std::vector<double> first_, second_;  // moments, of Adam
};

}  // namespace posenc
