// The optimizer of a transformer: gradient descent, or AdamW (Loshchilov & Hutter 2019,
// arXiv:1711.05101, algorithm 2) as in PyTorch, where the weight decay is multiplied by the
// learning rate. Parameters are updated in place, and nothing is allocated.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace posenc {

inline constexpr std::string_view kOptimizers[] = {"adamw", "sgd"};
enum class OptimizerKind : unsigned char { adamw, sgd };

struct OptimizerPlan {
  OptimizerKind kind = OptimizerKind::adamw;
  double learning_rate = 1e-3, weight_decay = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

template <class T>
class Optimizer {
 public:
  Optimizer(const OptimizerPlan& plan, std::size_t parameters)
      : plan_(plan),
        first_(plan.kind == OptimizerKind::adamw ? parameters : 0),
        second_(first_.size()) {}

  void update(std::span<T> parameters, std::span<const T> gradients);

  // A checkpoint keeps these: the moments, and the powers of β₁ and β₂.
  std::vector<T>& first() { return first_; }
  std::vector<T>& second() { return second_; }
  double& power1() { return power1_; }
  double& power2() { return power2_; }
  const std::vector<T>& first() const { return first_; }
  const std::vector<T>& second() const { return second_; }
  double power1() const { return power1_; }
  double power2() const { return power2_; }

 private:
  OptimizerPlan plan_;
  double power1_ = 1, power2_ = 1;
  std::vector<T> first_, second_;
};

}  // namespace posenc
