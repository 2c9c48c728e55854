#include "train/trainer.hpp"

#include "core/passes.hpp"

namespace posenc {

Trainer::Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan)
    : mlp_(std::move(mlp)),
      x_(x),
      y_(y),
      weight_(plan.mean_loss ? 1 / static_cast<double>(y.data.size()) : 1),
      optimizer_(plan.optimizer, plan.learning_rate) {}

Steps Trainer::begin() {
  const std::size_t parameters = mlp_.parameters().size();
  co_yield mlp_.pass_steps(x_.rows, pass_);
  co_yield zeros(gradient_, parameters);
  co_yield optimizer_.begin(parameters);
}

Steps Trainer::forward() {
  if (gradient_.empty()) co_yield begin();
  co_yield mlp_.forward(x_.data.data(), pass_);
  loss_ = 0;
  co_yield in_parts(y_.data.size(), kPass, [this](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const double residual = pass_.output[i] - y_.data[i];
      loss_ += 0.5 * weight_ * residual * residual;
      pass_.deltas.back()[i] = weight_ * residual;
    }
  });
}

Steps Trainer::update() {
  co_yield mlp_.backward(pass_);
  co_yield mlp_.gradient(pass_, gradient_.data());
  co_yield optimizer_.update(mlp_.parameters(), gradient_);
}

}  // namespace posenc
