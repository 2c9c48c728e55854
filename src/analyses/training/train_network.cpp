#include "analyses/training/train_network.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "analyses/training/empirical_ntk.hpp"
#include "kernels/prediction.hpp"

namespace posenc::train_network_detail {
namespace {

// The limit 2/λ_max of gradient descent at the start, for the message about a divergence.
std::string limit_of(const Mlp& initial, const Matrix& x, bool mean_loss) {
  if (x.rows > 512 || initial.outputs() > 1) return "";
  const Result<Modes> modes = modes_of(tangent_kernel(initial, x, x), "x");
  if (!modes || !(modes->largest() > 0)) return "";
  const double targets = mean_loss ? static_cast<double>(x.rows) : 1;
  return "; gradient descent is stable below about " + to_text(2 * targets / modes->largest()) +
         " here (2/λ_max of the initial tangent kernel)";
}

class Training {
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
        every_(every) {}

  void run(Work& work) {
    if (x_test_ != nullptr) test_ = trainer_.mlp().pass(x_test_->rows);
    // reserved, so that lists are not reallocated; pages are touched only when written
    const std::size_t most = steps_ / every_ + 2, outputs = trainer_.mlp().outputs();
    train_outputs_.reserve(most * x_.rows * outputs);
    if (x_test_ != nullptr) test_outputs_.reserve(most * x_test_->rows * outputs);
    train(
        trainer_, step_, steps_, every_, [this] { record(); }, work.progress);
    if (!(trainer_.loss() < kInfinity)) {
      work.error = bad_param(
          "learningRate", "must be smaller: the loss has become infinite at step ", step_, ", got ",
          to_text(plan_.learning_rate), limit_of(initial_, x_, plan_.mean_loss));
      return;
    }
    const std::size_t records = recorded_.size();
    Outputs& out = work.outputs;
    out.push_back(list("steps", std::move(recorded_)));
    out.push_back(list("loss", std::move(loss_)));
    if (y_test_ != nullptr) out.push_back(list("testLoss", std::move(test_loss_)));
    out.push_back(
        {"trainOutputs", {records, train_outputs_.size() / records, std::move(train_outputs_)}});
    if (x_test_ != nullptr)
      out.push_back(
          {"testOutputs", {records, test_outputs_.size() / records, std::move(test_outputs_)}});
    out.push_back(list("parameters", trainer_.mlp().parameters()));
  }

 private:
  static void recorded(const std::vector<double>& outputs, std::vector<double>& all) {
    all.insert(all.end(), outputs.begin(), outputs.end());
  }

  void record() {
    const std::vector<double>& outputs = trainer_.outputs();
    recorded_.push_back(static_cast<double>(step_));
    loss_.push_back(trainer_.loss());
    recorded(outputs, train_outputs_);
    if (x_test_ == nullptr) return;
    trainer_.mlp().forward(x_test_->data.data(), test_);
    recorded(test_.output, test_outputs_);
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

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer> layers) {
  const Size x = sizes["x"], y = sizes["y"];
  const Count tests = sizes.has("xTest") ? sizes["xTest"].rows : 0;
  const Result<Mlp::Size> network = Mlp::size_of(layers, x.cols, y.cols);
  if (!network) return network.error();
  const Count records =
      Count(params.integer("steps")) / static_cast<std::uint64_t>(params.integer("recordEvery")) +
      2;
  const Count rows = std::max(x.rows, tests);
  return std::max({rows * network->widest, rows * records * y.cols, network->parameters});
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  const auto input = [&](std::string_view name) {
    return inputs.has(name) ? &inputs[name] : nullptr;
  };
  const Matrix &x = inputs["x"], &y = inputs["y"];
  const Matrix *x_test = input("xTest"), *y_test = input("yTest");
  const auto shape = [](const Matrix* m, const char* name, std::size_t rows,
                        std::size_t cols) -> std::optional<Error> {
    if (m == nullptr || (m->rows == rows && m->cols == cols && rows > 0 && cols > 0))
      return std::nullopt;
    return bad_shape(name, "must be ", std::to_string(std::max<std::size_t>(rows, 1)), " x ",
                     std::to_string(std::max<std::size_t>(cols, 1)), ", got ", m->rows, " x ",
                     m->cols);
  };
  const auto wrong = [&]() -> std::optional<Error> {
    if (y_test != nullptr && x_test == nullptr)
      return Error{ErrorCode::missing_param, "xTest", "is needed with yTest"};
    if (auto error = shape(&x, "x", x.rows, x.cols)) return error;
    if (auto error = shape(&y, "y", x.rows, y.cols)) return error;
    const std::size_t tests = x_test != nullptr ? x_test->rows : 0;
    if (auto error = shape(x_test, "xTest", tests, x.cols)) return error;
    return shape(y_test, "yTest", tests, y.cols);
  };
  if ((work.error = wrong())) return;
  Result<Mlp> mlp =
      Mlp::make(layers, x.cols, y.cols, is_standard(params), params.flag("trainedBias"));
  const Matrix* given = input("parameters");
  if (!mlp)
    work.error = mlp.error();
  else if (given != nullptr && given->data.size() != mlp->parameters().size())
    work.error = bad_shape("parameters", "must be ", mlp->parameters().size(),
                           " numbers for these layers and inputs, got ", given->data.size());
  if (work.error) return;
  if (given != nullptr)
    mlp->parameters() = given->data;
  else
    mlp->initialise(static_cast<std::uint64_t>(params.integer("seed")));
  const TrainingPlan plan = {.learning_rate = params.number("learningRate"),
                             .optimizer = params.choice<FullBatchOptimizerKind>("optimizer"),
                             .mean_loss = params.choice<LossKind>("loss") == "mean"};
  Training training(std::move(mlp).value(), x, y, x_test, y_test, plan, params.count("steps"),
                    params.count("recordEvery"));
  training.run(work);
}

}  // namespace posenc::train_network_detail
