#include "analyses/experiments/bandwidth_sweep.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <optional>

#include "analyses/experiments/setup.hpp"
#include "core/random.hpp"
#include "core/real.hpp"
#include "kernels/moments.hpp"
#include "linalg/products.hpp"
#include "linalg/solve.hpp"
#include "train/trainer.hpp"

namespace posenc::bandwidth_sweep_row {
namespace {

constexpr std::size_t kHidden = 3, kFamilies = 4;

struct Setting {
  std::vector<double> deviations;
  std::size_t points, features, signals, draws, width, steps;
  double power, ridge, rate;
  std::uint64_t seed;
};

// variance of e^{L·U}, U uniform in [0, 1]
double log_uniform_variance(double l) {
  const double mean = real::expm1(l) / l;
  return real::expm1(2 * l) / (2 * l) - mean * mean;
}
// L = ln s for which s^U has this standard deviation
double log_uniform_range(double deviation) {
  double low = 1e-4, high = 60;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (log_uniform_variance(middle) < deviation * deviation ? low : high) = middle;
  }
  return low;
}

std::vector<double> draw_frequencies(std::size_t family, double deviation, std::size_t count,
                                     const Random& random) {
  std::vector<double> b(count);
  const double range = family == 2 ? log_uniform_range(deviation) : 0;
  for (std::size_t j = 0; j < count; ++j) {
    const double u = random.uniform(j);
    if (family == 0) b[j] = deviation * random.normal(j);
    if (family == 1) b[j] = deviation * std::sqrt(3.0) * (2 * u - 1);
    if (family == 2) b[j] = real::exp(range * u);
    if (family == 3)
      b[j] = deviation / std::sqrt(2.0) * (u < 0.5 ? real::log(2 * u) : -real::log(2 - 2 * u));
  }
  return b;
}

class BandwidthSweep {
 public:
  explicit BandwidthSweep(Setting setting) : s_(std::move(setting)) {
    const std::size_t n = s_.points;
    drawn_ = predicted_ = measured_ = Matrix::zeros(kFamilies, s_.deviations.size());
    y_ = y_test_ = Matrix::zeros(n, s_.signals);
    const std::vector<double> grid = unit_grid(2 * n);
    for (std::size_t i = 0; i < 2 * n; ++i) (i % 2 == 0 ? even_ : odd_).push_back(grid[i]);
  }

  Steps run(Work& work) {
    const auto n = static_cast<double>(s_.points), w = static_cast<double>(s_.width),
               signals = static_cast<double>(s_.signals);
    const double curve = static_cast<double>(kFamilies * s_.deviations.size()),
                 prediction = 2 * n * n * (n + signals + 400),
                 training = 6 * n * w * (2 * static_cast<double>(s_.features) + 2 * w + signals);
    work.total = signals * signal_cost() + curve * (static_cast<double>(s_.draws) * prediction +
                                                    static_cast<double>(s_.steps) * training);
    for (std::size_t c = 0; c < s_.signals; ++c) {
      co_yield standard_signal(s_.power, s_.points, s_.seed, c, y_, y_test_);
    }
    for (family_ = 0; family_ < kFamilies; ++family_)
      for (at_ = 0; at_ < s_.deviations.size(); ++at_) {
        for (std::size_t draw = 0; draw < s_.draws; ++draw) {
          co_yield predict(draw, work.error);
          if (work.error) co_return;
        }
        drawn_(family_, at_) = std::sqrt(drawn_(family_, at_));
        if (s_.steps == 0) continue;
        co_yield measure(work.error);
        if (work.error) co_return;
      }
    report(work.outputs);
  }

 private:
  double signal_cost() const {
    const auto n = static_cast<double>(s_.points);
    return 100 * 2 * n * n;
  }

  void report(Outputs& out) {
    const auto best = [&](const Matrix& errors) {
      std::vector<double> at;
      for (std::size_t f = 0; f < kFamilies; ++f)
        at.push_back(s_.deviations[static_cast<std::size_t>(
            std::min_element(errors.row(f), errors.row(f) + errors.cols) - errors.row(f))]);
      return at;
    };
    out.push_back(list("bestPredicted", best(predicted_)));
    if (s_.steps > 0) {
      out.push_back(list("bestMeasured", best(measured_)));
      out.push_back({"measured", std::move(measured_)});
    }
    out.push_back({"predicted", std::move(predicted_)});
    out.push_back({"drawnDeviations", std::move(drawn_)});
    out.push_back(list("deviations", std::move(s_.deviations)));
  }

  // the same random numbers for every deviation: curves without their noise in between
  std::vector<double> frequencies(std::size_t draw) const {
    return draw_frequencies(family_, s_.deviations[at_], s_.features,
                            Random(s_.seed, static_cast<std::uint32_t>(5000 + draw)));
  }

