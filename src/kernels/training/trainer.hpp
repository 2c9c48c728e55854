// Full-batch training of a finite network on squared error.
#pragma once
#include <string_view>

#include "kernels/matrix.hpp"
#include "kernels/training/mlp.hpp"

namespace posenc {

inline constexpr std::string_view kOptimizers[] = {"sgd", "adam"};

struct TrainingPlan {
  double rate = 0.01;
  bool adam = false;  // β₁ = 0.9, β₂ = 0.999, ε = 1e-8 (Kingma & Ba 2015), else plain descent
  bool mean_loss = false;  // ½Σ(f - y)², divided by the number of targets
};

// x (n, inputs) and y (n, outputs) must outlive it.
class Trainer {
 public:
  Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan);

  // Outputs (n, outputs) at the present parameters; then loss() is theirs.
  const std::vector<double>& forward();
  double loss() const { return loss_; }
  // One step, from the last forward pass.
  void update();
  // multiplications a step
  double cost() const { return 3 * static_cast<double>(x_.rows) * mlp_.cost(); }
  const Mlp& mlp() const { return mlp_; }

 private:
  Mlp mlp_;
  const Matrix &x_, &y_;
  TrainingPlan plan_;
  Pass pass_;
  double loss_ = 0, weight_ = 1, beta1_ = 1, beta2_ = 1;  // powers of β₁ and β₂
  std::vector<double> gradient_, first_, second_;         // moments
};

// Training in slices of some ten milliseconds, 5e7 multiplications: from `step` on until it is
// `steps`. record(outputs) sees step 0, every `every`th and the last one.
enum class Slice { more, done, diverged };
template <class Record>
Slice train_slice(Trainer& trainer, std::size_t& step, std::size_t steps, std::size_t every,
                  Record record) {
  auto budget = static_cast<std::size_t>(5e7 / trainer.cost()) + 1;
  for (; budget > 0; --budget) {
    const std::vector<double>& outputs = trainer.forward();
    if (!(trainer.loss() < kInfinity)) return Slice::diverged;
    if (step % every == 0 || step == steps) record(outputs);
    if (step == steps) return Slice::done;
    trainer.update();
    ++step;
  }
  return Slice::more;
}

}  // namespace posenc
