#include "train/run.hpp"

#include <algorithm>
#include <cmath>    // std::isfinite, std::fabs
#include <numeric>  // std::iota

#include "core/random.hpp"
#include "nn/transformer/losses.hpp"
#include "nn/transformer/vectors.hpp"
#include "train/prepared_tasks.hpp"

namespace posenc {
namespace {

constexpr std::uint32_t kShuffle = 0x60000000u;  // streams of the seed
// Samples of a pass, such that its most expensive piece costs at most three turns. The last bits
// depend on how a batch is split into passes, so this never changes, and a batch is split only if
// necessary.
std::size_t samples_a_pass(const Transformer<float>& model, std::size_t most) {
  constexpr double kLongPiece = 3;
  const double piece = model.cost() / kLongPiece * (2 / static_cast<double>(model.pieces())),
               many = Run::kTurnCost / std::max(piece, 1.0);
  return many >= static_cast<double>(most)
             ? most
             : std::max<std::size_t>(1, static_cast<std::size_t>(many));
}

std::optional<Error> bad_run(const RunPlan& plan) {
  const auto bad = [](std::string_view field, const std::string& allowed, double got) {
    return bad_param(field, "must be ", allowed, ", got ", to_text(got));
  };
  const auto whole = [](auto n) { return static_cast<double>(n); };
  if (plan.batch == 0 || plan.batch % Run::kParts != 0 || plan.batch > 4096)
    return bad("batch", "a multiple of 4 and at most 4096", whole(plan.batch));
  if (plan.evaluate_every == 0) return bad("evaluateEvery", "at least 1", 0);
  if (!(plan.optimizer.learning_rate > 0 && plan.optimizer.learning_rate <= 10))
    return bad("learningRate", "a number > 0 and <= 10", plan.optimizer.learning_rate);
  if (!(plan.optimizer.weight_decay >= 0 && plan.optimizer.weight_decay <= 10))
    return bad("weightDecay", "a number >= 0 and <= 10", plan.optimizer.weight_decay);
  if (plan.schedule.kind != ScheduleKind::constant && plan.schedule.warmup > 0 &&
      plan.schedule.warmup >= plan.steps)
    return bad("warmup",
               "less than steps = " + to_text(whole(plan.steps)) + " where the schedule falls",
               whole(plan.schedule.warmup));
  return std::nullopt;
}

// Trained values of encodings have separate rates if given; all others have none if frozen. Returns
// an error if such an option is given but no encoding trains anything.
Result<std::vector<ParameterGroup>> groups_of(const RunPlan& plan,
                                              const std::vector<ParameterTensor>& tensors) {
  const OptimizerPlan& all = plan.optimizer;
  const char* const said = plan.frozen                   ? "model.frozen"
                           : plan.position_learning_rate ? "positionLearningRate"
                           : plan.position_weight_decay  ? "positionWeightDecay"
                                                         : nullptr;
  if (said != nullptr && std::ranges::none_of(tensors, &ParameterTensor::of_encoding))
    return bad_param(said, "has no effect: no encoding of the model trains anything");
  std::vector<ParameterGroup> groups;
  std::size_t end = 0;
  for (const ParameterTensor& tensor : tensors) {
    if (plan.frozen && !tensor.of_encoding) continue;
    const double rate = tensor.of_encoding ? plan.position_learning_rate.value_or(all.learning_rate)
                                           : all.learning_rate,
                 decay = tensor.of_encoding ? plan.position_weight_decay.value_or(all.weight_decay)
                                            : all.weight_decay;
    if (groups.empty() || end != tensor.first || groups.back().learning_rate != rate ||
        groups.back().weight_decay != decay)
      groups.push_back({tensor.first, 0, rate, decay});
    groups.back().size += tensor.size();
    end = tensor.first + tensor.size();
  }
  return groups;
}

// The squares that AdamW keeps would overflow above this.
bool all_usable(std::span<const float> gradient) {
  bool all = true;
  for (const float g : gradient) all &= std::fabs(g) <= 1e18f;
  return all;
}

}  // namespace

// Eight values per weight: the weight, the sum of gradients and those of the parts, and both
// moments; and a checkpoint with three values per weight, which is made and copied.
Count Run::memory(const TransformerPlan& model) {
  const Count weights = Count(model.blocks) *
                        (Count(model.dim) * model.dim * 4 + Count(model.dim) * model.hidden * 2);
  return weights * (4 + kParts + 2 * 3) * sizeof(float);
}

std::size_t Run::checkpoint_bytes() const {
  return sizeof(float) *
         (model_->parameters().size() + optimizer_->first().size() + optimizer_->second().size());
}

Result<Run> Run::make(const RunPlan& plan) {
  if (auto error = bad_run(plan)) return *error;
  if (auto error = out_of_budget(memory(plan.model), "dim", "training a model of these sizes"))
    return *error;
  Run run(plan);
  run.task_ = prepared_task(plan.task, plan.task_values, plan.task_seed);
  if (!run.task_) {
    auto task = make_task(plan.task, plan.task_values, plan.task_seed);
    if (!task) return task.error();
    run.task_ = run.unprepared_ = std::move(*task);
  }
  if (plan.oracle && run.task_->oracle(plan.model.dim).empty())
    return refusal(ErrorCode::not_defined, "oracle",
                   {"the task '", plan.task, "' has none of ", plan.model.dim, " channels"});
  run.part_samples_ = plan.batch / kParts;
  auto made = Transformer<float>::make(run.whole_model(), run.task_->shape,
                                       run.task_->token_positions, run.part_samples_, plan.seed);
  if (!made) return made.error();
  run.model_ = std::move(*made);
  if (plan.tangent_samples > 0 && run.model_->over_batch())
    return Error{ErrorCode::not_defined, "tangentSamples",
                 "are samples alone, and attention over the batch has each see the others"};
  run.pass_samples_ =
      run.model_->over_batch() ? run.part_samples_ : samples_a_pass(*run.model_, run.part_samples_);
  const std::size_t parameters = run.model_->parameters().size();
  auto groups = groups_of(plan, run.model_->tensors());
  if (!groups) return groups.error();
  run.optimizer_.emplace(plan.optimizer, parameters, std::move(*groups));
  run.gradient_.resize(parameters);
  for (BatchPart& part : run.parts_) part.gradient.resize(parameters);
  const TokenShape& shape = run.task_->shape;
  const std::size_t tokens = run.part_samples_ * run.task_->token_positions.tokens,
                    rows = run.part_samples_ * run.model_->queries();
  run.features_.resize(tokens * shape.inputs);
  run.classes_.resize(rows), run.upstream_.resize(rows * shape.outputs);
  run.numbers_.resize(rows * shape.outputs), run.mask_.resize(rows * shape.outputs);
  run.conditions_.resize(rows);
  return run;
}

TransformerPlan Run::whole_model() const {
  TransformerPlan model = plan_.model;
  model.causal |= task_->causal;
  if (!plan_.oracle) return model;
  PositionPlan oracle{{"learned", {{}, {{"values", task_->oracle(model.dim)}}}}, true, true};
  model.positions.push_back(std::move(oracle));
  return model;
}

void Run::open() {
  if (unprepared_) {
    unprepared_->prepare();
    unprepared_.reset();
    keep_prepared(plan_.task, plan_.task_values, plan_.task_seed, task_);
  }
  order_.resize(task_->splits.front().samples);
}

// Epochs, each with a different order.
std::uint64_t Run::training_index(std::uint64_t draw) {
  const std::uint64_t n = order_.size();
  if (n == 0) return draw;
  if (const std::uint64_t epoch = draw / n; epoch != epoch_) {
    epoch_ = epoch;
    std::iota(order_.begin(), order_.end(), 0u);
    const Random random(plan_.seed ^ (epoch * 0x9e3779b97f4a7c15u), kShuffle);
    for (std::uint64_t i = n; i-- > 1;) std::swap(order_[i], order_[random.below(i, i + 1)]);
  }
  return order_[draw % n];
}

// Samples from `first` on of a split, or of training from this draw on.
void Run::draw(std::size_t split, std::size_t first, std::size_t samples, std::uint64_t from_draw) {
  const std::size_t inputs = task_->token_positions.tokens * task_->shape.inputs,
                    rows = model_->queries(), outputs = rows * task_->shape.outputs;
  for (std::size_t s = 0; s < samples; ++s) {
    const bool training = split == 0 && from_draw != kNoDraw;
    const std::uint64_t draw = training ? from_draw + s : first + s;
    const std::uint64_t index = training ? training_index(draw) : first + s;
    const std::size_t condition = task_->sample(
        split, index, draw,
        {features_.data() + s * inputs, classes_.data() + s * rows, numbers_.data() + s * outputs,
         mask_.data() + s * outputs, conditions_.data() + s * rows});
    if (!task_->conditions_by_row)
      std::fill_n(conditions_.data() + s * rows, rows, static_cast<std::uint32_t>(condition));
  }
}

void Run::make_part(std::size_t part) {
  begin_part(part);
  while (part_goes_on()) {
  }
}

void Run::begin_part(std::size_t part) {
  BatchPart& out = parts_[part];
  part_ = part, pass_first_ = 0, piece_ = 0;
  draw(0, 0, part_samples_, step_ * plan_.batch + part * part_samples_);
  out.counted = 0;
  if (task_->regression)
    for (const float m : mask_) out.counted += m != 0;
  else
    for (const std::int32_t c : classes_) out.counted += c != kNotCounted;
  // mean over counted outputs of the part; all parts have equal weight
  part_scale_ =
      static_cast<float>(out.counted == 0 ? 0 : 1 / (out.counted * static_cast<double>(kParts)));
  out.loss = 0;
  std::ranges::fill(out.gradient, 0.0f);
}

// A pass consists of its forward pieces, its loss, and its backward pieces.
bool Run::part_goes_on() {
  BatchPart& out = parts_[part_];
  const std::size_t n = std::min(pass_samples_, part_samples_ - pass_first_),
                    pieces = model_->pieces(), row = pass_first_ * model_->queries(),
                    width = task_->shape.outputs, at = row * width, rows = n * model_->queries();
  const float* const features =
      features_.data() + pass_first_ * task_->token_positions.tokens * task_->shape.inputs;
  float* const upstream = upstream_.data() + at;
  const bool forwards = piece_ < pieces;
  if (forwards)  // dropout also differs from pass to pass
    model_->forward_piece(piece_, features, n,
                          step_ * kParts + part_ + (std::uint64_t{pass_first_} << 32));
  else
    model_->backward_piece(piece_ - pieces, features, n, upstream, out.gradient.data());
  piece_cost_ =
      model_->cost() * static_cast<double>(n) / static_cast<double>(pieces) * (forwards ? 1 : 2);
  if (++piece_ == pieces) {
    const float* const y = model_->outputs();
    out.loss +=
        task_->regression
            ? masked_squared_error(y, numbers_.data() + at, mask_.data() + at, rows * width,
                                   part_scale_, upstream)
            : cross_entropy(y, classes_.data() + row, rows, width, part_scale_, upstream).sum;
  }
  if (piece_ < 2 * pieces) return true;
  pass_first_ += n, piece_ = 0;
  return pass_first_ < part_samples_;
}

double Run::made() const {
  const auto pass = static_cast<double>(std::min(pass_samples_, part_samples_ - pass_first_));
  const double piece = static_cast<double>(piece_) / static_cast<double>(2 * model_->pieces());
  return (static_cast<double>(pass_first_) + piece * pass) / static_cast<double>(part_samples_);
}

Result<void> Run::update() {
  double sum = 0, counted = 0;
  std::ranges::fill(gradient_, 0.0f);
  for (const BatchPart& part : parts_) {
    sum += part.loss, counted += part.counted;
    vectors::add(part.gradient.data(), gradient_.size(), gradient_.data());
  }
  const double loss = counted == 0 ? 0 : sum / counted;
  const std::span<const float> gradient = gradient_;
  if (!std::isfinite(loss) || !all_usable(gradient)) {
    std::string where = "the loss";
    for (const ParameterTensor& tensor : model_->tensors())
      if (!all_usable(gradient.subspan(tensor.first, tensor.size()))) {
        where = "the gradient of " + tensor.name;
        break;
      }
    return bad_argument("learningRate", where, " is no number, or beyond 10^18, at step ", step_,
                        "; weights are those before it");
  }
  loss_ = loss;
  optimizer_->update(model_->parameters(), gradient,
                     share_of_rate(plan_.schedule, step_, plan_.steps));
  model_->refresh();
  ++step_;
  return {};
}

Result<void> Run::step() {
  for (std::size_t part = 0; part < kParts; ++part) make_part(part);
  return update();
}

}  // namespace posenc