  Steps predict(std::size_t draw, std::optional<Error>& error) {
    const std::size_t n = s_.points;
    const std::vector<double> b = frequencies(draw), ones(s_.features, 1.0);
    drawn_(family_, at_) += moments(b).variance / static_cast<double>(s_.draws);
    Matrix x, test;
    co_yield fourier_features(even_, b, ones, x);
    co_yield fourier_features(odd_, b, ones, test);
    const std::vector<Layer> layers = relu_network(kHidden, s_.width, 1, 0);
    Matrix kernel, across;
    co_yield standard_ntk(layers, x, x, kernel, error);
    if (error) co_return;
    co_yield standard_ntk(layers, test, x, across, error);
    if (error) co_return;
    double diagonal = 0;
    for (std::size_t i = 0; i < n; ++i) diagonal += kernel(i, i) / static_cast<double>(n);
    RidgeSolution solved;
    co_yield ridge_steps(kernel, s_.ridge * diagonal, y_, "ridge", solved, error);
    if (error) co_return;
    std::vector<double> f(n * s_.signals);
    co_yield multiply_steps(1, across, solved.x, f.data());
    predicted_(family_, at_) += mean_square(f) / static_cast<double>(s_.draws);
  }

  Steps measure(std::optional<Error>& error) {
    const std::vector<double> b = frequencies(0), ones(s_.features, 1.0);
    Matrix x, x_test;
    co_yield fourier_features(even_, b, ones, x);
    co_yield fourier_features(odd_, b, ones, x_test);
    Result<Mlp> mlp =
        Mlp::make(relu_network(kHidden, s_.width, 1, 0), x.cols, s_.signals, true, true);
    if (!mlp) {
      error = mlp.error();
      co_return;
    }
    co_yield mlp->initialise_steps(s_.seed);
    Trainer trainer(std::move(mlp).value(), x, y_,
                    TrainingPlan{.learning_rate = s_.rate,
                                 .optimizer = FullBatchOptimizerKind::adam,
                                 .mean_loss = true});
    std::size_t step = 0;
    co_yield train(trainer, step, s_.steps, s_.steps, nothing);
    if (!(trainer.loss() < kInfinity)) {
      error = bad_param("learningRate", "must be smaller: the loss has become infinite at step ",
                        step, ", got ", to_text(s_.rate));
      co_return;
    }
    Pass pass;
    co_yield trainer.mlp().pass_steps(s_.points, pass);
    co_yield trainer.mlp().forward(x_test.data.data(), pass);
    measured_(family_, at_) = mean_square(pass.output);
  }
  static Steps nothing() { co_return; }

  double mean_square(const std::vector<double>& f) const {
    double sum = 0;
    for (std::size_t e = 0; e < f.size(); ++e)
      sum += (f[e] - y_test_.data[e]) * (f[e] - y_test_.data[e]);
    return sum / static_cast<double>(f.size());
  }

  Setting s_;
  Matrix y_, y_test_, drawn_, predicted_, measured_;
  std::vector<double> even_, odd_;
  std::size_t family_ = 0, at_ = 0;
};

}  // namespace

Result<Count> holds(const Params& params, const Sizes&, std::span<const Layer>) {
  const auto count = [&](std::string_view name) { return Count(params.integer(name)); };
  const Count points = count("points"), features = 2 * count("features"),
              signals = count("signals"), width = count("width");
  return 12 * points * points + 6 * points * (features + signals) +
         2 * points * (features + 4 * 3 * width + 4 * signals) +
         8 * width * (features + 2 * width + signals) + 4096 * Count(4) + 1024 * points;
}

Steps steps(const Params& params, const Inputs&, std::span<const Layer>, Work& work) {
  Setting s = {.deviations = {},
               .points = params.count("points"),
               .features = params.count("features"),
               .signals = params.count("signals"),
               .draws = params.count("draws"),
               .width = params.count("width"),
               .steps = params.count("steps"),
               .power = params.number("power"),
               .ridge = params.number("ridge"),
               .rate = params.number("learningRate"),
               .seed = static_cast<std::uint64_t>(params.integer("seed"))};
  if (params.has("deviations")) {
    s.deviations.assign(params.numbers("deviations").begin(), params.numbers("deviations").end());
    if (s.deviations.empty()) {
      work.error = bad_shape("deviations", "must hold at least one number");
      co_return;
    }
  } else {
    double deviation = static_cast<double>(s.points) / 1024;
    for (int i = 0; i < 10; ++i, deviation *= 2) s.deviations.push_back(deviation);
  }
  BandwidthSweep sweep(std::move(s));
  co_yield sweep.run(work);
}

}  // namespace posenc::bandwidth_sweep_row
