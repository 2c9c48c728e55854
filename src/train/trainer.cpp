#include "train/trainer.hpp"

#include "core/passes.hpp"
#include "nn/loss.hpp"

namespace posenc {

Trainer::Trainer(Mlp mlp, const Matrix& x, const Matrix& y, TrainingPlan plan)
    : mlp_(std::move(mlp)),
      x_(x),
      y_(y),
      weight_(plan.mean_loss ? 1 / static_cast<double>(y.data.size()) : 1),
      optimizer_(plan.optimizer, plan.rate) {}

Steps Trainer::begin() {
  const std::size_t parameters = mlp_.parameters().size();
  for (Steps steps = mlp_.pass_steps(x_.rows, pass_); steps.next();) co_yield steps.cost();
  for (Steps steps = zeros(gradient_, parameters); steps.next();) co_yield steps.cost();
  for (Steps steps = optimizer_.begin(parameters); steps.next();) co_yield steps.cost();
}

Steps Trainer::forward() {
  if (gradient_.empty())
    for (Steps steps = begin(); steps.next();) co_yield steps.cost();
  for (Steps steps = mlp_.forward(x_.data.data(), pass_); steps.next();) co_yield steps.cost();
  loss_ = 0;
  for (Steps steps = in_parts(y_.data.size(), kPass,
                              [this](std::size_t first, std::size_t end) {
                                const auto part = [=](std::span<const double> all) {
                                  return all.subspan(first, end - first);
                                };
                                squared_error(part(pass_.output), part(y_.data), weight_,
                                              pass_.deltas.back().data() + first, loss_);
                              });
       steps.next();)
    co_yield steps.cost();
}

Steps Trainer::update() {
  for (Steps steps = mlp_.backward(pass_); steps.next();) co_yield steps.cost();
  for (Steps steps = mlp_.gradient(pass_, gradient_.data()); steps.next();) co_yield steps.cost();
  for (Steps steps = optimizer_.update(mlp_.parameters(), gradient_); steps.next();)
    co_yield steps.cost();
}

}  // namespace posenc
