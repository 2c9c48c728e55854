// A training run that can be stopped after every step, saved and continued: the weights after step
// n have the same bits, whether or not it was saved in between.
//
// A batch has four parts. Their gradients are computed separately and then added in order, so that
// several runs of one plan can share a step: each computes some of the parts, gets the rest from
// the other runs, and ends the step with the same bits as a run that computes them all. Random
// numbers depend only on the seed and the step: there is no generator state.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sizes.hpp"
#include "nn/transformer/optimizer.hpp"
#include "train/beginning.hpp"
#include "train/evaluation.hpp"
#include "train/schedule.hpp"
#include "train/task.hpp"
#include "train/transformer.hpp"

namespace posenc {

struct RunPlan {
  std::string task;
  RawValues task_values = {};
  TransformerPlan model = {};
  OptimizerPlan optimizer = {};
  // For trained values of encodings; default to the optimizer's.
  std::optional<double> position_learning_rate = {}, position_weight_decay = {};
  SchedulePlan schedule = {};
  bool frozen = false;  // trains only values of encodings
  bool oracle = false;  // adds the task's oracle table, frozen, to the input of every block
  std::size_t batch = 128;
  std::uint64_t steps = 4000, evaluate_every = 500;
  bool by_position = false;         // evaluations also measure loss and accuracy of each query
  std::size_t tangent_samples = 0;  // evaluations measure the tangent kernel at these many samples
  std::uint64_t seed = 0, task_seed = 0;
};

// One part of a batch: its loss, summed over counted outputs, and its gradient, already divided so
// that the gradients of all parts add up to that of the step.
struct BatchPart {
  double loss = 0, counted = 0;
  std::vector<float> gradient;  // (parameters)
};

class Run {
 public:
  static Result<Run> make(const RunPlan&);
  // Lower bound of the memory of a run, and the size of its checkpoint, in bytes.
  static Count memory(const TransformerPlan&);
  std::size_t checkpoint_bytes() const;
  // Generates the data and allocates everything. Must be called first.
  void open();
  // Initialises these tensors before the first step. Errors name `weights`, and leave the run
  // unchanged.
  Result<Beginning> begin(std::span<const GivenTensor>);
  // Computes all parts of one step and updates the weights. Errors: those of update.
  Result<void> step();
  // One step in parts: make_part computes a part (< kParts), part() returns its storage, also for
  // copying a part of another run, and update() updates the weights by all parts in order. Errors
  // of update: a loss or gradient that is NaN or beyond 10^18, with the step and the tensor; step
  // and weights are then unchanged.
  static constexpr std::size_t kParts = 4;
  void make_part(std::size_t part);
  // Computes a part in pieces of at most about ten milliseconds, or of one block of a sample if
  // that costs more: call part_goes_on() until it returns false. Do not use the run for anything
  // else meanwhile.
  void begin_part(std::size_t part);
  // Cost of ten milliseconds, in multiplications and additions of products.
  static constexpr double kTurnCost = 1e8;
  bool part_goes_on();
  // The completed share of the part, from 0 to 1, and the cost of the last piece.
  double made() const;
  double piece_cost() const { return piece_cost_; }
  BatchPart& part(std::size_t part) { return parts_[part]; }
  Result<void> update();
  bool done() const { return step_ >= plan_.steps; }
  bool evaluation_due() const { return step_ % plan_.evaluate_every == 0 || done(); }
  Evaluation evaluate();
  // Evaluates one pass at a time: call evaluation_goes_on() until it returns false, then
  // evaluation() once. evaluated() is the completed share. Any other use of the model in between
  // invalidates it.
  void begin_evaluation();
  bool evaluation_goes_on();
  double evaluated() const;
  Evaluation evaluation();
  // Probabilities of one head for a sample of a split: (queries of that block, tokens). Errors:
  // bad_argument names the argument out of range.
  Result<Matrix> attention(std::size_t split, std::size_t sample, std::size_t block,
                           std::size_t head);

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
  static constexpr std::uint64_t kNoDraw = ~std::uint64_t{0};
  // The dropout draw of a pass over samples from `first` on; differs from those of training.
  static std::uint64_t pass_of(std::size_t split, std::size_t first) {
    return (std::uint64_t{split + 1} << 48) + first;
  }
  // The plan's model with the additions of the task.
  TransformerPlan whole_model() const;
  std::size_t evaluated_samples(std::size_t split) const;
  struct Counts;
  struct Evaluating;
  Measured measured_split(std::size_t split, const Counts&) const;
  void measure_blocks(Evaluating&);
  void measure(std::size_t samples, const float* outputs, Counts&);
  // Defined in run_tangent.cpp.
  struct TangentSamples;
  TangentSamples tangent_samples();
  std::optional<Tangent> tangent();

  RunPlan plan_;
  std::shared_ptr<const TaskData> task_;
  std::shared_ptr<TaskData> unprepared_;  // task_ until its samples are generated
  std::optional<Transformer<float>> model_;
  std::optional<Optimizer<float>> optimizer_;
  std::uint64_t begun_with_ = 0;  // hash of the weights after begin(); 0 without
  std::uint64_t step_ = 0;
  double loss_ = 0;
  std::size_t part_samples_ = 0,
              pass_samples_ = 0;  // of one pass: a part, or less if it is long
  // The current part, the first sample of its pass, and the piece of this pass.
  std::size_t part_ = 0, pass_first_ = 0, piece_ = 0;
  float part_scale_ = 0;
  double piece_cost_ = 0;
  std::array<BatchPart, kParts> parts_;
  std::shared_ptr<Evaluating> evaluating_;
  std::vector<std::uint32_t> order_;  // order of the samples in this epoch
  std::uint64_t epoch_ = ~std::uint64_t{0};
  std::vector<float> features_, numbers_, mask_, upstream_, gradient_;
  std::vector<std::int32_t> classes_;
  std::vector<std::uint32_t> conditions_;  // for each row
  Matrix tangent_start_;                   // the initial kernel, once computed
};

}  // namespace posenc
