#include "analyses/training/training_prediction.hpp"

#include <cmath>  // std::floor
#include <optional>
#include <tuple>

#include "kernels/prediction.hpp"
#include "linalg/products.hpp"
#include "linalg/solve.hpp"

namespace posenc::training_prediction_detail {
namespace {

std::optional<Error> wrong_shape(const Inputs& inputs, std::string_view name, std::size_t rows,
                                 std::size_t cols) {
  if (!inputs.has(name)) return std::nullopt;
  const Matrix& m = inputs[name];
  if (m.rows == rows && m.cols == cols) return std::nullopt;
  return bad_shape(name, "must be ", rows, " x ", cols, ", got ", m.rows, " x ", m.cols);
}

// The outputs of one training method at all its times.
struct Curves {
  Matrix factors, train, test;
  std::vector<double> loss;
};

std::span<const double> list_of(const Params& params, std::string_view name) {
  return params.has(name) ? params.numbers(name) : std::span<const double>{};
}

class Prediction {
 public:
  Prediction(const Params& params, const Inputs& inputs)
      : params_(params),
        kernel_(inputs["kernel"]),
        y_(inputs["y"]),
        none_(Matrix::zeros(0, kernel_.rows)),
        test_kernel_(inputs.has("testKernel") ? inputs["testKernel"] : none_),
        f0_(inputs.has("f0") ? inputs["f0"] : zero_),
        f0_test_(inputs.has("f0Test") ? inputs["f0Test"] : zero_test_),
        predictor_(modes_, y_, f0_test_) {}

  void run(Work& work) {
    constexpr double kLn2 = 0.6931471805599453;
    const std::size_t n = kernel_.rows, m = test_kernel_.rows;
    const std::span<const double> times = list_of(params_, "times"),
                                  counts = list_of(params_, "steps");
    if (&f0_ == &zero_) zero_ = Matrix::zeros(n, y_.cols);
    if (&f0_test_ == &zero_test_) zero_test_ = Matrix::zeros(m, y_.cols);
    Result<Modes> modes = modes_of(kernel_, "kernel", work.progress);
    if (!modes) {
      work.error = modes.error();
      return;
    }
    modes_ = std::move(modes).value();
    const bool mean = params_.choice<LossKind>("loss") == "mean";
    const double weight = mean ? 1 / (static_cast<double>(n) * static_cast<double>(y_.cols)) : 1;
    const double given_rate = params_.number("learningRate"), rate = given_rate * weight;
    const double limit = 2 / (modes_.largest() * weight);
    // the largest eigenvalue has a rounding error, hence the tolerance of the limit
    if (!counts.empty() && rate * modes_.largest() > 2 * (1 + 1e-12)) {
      work.error =
          bad_param("learningRate", "must be at most ", to_text(limit),
                    ", where gradient descent on this kernel stays bounded (2/λ_max), got ",
                    to_text(given_rate));
      return;
    }
    predictor_.prepare(f0_, test_kernel_);

    Outputs& out = work.outputs;
    std::vector<double> half;
    for (const double value : modes_.values)
      if (value > 0) half.push_back(kLn2 / (rate * value));
    out.push_back({"modeResiduals", predictor_.residuals()});
    out.push_back(list("halfTimes", std::move(half)));
    if (modes_.largest() > 0) out.push_back(scalar("learningRateLimit", limit));
    const auto add = [&](Curves&& c, std::string_view factors, std::string_view loss,
                         std::string_view train, std::string_view test) {
      out.push_back({factors, std::move(c.factors)});
      out.push_back(list(loss, std::move(c.loss)));
      out.push_back({train, std::move(c.train)});
      if (m > 0) out.push_back({test, std::move(c.test)});
    };
    if (!times.empty()) {
      Curves c;
      along(times, rate, weight, false, c);
      add(std::move(c), "flowFactors", "flowLoss", "flowTrain", "flowTest");
    }
    if (!counts.empty()) {
      Curves c;
      along(counts, rate, weight, true, c);
      add(std::move(c), "stepFactors", "stepLoss", "stepTrain", "stepTest");
    }
    if (params_.has("ridge")) posterior(work);
    if (!work.error) out.push_back(list("eigenvalues", std::move(modes_.values)));
  }

