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

  void run(Work& work) {
    for (std::size_t c = 0; c < s_.signals; ++c)
      standard_signal(s_.power, s_.points, s_.seed, c, y_, y_test_);
    for (family_ = 0; family_ < kFamilies; ++family_)
      for (at_ = 0; at_ < s_.deviations.size(); ++at_) {
        for (std::size_t draw = 0; draw < s_.draws; ++draw)
          if ((work.error = predict(draw))) return;
        drawn_(family_, at_) = std::sqrt(drawn_(family_, at_));
        if (s_.steps > 0 && (work.error = measure())) return;
        work.progress.done(family_ * s_.deviations.size() + at_ + 1,
                           kFamilies * s_.deviations.size());
      }
    report(work.outputs);
  }

 private:
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

  // uses the same random numbers for every deviation, for curves without noise between points
  std::vector<double> frequencies(std::size_t draw) const {
    return draw_frequencies(family_, s_.deviations[at_], s_.features,
                            Random(s_.seed, static_cast<std::uint32_t>(5000 + draw)));
  }

  std::optional<Error> predict(std::size_t draw) {
    const std::size_t n = s_.points;
    const std::vector<double> b = frequencies(draw), ones(s_.features, 1.0);
    drawn_(family_, at_) += moments(b).variance / static_cast<double>(s_.draws);
    const Matrix x = fourier_features(even_, b, ones), test = fourier_features(odd_, b, ones);
    const std::vector<Layer> layers = relu_network(kHidden, s_.width, 1, 0);
    const Result<Matrix> kernel = standard_ntk(layers, x, x);
    if (!kernel) return kernel.error();
    const Result<Matrix> across = standard_ntk(layers, test, x);
    if (!across) return across.error();
    double diagonal = 0;
    for (std::size_t i = 0; i < n; ++i) diagonal += (*kernel)(i, i) / static_cast<double>(n);
    const Result<RidgeSolution> solved = ridge_solve(*kernel, s_.ridge * diagonal, y_, "ridge");
    if (!solved) return solved.error();
    std::vector<double> f(n * s_.signals);
    multiply(1, *across, solved->x, f.data());
    predicted_(family_, at_) += mean_square(f) / static_cast<double>(s_.draws);
    return std::nullopt;
  }

  std::optional<Error> measure() {
    const std::vector<double> b = frequencies(0), ones(s_.features, 1.0);
    const Matrix x = fourier_features(even_, b, ones), x_test = fourier_features(odd_, b, ones);
    Result<Mlp> mlp =
        Mlp::make(relu_network(kHidden, s_.width, 1, 0), x.cols, s_.signals, true, true);
    if (!mlp) return mlp.error();
    mlp->initialise(s_.seed);
    Trainer trainer(std::move(mlp).value(), x, y_,
                    TrainingPlan{.learning_rate = s_.rate,
                                 .optimizer = FullBatchOptimizerKind::adam,
                                 .mean_loss = true});
    std::size_t step = 0;
    train(trainer, step, s_.steps, s_.steps, [] {});
    if (!(trainer.loss() < kInfinity))
      return bad_param("learningRate", "must be smaller: the loss has become infinite at step ",
                       step, ", got ", to_text(s_.rate));
    Pass pass = trainer.mlp().pass(s_.points);
    trainer.mlp().forward(x_test.data.data(), pass);
    measured_(family_, at_) = mean_square(pass.output);
    return std::nullopt;
  }

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

Result<Count> largest(const Params& params, const Sizes&, std::span<const Layer>) {
  const auto count = [&](std::string_view name) { return Count(params.integer(name)); };
  const Count points = count("points"), width = count("width"),
              columns = std::max({2 * count("features"), count("signals"), width});
  return std::max({points * points, points * columns, columns * width});
}

void run(const Params& params, const Inputs&, std::span<const Layer>, Work& work) {
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
      return;
    }
  } else {
    double deviation = static_cast<double>(s.points) / 1024;
    for (int i = 0; i < 10; ++i, deviation *= 2) s.deviations.push_back(deviation);
  }
  BandwidthSweep sweep(std::move(s));
  sweep.run(work);
}

}  // namespace posenc::bandwidth_sweep_row
