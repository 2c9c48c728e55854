#include "kernels/training/train_network.hpp"

#include <algorithm>
#include <optional>

#include "kernels/training/empirical_ntk.hpp"
#include "kernels/training/prediction.hpp"

namespace posenc::train_network_detail {
namespace {

constexpr double kMostNumbers = 0x1p25;  // 256 MiB

// Where gradient descent first meets its limit 2/λ_max, for the message about a divergence.
std::string limit_of(const Mlp& initial, const Matrix& x, bool mean_loss) {
  if (x.rows > 512 || initial.outputs() > 1) return "";
  const Result<Modes> modes = modes_of(tangent_kernel(initial, x, x), "x");
  if (!modes || !(modes->largest() > 0)) return "";
  const double targets = mean_loss ? static_cast<double>(x.rows) : 1;
  return "; gradient descent is stable below about " + to_text(2 * targets / modes->largest()) +
         " here (2/λ_max of the initial tangent kernel)";
}

class Training final : public Job {
 public:
  Training(Mlp mlp, const Matrix& x, const Matrix& y, const Matrix* x_test, const Matrix* y_test,
           TrainingPlan plan, std::size_t steps, std::size_t every)
      : initial_(mlp),
        trainer_(std::move(mlp), x, y, plan),
        x_(x),
        x_test_(x_test),
        y_test_(y_test),
        plan_(plan),
        steps_(steps),
        every_(every) {
    if (x_test != nullptr) test_ = trainer_.mlp().pass(x_test->rows);
  }

  Result<double> advance() override {
    const Slice slice = train_slice(trainer_, step_, steps_, every_,
                                    [&](const std::vector<double>& outputs) { record(outputs); });
    if (slice == Slice::diverged)
      return Error{ErrorCode::bad_param, "learningRate",
                   "must be smaller: the loss has become infinite at step " +
                       std::to_string(step_) + ", got " + to_text(plan_.rate) +
                       limit_of(initial_, x_, plan_.mean_loss)};
    if (slice == Slice::done) return 1.0;
    return std::min(static_cast<double>(step_) / static_cast<double>(steps_), 1 - 1e-9);
  }

  Result<Outputs> finish() override {
    const std::size_t records = recorded_.size();
    Outputs out;
    out.push_back(list("steps", std::move(recorded_)));
    out.push_back(list("loss", std::move(loss_)));
    if (y_test_ != nullptr) out.push_back(list("testLoss", std::move(test_loss_)));
    out.push_back({"trainOutputs", {records, train_outputs_.size() / records, train_outputs_}});
    if (x_test_ != nullptr)
      out.push_back({"testOutputs", {records, test_outputs_.size() / records, test_outputs_}});
    out.push_back(list("parameters", trainer_.mlp().parameters()));
    return out;
  }

 private:
  void record(const std::vector<double>& outputs) {
    recorded_.push_back(static_cast<double>(step_));
    loss_.push_back(trainer_.loss());
    train_outputs_.insert(train_outputs_.end(), outputs.begin(), outputs.end());
    if (x_test_ == nullptr) return;
    trainer_.mlp().forward(x_test_->data.data(), test_, 0, x_test_->rows);
    test_outputs_.insert(test_outputs_.end(), test_.output.begin(), test_.output.end());
    if (y_test_ == nullptr) return;
    double loss = 0;
    for (std::size_t e = 0; e < test_.output.size(); ++e) {
      const double r = test_.output[e] - y_test_->data[e];
      loss += 0.5 * r * r;
    }
    test_loss_.push_back(plan_.mean_loss ? loss / static_cast<double>(test_.output.size()) : loss);
  }

  Mlp initial_;
  Trainer trainer_;
  const Matrix& x_;
  const Matrix *x_test_, *y_test_;
  Pass test_;
  TrainingPlan plan_;
  std::size_t steps_, every_, step_ = 0;
  std::vector<double> recorded_, loss_, test_loss_, train_outputs_, test_outputs_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer> layers) {
  const auto input = [&](std::string_view name) {
    return inputs.has(name) ? &inputs[name] : nullptr;
  };
  const Matrix &x = inputs["x"], &y = inputs["y"];
  const Matrix *x_test = input("xTest"), *y_test = input("yTest");
  if (y_test != nullptr && x_test == nullptr)
    return Error{ErrorCode::missing_param, "xTest", "is needed with yTest"};
  const auto shape = [](const Matrix* m, const char* name, std::size_t rows,
                        std::size_t cols) -> std::optional<Error> {
    if (m == nullptr || (m->rows == rows && m->cols == cols && rows > 0 && cols > 0))
      return std::nullopt;
    return Error{ErrorCode::bad_shape, name,
                 "must be " + std::to_string(std::max<std::size_t>(rows, 1)) + " x " +
                     std::to_string(std::max<std::size_t>(cols, 1)) + ", got " +
                     std::to_string(m->rows) + " x " + std::to_string(m->cols)};
  };
  if (auto error = shape(&x, "x", x.rows, x.cols)) return *error;
  if (auto error = shape(&y, "y", x.rows, y.cols)) return *error;
  const std::size_t tests = x_test != nullptr ? x_test->rows : 0;
  if (auto error = shape(x_test, "xTest", tests, x.cols)) return *error;
  if (auto error = shape(y_test, "yTest", tests, y.cols)) return *error;

  Result<Mlp> mlp = Mlp::make(layers, x.cols, y.cols, params.choice("parameterization") == 1,
                              params.flag("trainedBias"));
  if (!mlp) return mlp.error();
  const auto steps = static_cast<std::size_t>(params.integer("steps")),
             every = static_cast<std::size_t>(params.integer("recordEvery"));
  const double points = static_cast<double>(x.rows + tests);
  const double numbers = points * (static_cast<double>(mlp->pass_width()) +
                                   static_cast<double>((steps / every + 2) * y.cols));
  if (numbers > kMostNumbers)
    return Error{ErrorCode::too_large, "x",
                 "needs " + to_text(numbers) +
                     " numbers of memory for these points, layers and records; at most " +
                     to_text(kMostNumbers) + " are allowed"};
  if (const Matrix* given = input("parameters"); given != nullptr) {
    if (given->data.size() != mlp->parameters().size())
      return Error{ErrorCode::bad_shape, "parameters",
                   "must be " + std::to_string(mlp->parameters().size()) +
                       " numbers for these layers and inputs, got " +
                       std::to_string(given->data.size())};
    mlp->parameters() = given->data;
  } else {
    mlp->initialise(static_cast<std::uint64_t>(params.integer("seed")));
  }
  const TrainingPlan plan = {.rate = params.number("learningRate"),
                             .adam = params.choice("optimizer") == 1,
                             .mean_loss = params.choice("loss") == 1};
  return std::unique_ptr<Job>(
      std::make_unique<Training>(std::move(mlp).value(), x, y, x_test, y_test, plan, steps, every));
}

}  // namespace posenc::train_network_detail
