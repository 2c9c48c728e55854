// Full-batch training of a finite network on squared error.
#pragma once
#include <vector>

#include "core/matrix.hpp"
#include "core/progress.hpp"
#include "nn/full_batch_optimizer.hpp"
#include "nn/mlp.hpp"

namespace posenc {

struct TrainingPlan {
  double learning_rate = 0.01;
  FullBatchOptimizerKind optimizer = FullBatchOptimizerKind::sgd;
  bool mean_loss = false;  // ½Σ(f - y)², divided by the number of targets
};

// x (n, inputs) and y (n, outputs) must outlive it.
class Trainer {
 public:
  Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan);

  // Computes outputs (n, outputs) at the present parameters, and their loss().
  void forward();
  const std::vector<double>& outputs() const { return pass_.output; }
  double loss() const { return loss_; }
  // One step, from the last forward pass.
  void update();
  // of a step
  const Mlp& mlp() const { return mlp_; }

 private:
  void begin();

  Mlp mlp_;
  const Matrix &x_, &y_;
  Pass pass_;
  double loss_ = 0, weight_ = 1;
  std::vector<double> gradient_;
  FullBatchOptimizer optimizer_;
};

// Trains until `step` is `steps`, or the loss is infinite. Calls record() at step 0, at every
// `every`th and the last one.
template <class Record>
void train(Trainer& trainer, std::size_t& step, std::size_t steps, std::size_t every, Record record,
           const Progress& progress = {}) {
  for (step = 0;; ++step) {
    trainer.forward();
    if (!(trainer.loss() < kInfinity)) return;
    if (step % every == 0 || step == steps) record();
    if (step == steps) return;
    trainer.update();
    if (step % 16 == 0) progress.done(step, steps);
  }
}

}  // namespace posenc
