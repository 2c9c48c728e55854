// A training run that can be stopped after every step, kept, and gone on with: the weights after
// step n are the same bits, whether or not it was kept in between.
//
// A batch is trained on in four parts, one behind the other, whose gradients are made apart and
// then added in order. What is drawn follows from the seed and the step alone: there is no state of
// a generator.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/steps.hpp"
#include "nn/transformer/descent.hpp"
#include "train/task.hpp"
#include "train/transformer.hpp"

namespace posenc {

struct RunPlan {
  std::string task;
  RawValues task_values = {};
  TransformerPlan model = {};
  DescentPlan descent = {};
  bool oracle = false;  // the task's oracle table at the input of every block, frozen
  std::size_t batch = 128;
  std::uint64_t steps = 4000, evaluate_every = 500;
  std::uint64_t seed = 0, task_seed = 0;
};

struct Measured {  // of one split
  std::string split;
  double loss = 0;
  std::optional<double> accuracy;             // of what counts, where outputs are classes
  std::vector<double> accuracy_by_condition;  // NaN where a condition has no samples
};
struct Evaluation {
  std::uint64_t step = 0;
  double train_loss = 0;  // of the last batch
  std::vector<Measured> splits;
};

class Run {
 public:
  static Result<Run> make(const RunPlan&);
  // Data and all that is allocated; before anything else.
  Steps open();
  // One update. Errors: not a number in loss or weights, naming step and tensor; weights stay as
  // they were before.
  Result<void> step();
  bool done() const { return step_ >= plan_.steps; }
  bool evaluation_due() const { return step_ % plan_.evaluate_every == 0 || done(); }
  Steps evaluate(Evaluation& out);

  std::uint64_t steps_done() const { return step_; }
  double loss() const { return loss_; }
  const RunPlan& plan() const { return plan_; }
  const TaskData& task() const { return *task_; }
  Transformer<float>& model() { return *model_; }
  // Multiplications and additions of a step's products.
  double cost() const { return 3 * static_cast<double>(plan_.batch) * model_->cost(); }

 private:
  friend class Checkpoint;
  explicit Run(RunPlan plan) : plan_(std::move(plan)) {}
  std::uint64_t training_index(std::uint64_t draw);
  void draw(std::size_t split, std::size_t first, std::size_t samples, std::uint64_t from_draw);

  RunPlan plan_;
  std::unique_ptr<TaskData> task_;
  std::optional<Transformer<float>> model_;
  std::optional<Descent<float>> descent_;
  std::uint64_t step_ = 0;
  double loss_ = 0;
  std::size_t part_ = 0;              // samples of a part
  std::vector<std::uint32_t> order_;  // of the samples in this epoch
  std::uint64_t epoch_ = ~std::uint64_t{0};
  std::vector<float> features_, numbers_, mask_, up_, gradient_, part_gradient_;
  std::vector<std::int32_t> classes_;
  std::vector<std::size_t> conditions_;
};

}  // namespace posenc
