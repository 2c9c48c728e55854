#include "train/run.hpp"

#include <algorithm>
#include <cmath>    // std::isfinite
#include <numeric>  // std::iota

#include "core/random.hpp"
#include "nn/transformer/losses.hpp"
#include "nn/transformer/vectors.hpp"
#include "simd/finite.hpp"

namespace posenc {
namespace {

constexpr std::size_t kParts = 4;
constexpr std::uint32_t kShuffle = 0x60000000u;  // streams of the seed

std::optional<Error> bad_run(const RunPlan& plan) {
  const auto bad = [](std::string field, const std::string& allowed, double got) {
    return Error{ErrorCode::bad_param, std::move(field),
                 "must be " + allowed + ", got " + to_text(got)};
  };
  const auto whole = [](auto n) { return static_cast<double>(n); };
  if (plan.batch == 0 || plan.batch % kParts != 0 || plan.batch > 4096)
    return bad("batch", "a multiple of 4 and at most 4096", whole(plan.batch));
  if (plan.evaluate_every == 0) return bad("evaluateEvery", "at least 1", 0);
  if (!(plan.descent.rate > 0 && plan.descent.rate <= 10))
    return bad("rate", "a number > 0 and <= 10", plan.descent.rate);
  if (!(plan.descent.decay >= 0 && plan.descent.decay <= 10))
    return bad("decay", "a number >= 0 and <= 10", plan.descent.decay);
  return std::nullopt;
}

}  // namespace

Result<Run> Run::make(const RunPlan& plan) {
  if (auto error = bad_run(plan)) return *error;
  Run run(plan);
  auto task = make_task(plan.task, plan.task_values, plan.task_seed);
  if (!task) return task.error();
  run.task_ = std::move(*task);
  TransformerPlan model = plan.model;
  model.causal |= run.task_->causal;
  if (plan.oracle) {
    std::vector<double> table = run.task_->oracle(model.dim);
    if (table.empty())
      return Error{
          ErrorCode::not_defined, "oracle",
          "the task '" + plan.task + "' has none of " + std::to_string(model.dim) + " channels"};
    PositionPlan oracle{{"learned", {{}, {{"values", std::move(table)}}}}, true, true};
    model.positions.push_back(std::move(oracle));
  }
  run.part_ = plan.batch / kParts;
  auto made =
      Transformer<float>::make(model, run.task_->shape, run.task_->places, run.part_, plan.seed);
  if (!made) return made.error();
  run.model_ = std::move(*made);
  const std::size_t parameters = run.model_->parameters().size();
  run.descent_.emplace(plan.descent, parameters);
  run.gradient_.resize(parameters), run.part_gradient_.resize(parameters);
  const TokenShape& shape = run.task_->shape;
  const std::size_t tokens = run.part_ * run.task_->places.tokens,
                    rows = run.part_ * run.model_->queries();
  run.features_.resize(tokens * shape.inputs);
  run.classes_.resize(rows), run.up_.resize(rows * shape.outputs);
  run.numbers_.resize(rows * shape.outputs), run.mask_.resize(rows * shape.outputs);
  run.conditions_.resize(run.part_);
  return run;
}

Steps Run::open() {
  for (Steps steps = task_->prepare(); steps.next();) co_yield steps.cost();
  order_.resize(task_->splits.front().samples);
}

// Epoch after epoch, each in an order of its own.
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

// Samples first … of a split, or of training from that draw on.
void Run::draw(std::size_t split, std::size_t first, std::size_t samples, std::uint64_t from_draw) {
  const std::size_t inputs = task_->places.tokens * task_->shape.inputs, rows = model_->queries(),
                    outputs = rows * task_->shape.outputs;
  for (std::size_t s = 0; s < samples; ++s) {
    const bool training = split == 0 && from_draw != ~std::uint64_t{0};
    const std::uint64_t draw = training ? from_draw + s : first + s;
    const std::uint64_t index = training ? training_index(draw) : first + s;
    conditions_[s] = task_->sample(split, index, draw,
                                   {features_.data() + s * inputs, classes_.data() + s * rows,
                                    numbers_.data() + s * outputs, mask_.data() + s * outputs});
  }
}

Result<void> Run::step() {
  std::ranges::fill(gradient_, 0.0f);
  const std::size_t rows = part_ * model_->queries(), outputs = rows * task_->shape.outputs;
  const std::uint64_t first = step_ * plan_.batch;
  double sum = 0, counted = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    draw(0, 0, part_, first + part * part_);
    const float* const out = model_->forward(features_.data(), part_);
    double weight = 0;
    if (task_->numbers)
      for (const float m : mask_) weight += m != 0;
    else
      for (const std::int32_t c : classes_) weight += c != kNotCounted;
    counted += weight;
    // mean over what counts in the part; parts weigh alike
    const auto scale = static_cast<float>(weight == 0 ? 0 : 1 / (weight * kParts));
    sum += task_->numbers
               ? squared_error(out, numbers_.data(), mask_.data(), outputs, scale, up_.data())
               : cross_entropy(out, classes_.data(), rows, task_->shape.outputs, scale, up_.data())
                     .sum;
    std::ranges::fill(part_gradient_, 0.0f);
    model_->backward(features_.data(), part_, up_.data(), part_gradient_.data());
    vectors::add(part_gradient_.data(), gradient_.size(), gradient_.data());
  }
  loss_ = counted == 0 ? 0 : sum / counted;
  if (!std::isfinite(loss_) || !all_finite(gradient_.data(), gradient_.size())) {
    std::string where = "the loss";
    for (const ParameterTensor& tensor : model_->tensors())
      if (!all_finite(gradient_.data() + tensor.first, tensor.rows * tensor.cols)) {
        where = "the gradient of " + tensor.name;
        break;
      }
    return Error{ErrorCode::bad_argument, "rate",
                 where + " is no finite number at step " + std::to_string(step_) +
                     "; weights are those before it"};
  }
  descent_->update(model_->parameters(), gradient_);
  model_->refresh();
  ++step_;
  return {};
}

