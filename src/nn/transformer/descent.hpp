// Descent along gradients, in place and without an allocation: plain, or AdamW (Loshchilov & Hutter
// 2019, arXiv:1711.05101, algorithm 2, as PyTorch has it: the decay is multiplied by the rate).
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace posenc {

inline constexpr std::string_view kDescents[] = {"adamw", "sgd"};
enum class DescentKind : unsigned char { adamw, sgd };

struct DescentPlan {
  DescentKind kind = DescentKind::adamw;
  double rate = 1e-3, decay = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

template <class T>
class Descent {
 public:
  Descent(const DescentPlan& plan, std::size_t parameters)
      : plan_(plan),
        first_(plan.kind == DescentKind::adamw ? parameters : 0),
        second_(first_.size()) {}

  void update(std::span<T> parameters, std::span<const T> gradients);

  // What a checkpoint keeps: moments, and the powers of β₁ and β₂.
  std::vector<T>& first() { return first_; }
  std::vector<T>& second() { return second_; }
  double& power1() { return power1_; }
  double& power2() { return power2_; }
  const std::vector<T>& first() const { return first_; }
  const std::vector<T>& second() const { return second_; }
  double power1() const { return power1_; }
  double power2() const { return power2_; }

 private:
  DescentPlan plan_;
  double power1_ = 1, power2_ = 1;
  std::vector<T> first_, second_;
};

}  // namespace posenc
