// The optimizer of a transformer: gradient descent, or AdamW (Loshchilov & Hutter 2019,
// arXiv:1711.05101, algorithm 2) as in PyTorch, where the weight decay is multiplied by the
// learning rate. Updates parameters in place and allocates nothing. Groups of parameters may have
// their own rate and decay; parameters in no group are not updated.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace posenc {

inline constexpr std::string_view kOptimizers[] = {"adamw", "sgd"};
enum class OptimizerKind : unsigned char { adamw, sgd };

struct OptimizerPlan {
  OptimizerKind kind = OptimizerKind::adamw;
  double learning_rate = 1e-3, weight_decay = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

struct ParameterGroup {
  std::size_t first, size;
  double learning_rate, weight_decay;
};

template <class T>
class Optimizer {
 public:
  Optimizer(const OptimizerPlan& plan, std::size_t parameters)
      : Optimizer(plan, parameters, {{0, parameters, plan.learning_rate, plan.weight_decay}}) {}
  Optimizer(const OptimizerPlan& plan, std::size_t parameters, std::vector<ParameterGroup> groups)
      : plan_(plan),
        groups_(std::move(groups)),
        first_(plan.kind == OptimizerKind::adamw ? parameters : 0),
        second_(first_.size()) {}

  // `share` multiplies each learning rate.
  void update(std::span<T> parameters, std::span<const T> gradients, double share = 1);

  // State saved in a checkpoint: the moments, and the powers of β₁ and β₂.
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
  std::vector<ParameterGroup> groups_;
  double power1_ = 1, power2_ = 1;
  std::vector<T> first_, second_;
};

}  // namespace posenc