Steps Run::evaluate(Evaluation& out) {
  out = {step_, loss_, {}};
  for (std::size_t split = 0; split < task_->splits.size(); ++split) {
    // of what is trained on, as many samples as the largest of the others
    std::size_t samples = task_->splits[split].samples;
    if (split == 0) {
      std::size_t most = 0;
      for (std::size_t k = 1; k < task_->splits.size(); ++k)
        most = std::max(most, task_->splits[k].samples);
      samples = samples == 0 ? most : std::min(samples, most);
    }
    Measured measured{task_->splits[split].name, 0, std::nullopt, {}};
    std::vector<double> right(task_->conditions.size()), all(task_->conditions.size());
    double sum = 0, counted = 0, all_right = 0;
    for (std::size_t first = 0; first < samples; first += part_) {
      const std::size_t n = std::min(part_, samples - first), queries = model_->queries();
      draw(split, first, n, ~std::uint64_t{0});
      const float* const outputs = model_->forward(features_.data(), n);
      const std::size_t width = task_->shape.outputs;
      for (std::size_t s = 0; s < n; ++s) {
        const std::size_t at = s * queries;
        if (task_->numbers) {
          sum += squared_error(outputs + at * width, numbers_.data() + at * width,
                               mask_.data() + at * width, queries * width, 0.0f, up_.data());
          for (std::size_t i = 0; i < queries * width; ++i) counted += mask_[at * width + i] != 0;
          continue;
        }
        const RowLosses one = cross_entropy(outputs + at * width, classes_.data() + at, queries,
                                            width, 0.0f, up_.data());
        double rows = 0;
        for (std::size_t i = 0; i < queries; ++i) rows += classes_[at + i] != kNotCounted;
        sum += one.sum, counted += rows, all_right += static_cast<double>(one.right);
        right[conditions_[s]] += static_cast<double>(one.right), all[conditions_[s]] += rows;
      }
      co_yield model_->cost() * static_cast<double>(n);
    }
    measured.loss = sum / counted;
    if (!task_->numbers) {
      measured.accuracy = all_right / counted;
      for (std::size_t c = 0; c < right.size(); ++c)
        measured.accuracy_by_condition.push_back(right[c] / all[c]);
    }
    out.splits.push_back(std::move(measured));
  }
}

}  // namespace posenc
