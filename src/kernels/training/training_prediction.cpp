#include "kernels/training/training_prediction.hpp"

#include <cmath>  // std::floor
#include <optional>
#include <tuple>

#include "kernels/training/prediction.hpp"
#include "linalg/products.hpp"
#include "linalg/solve.hpp"

namespace posenc::training_prediction_detail {
namespace {

std::optional<Error> wrong_shape(const Inputs& inputs, std::string_view name, std::size_t rows,
                                 std::size_t cols) {
  if (!inputs.has(name)) return std::nullopt;
  const Matrix& m = inputs[name];
  if (m.rows == rows && m.cols == cols) return std::nullopt;
  return Error{ErrorCode::bad_shape, std::string(name),
               "must be " + std::to_string(rows) + " x " + std::to_string(cols) + ", got " +
                   std::to_string(m.rows) + " x " + std::to_string(m.cols)};
}

// The outputs of one way to train, at all its times.
struct Curves {
  Matrix factors, train, test;
  std::vector<double> loss;
};

template <class Evolve>
Curves curves(const Modes& modes, const Predictor& predictor, const Matrix& y,
              const Matrix& f0_test, std::span<const double> times, double rate, double weight,
              Evolve evolve) {
  const std::size_t n = modes.n(), count = times.size();
  Curves out{Matrix::zeros(count, n),
             Matrix::zeros(count, n * y.cols),
             Matrix::zeros(count, f0_test.rows * y.cols),
             {}};
  std::vector<Evolution> evolution(n);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      evolution[i] = evolve(modes.values[i], times[k]);
      out.factors(k, i) = evolution[i].factor;
    }
    predictor.outputs(evolution, rate * times[k], out.train.row(k), out.test.row(k));
    // in the modes: no cancellation where the outputs have reached the targets
    double loss = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < y.cols; ++c) {
        const double r = evolution[i].factor * predictor.residuals()[i * y.cols + c];
        loss += r * r;
      }
    out.loss.push_back(0.5 * weight * loss);
  }
  return out;
}

}  // namespace

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  constexpr std::size_t kMostRows = 2048;
  constexpr double kMostNumbers = 0x1p25, kLn2 = 0.6931471805599453;
  const Matrix &kernel = inputs["kernel"], &y = inputs["y"];
  const std::size_t n = kernel.rows;
  if (n == 0) return Error{ErrorCode::bad_shape, "kernel", "must have at least one row"};
  if (n > kMostRows)
    return Error{
        ErrorCode::too_large, "kernel",
        "must have at most " + std::to_string(kMostRows) + " rows, got " + std::to_string(n)};
  if (y.cols == 0) return Error{ErrorCode::bad_shape, "y", "must have at least one column"};
  const std::size_t m = inputs.has("testKernel") ? inputs["testKernel"].rows : 0;
  for (const auto& [name, rows, cols] :
       {std::tuple<std::string_view, std::size_t, std::size_t>{"y", n, y.cols},
        {"f0", n, y.cols},
        {"testKernel", m, n},
        {"f0Test", m, y.cols}})
    if (auto error = wrong_shape(inputs, name, rows, cols)) return *error;
  const auto list_of = [&](std::string_view name) {
    return params.has(name) ? params.numbers(name) : std::span<const double>{};
  };
  const std::span<const double> times = list_of("times"), steps = list_of("steps");
  for (const double k : steps)
    if (k != std::floor(k))
      return Error{ErrorCode::bad_param, "steps", "must be whole numbers, got " + to_text(k)};
  const double numbers =
      static_cast<double>((times.size() + steps.size()) * (n + m) * (y.cols + 1));
  if (numbers > kMostNumbers)
    return Error{ErrorCode::too_large, "times",
                 "need " + to_text(numbers) + " numbers of output with these points; at most " +
                     to_text(kMostNumbers) + " are allowed"};

  Result<Modes> modes = modes_of(kernel, "kernel");
  if (!modes) return modes.error();
  const bool mean = params.choice("loss") == 1;
  const double weight = mean ? 1 / static_cast<double>(n * y.cols) : 1;
  const double given_rate = params.number("learningRate"), rate = given_rate * weight;
  const double limit = 2 / (modes->largest() * weight);
  // where the largest eigenvalue is known to rounding only, the limit is no sharper
  if (!steps.empty() && rate * modes->largest() > 2 * (1 + 1e-12))
    return Error{ErrorCode::bad_param, "learningRate",
                 "must be at most " + to_text(limit) +
                     ", where gradient descent on this kernel stays bounded (2/λ_max), got " +
                     to_text(given_rate)};

  const Matrix zero = Matrix::zeros(n, y.cols), zero_test = Matrix::zeros(m, y.cols),
               none = Matrix::zeros(0, n);
  const Matrix& f0 = inputs.has("f0") ? inputs["f0"] : zero;
  const Matrix& test_kernel = m > 0 ? inputs["testKernel"] : none;
  const Matrix& f0_test = inputs.has("f0Test") ? inputs["f0Test"] : zero_test;
  const Predictor predictor(*modes, y, f0, test_kernel, f0_test);

  Outputs out;
  std::vector<double> half;
  for (const double value : modes->values)
    if (value > 0) half.push_back(kLn2 / (rate * value));
  out.push_back({"modeResiduals", {n, y.cols, predictor.residuals()}});
  out.push_back(list("halfTimes", std::move(half)));
  if (modes->largest() > 0) out.push_back(scalar("learningRateLimit", limit));
  const auto add = [&](Curves&& c, std::string_view factors, std::string_view loss,
                       std::string_view train, std::string_view test) {
    out.push_back({factors, std::move(c.factors)});
    out.push_back(list(loss, std::move(c.loss)));
    out.push_back({train, std::move(c.train)});
    if (m > 0) out.push_back({test, std::move(c.test)});
  };
  if (!times.empty())
    add(curves(*modes, predictor, y, f0_test, times, rate, weight,
               [&](double value, double t) { return gradient_flow(value, rate * t); }),
        "flowFactors", "flowLoss", "flowTrain", "flowTest");
  if (!steps.empty())
    add(curves(*modes, predictor, y, f0_test, steps, rate, weight,
               [&](double value, double k) { return gradient_descent(value, rate, k); }),
        "stepFactors", "stepLoss", "stepTrain", "stepTest");
  if (params.has("ridge")) {
    std::vector<double> difference(y.data);
    for (std::size_t e = 0; e < difference.size(); ++e) difference[e] -= f0.data[e];
    Result<RidgeSolution> solved =
        ridge_solve(kernel.data.data(), n, params.number("ridge"), difference.data(), y.cols);
    if (!solved) return solved.error();
    Matrix train = zero, test = zero_test;
    multiply(1, kernel.data.data(), n, n, solved->x.data(), y.cols, train.data.data());
    for (std::size_t e = 0; e < train.data.size(); ++e) train.data[e] += f0.data[e];
    out.push_back({"posteriorTrain", std::move(train)});
    if (m > 0) {
      multiply(1, test_kernel.data.data(), m, n, solved->x.data(), y.cols, test.data.data());
      for (std::size_t e = 0; e < test.data.size(); ++e) test.data[e] += f0_test.data[e];
      out.push_back({"posteriorTest", std::move(test)});
    }
    out.push_back(scalar("condition", solved->condition));
  }
  out.push_back(list("eigenvalues", std::move(modes->values)));
  return out;
}

}  // namespace posenc::training_prediction_detail
