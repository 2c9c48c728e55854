#include "train/trainer.hpp"

#include "nn/loss.hpp"

namespace posenc {

Trainer::Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan)
    : mlp_(std::move(mlp)),
      x_(x),
      y_(y),
      pass_(mlp_.pass(x.rows)),
      weight_(plan.mean_loss ? 1 / static_cast<double>(y.data.size()) : 1),
      gradient_(mlp_.parameters().size()),
      optimizer_(plan.optimizer, plan.rate, gradient_.size()) {}

Steps Trainer::forward() {
  for (Steps steps = mlp_.forward(x_.data.data(), pass_); steps.next();) co_yield steps.cost();
  loss_ = squared_error(pass_.output, y_.data, weight_, pass_.deltas.back().data());
}

Steps Trainer::update() {
  for (Steps steps = mlp_.backward(pass_); steps.next();) co_yield steps.cost();
  for (Steps steps = mlp_.gradient(pass_, gradient_.data()); steps.next();) co_yield steps.cost();
  optimizer_.update(mlp_.parameters(), gradient_);
  co_yield optimizer_.cost();
}

}  // namespace posenc