 private:
  void along(std::span<const double> times, double rate, double weight, bool descent, Curves& out) {
    const std::size_t n = modes_.n(), count = times.size(), columns = y_.cols;
    out.factors = Matrix::zeros(count, n);
    out.train = Matrix::zeros(count, n * columns);
    out.test = Matrix::zeros(count, f0_test_.rows * columns);
    std::vector<Evolution> evolution(n);
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        evolution[i] = descent ? gradient_descent(modes_.values[i], rate, times[k])
                               : gradient_flow(modes_.values[i], rate * times[k]);
        out.factors(k, i) = evolution[i].factor;
      }
      predictor_.outputs(evolution, rate * times[k], out.train.row(k), out.test.row(k));
      // computed in the modes: no cancellation when the outputs have reached the targets
      double loss = 0;
      const double* residuals = predictor_.residuals().row(0);
      for (std::size_t e = 0; e < n * columns; ++e) {
        const double r = evolution[e / columns].factor * residuals[e];
        loss += r * r;
      }
      out.loss.push_back(0.5 * weight * loss);
    }
  }

  void posterior(Work& work) {
    Matrix difference = y_;
    for (std::size_t e = 0; e < y_.data.size(); ++e) difference.data[e] -= f0_.data[e];
    const Result<RidgeSolution> solved =
        ridge_solve(kernel_, params_.number("ridge"), difference, "ridge");
    if (!solved) {
      work.error = solved.error();
      return;
    }
    for (const bool test : {false, true}) {
      if (test && test_kernel_.rows == 0) continue;
      const Matrix &kernel = test ? test_kernel_ : kernel_, &f0 = test ? f0_test_ : f0_;
      Matrix outputs = Matrix::zeros(kernel.rows, y_.cols);
      multiply(1, kernel, solved->x, outputs.data.data());
      for (std::size_t e = 0; e < outputs.data.size(); ++e) outputs.data[e] += f0.data[e];
      work.outputs.push_back({test ? "posteriorTest" : "posteriorTrain", std::move(outputs)});
    }
    work.outputs.push_back(scalar("condition", solved->condition));
  }

  const Params& params_;
  const Matrix &kernel_, &y_;
  Matrix zero_, zero_test_;
  const Matrix none_;
  const Matrix& test_kernel_;
  const Matrix &f0_, &f0_test_;
  Modes modes_;
  Predictor predictor_;
};

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostRows = 2048, kMostNumbers = std::uint64_t{1} << 25;
  const Count n = sizes["kernel"].rows, columns = sizes["y"].cols;
  const Count m = sizes.has("testKernel") ? sizes["testKernel"].rows : 0;
  if (auto error = too_large(n, kMostRows, "kernel", "rows")) return *error;
  const Count times = list_of(params, "times").size() + list_of(params, "steps").size();
  const Count curves = times * (n + m) * (columns + 1);
  if (auto error = too_large(curves, kMostNumbers, "times", "numbers of output with these points"))
    return *error;
  return std::max(n * n, curves);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix &kernel = inputs["kernel"], &y = inputs["y"];
  const auto wrong = [&]() -> std::optional<Error> {
    const std::size_t n = kernel.rows;
    if (n == 0) return bad_shape("kernel", "must have at least one row");
    if (y.cols == 0) return bad_shape("y", "must have at least one column");
    const std::size_t m = inputs.has("testKernel") ? inputs["testKernel"].rows : 0;
    for (const auto& [name, rows, cols] :
         {std::tuple<std::string_view, std::size_t, std::size_t>{"y", n, y.cols},
          {"f0", n, y.cols},
          {"testKernel", m, n},
          {"f0Test", m, y.cols}})
      if (auto error = wrong_shape(inputs, name, rows, cols)) return error;
    for (const double k : list_of(params, "steps"))
      if (k != std::floor(k)) return bad_param("steps", "must be whole numbers, got ", to_text(k));
    return std::nullopt;
  };
  if ((work.error = wrong())) return;
  Prediction prediction(params, inputs);
  prediction.run(work);
}

}  // namespace posenc::training_prediction_detail
