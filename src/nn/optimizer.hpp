// Descent along gradients: plain, or Adam (Kingma & Ba 2015, arXiv:1412.6980, algorithm 1) with
// β₁ = 0.9, β₂ = 0.999, ε = 1e-8.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace posenc {

inline constexpr std::string_view kOptimizers[] = {"sgd", "adam"};
enum class OptimizerKind : bool { sgd, adam };

class Optimizer {
 public:
  Optimizer(OptimizerKind kind, double rate, std::size_t parameters);

  // One step; the gradients of all parameters.
  void update(std::span<double> parameters, std::span<const double> gradients);
  // of an update (core/steps.hpp)
  double cost() const;

 private:
  OptimizerKind kind_;
  double rate_;
  std::size_t parameters_;
  double beta1_ = 1, beta2_ = 1;        // powers of β₁ and β₂
  std::vector<double> first_, second_;  // moments, of Adam
};

}  // namespace posenc
