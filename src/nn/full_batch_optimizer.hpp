// The optimizer of networks trained on all samples at once: gradient descent, or Adam (Kingma & Ba
// 2015, arXiv:1412.6980, algorithm 1) with β₁ = 0.9, β₂ = 0.999, ε = 1e-8. It works in float64. The
// optimizer of transformers (nn/transformer/optimizer.hpp) is separate, because it rounds Adam in
// another order.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace posenc {

inline constexpr std::string_view kFullBatchOptimizers[] = {"sgd", "adam"};
enum class FullBatchOptimizerKind : bool { sgd, adam };

class FullBatchOptimizer {
 public:
  FullBatchOptimizer(FullBatchOptimizerKind kind, double learning_rate)
      : kind_(kind), learning_rate_(learning_rate) {}

  // Called before the first update, with the number of parameters.
  void begin(std::size_t parameters);
  // Updates all parameters by their gradients.
  void update(std::span<double> parameters, std::span<const double> gradients);

 private:
  FullBatchOptimizerKind kind_;
  double learning_rate_;
  std::size_t parameters_ = 0;
  double beta1_ = 1, beta2_ = 1;        // powers of β₁ and β₂
  std::vector<double> first_, second_;  // moments of Adam
};

}  // namespace posenc
