#include "train/trainer.hpp"

namespace posenc {

Trainer::Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan)
    : mlp_(std::move(mlp)),
      x_(x),
      y_(y),
      weight_(plan.mean_loss ? 1 / static_cast<double>(y.data.size()) : 1),
      optimizer_(plan.optimizer, plan.learning_rate) {}

void Trainer::begin() {
  const std::size_t parameters = mlp_.parameters().size();
  pass_ = mlp_.pass(x_.rows);
  gradient_.assign(parameters, 0);
  optimizer_.begin(parameters);
}

void Trainer::forward() {
  if (gradient_.empty()) begin();
  mlp_.forward(x_.data.data(), pass_);
  loss_ = 0;
  for (std::size_t i = 0; i < y_.data.size(); ++i) {
    const double residual = pass_.output[i] - y_.data[i];
    loss_ += 0.5 * weight_ * residual * residual;
    pass_.deltas.back()[i] = weight_ * residual;
  }
}

void Trainer::update() {
  mlp_.backward(pass_);
  mlp_.gradient(pass_, gradient_.data());
  optimizer_.update(mlp_.parameters(), gradient_);
}

}  // namespace posenc
