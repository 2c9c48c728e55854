#include "analyses/experiments/amplitude_decay.hpp"

#include <algorithm>
#include <cmath>  // std::floor
#include <optional>

#include "analyses/experiments/setup.hpp"
#include "core/real.hpp"
#include "kernels/prediction.hpp"
#include "train/trainer.hpp"

namespace posenc::amplitude_decay_row {
namespace {

constexpr std::size_t kHidden = 3;

struct Setting {
  std::vector<double> decays, powers;
  std::size_t points, draws, width, steps;
  double time;
  std::uint64_t seed;
};

// Signals as columns: at the training points, and at the test points halfway between them.
struct Signals {
  Matrix train, test;
};

class AmplitudeDecay {
 public:
  explicit AmplitudeDecay(Setting setting) : s_(std::move(setting)) {
    predicted_ = Matrix::zeros(s_.powers.size(), s_.decays.size());
    if (s_.steps > 0) first_ = measured_ = predicted_;
  }

  // draws the signals of every power, then does each decay for all powers
  void run(Work& work) {
    for (std::size_t a = 0; a < s_.powers.size(); ++a) draw(a);
    for (at_ = 0; at_ < s_.decays.size(); ++at_) {
      if ((work.error = begin())) return;
      for (power_ = 0; s_.steps > 0 && power_ < s_.powers.size(); ++power_) {
        work.progress.done(at_ * s_.powers.size() + power_, s_.decays.size() * s_.powers.size());
        if ((work.error = measure())) return;
      }
      work.progress.done(at_ + 1, s_.decays.size());
    }
    report(work.outputs);
  }

 private:
  void report(Outputs& out) {
    std::vector<double> best;
    for (std::size_t a = 0; a < s_.powers.size(); ++a) {
      const double* row = predicted_.row(a);
      best.push_back(
          s_.decays[static_cast<std::size_t>(std::min_element(row, row + s_.decays.size()) - row)]);
    }
    out.push_back(list("decays", std::move(s_.decays)));
    out.push_back(list("powers", std::move(s_.powers)));
    out.push_back({"predicted", std::move(predicted_)});
    out.push_back(list("bestDecays", std::move(best)));
    if (s_.steps > 0) {
      out.push_back({"predictedOfFirst", std::move(first_)});
      out.push_back({"measured", std::move(measured_)});
    }
  }

  void draw(std::size_t a) {
    const std::size_t n = s_.points;
    Signals s{Matrix::zeros(n, s_.draws), Matrix::zeros(n, s_.draws)};
    for (std::size_t d = 0; d < s_.draws; ++d)
      standard_signal(s_.powers[a], n / 2, s_.seed, d, s.train, s.test);
    signals_.push_back(std::move(s));
  }

  // computes the kernels of this decay and their predictions for every power
  std::optional<Error> begin() {
    const std::size_t n = s_.points;
    std::vector<double> frequencies, amplitudes, even, odd;
    for (std::size_t j = 1; j <= n / 2; ++j) {
      frequencies.push_back(static_cast<double>(j));
      amplitudes.push_back(real::pow(static_cast<double>(j), -s_.decays[at_]));
    }
    const std::vector<double> grid = unit_grid(2 * n);
    for (std::size_t i = 0; i < 2 * n; ++i) (i % 2 == 0 ? even : odd).push_back(grid[i]);
    x_ = fourier_features(even, frequencies, amplitudes);
    x_test_ = fourier_features(odd, frequencies, amplitudes);
    const std::vector<Layer> layers = relu_network(kHidden, s_.width, 1, 0);
    const Result<Matrix> kernel = standard_ntk(layers, x_, x_);
    if (!kernel) return kernel.error();
    Result<Matrix> across = standard_ntk(layers, x_test_, x_);
    if (!across) return across.error();
    across_ = std::move(across).value();
    Result<Modes> modes = modes_of(*kernel, "width");
    if (!modes) return modes.error();
    modes_ = std::move(modes).value();
    const Matrix zero = Matrix::zeros(n, s_.draws);
    for (std::size_t a = 0; a < s_.powers.size(); ++a)
      predicted_(a, at_) = predict(signals_[a].train, signals_[a].test, zero, zero);
    return std::nullopt;
  }

  // trains a network on the first signal of a power
  std::optional<Error> measure() {
    const std::size_t n = s_.points;
    const double rate = s_.time / static_cast<double>(s_.steps);
    if (rate * modes_.largest() > 2)
      return bad_param(
          "steps", "must be 0 or at least ",
          to_text(std::floor(s_.time * modes_.largest() / 2) + 1),
          " for gradient descent to stay bounded over this time and width (η <= 2/λ_max), got ",
          s_.steps);
    Result<Mlp> mlp = Mlp::make(relu_network(kHidden, s_.width, 1, 0), x_.cols, 1, true, true);
    if (!mlp) return mlp.error();
    mlp->initialise(s_.seed);
    Pass pass = mlp->pass(n);
    mlp->forward(x_.data.data(), pass);
    const Matrix f0{n, 1, pass.output};
    mlp->forward(x_test_.data.data(), pass);
    const Matrix f0_test{n, 1, pass.output};
    const Matrix y = first_column(signals_[power_].train),
                 y_test = first_column(signals_[power_].test);
    first_(power_, at_) = predict(y, y_test, f0, f0_test);
    Trainer trainer(std::move(mlp).value(), x_, y, TrainingPlan{.learning_rate = rate});
    std::size_t step = 0;
    train(trainer, step, s_.steps, s_.steps, [] {});
    if (!(trainer.loss() < kInfinity))
      return bad_param("steps", "must be more: the loss has become infinite at step ", step, " of ",
                       s_.steps);
    trainer.mlp().forward(x_test_.data.data(), pass);
    measured_(power_, at_) = mean_square(pass.output, y_test);
    return std::nullopt;
  }

  // mean square error at the test points
  double predict(const Matrix& y, const Matrix& y_test, const Matrix& f0,
                 const Matrix& f0_test) const {
    Predictor predictor(modes_, y, f0_test);
    predictor.prepare(f0, across_);
    std::vector<Evolution> evolution;
    for (const double value : modes_.values) evolution.push_back(gradient_flow(value, s_.time));
    std::vector<double> train(y.data.size()), test(y.data.size());
    predictor.outputs(evolution, s_.time, train.data(), test.data());
    return mean_square(test, y_test);
  }
  static double mean_square(const std::vector<double>& f, const Matrix& y) {
    double sum = 0;
    for (std::size_t e = 0; e < f.size(); ++e) sum += (f[e] - y.data[e]) * (f[e] - y.data[e]);
    return sum / static_cast<double>(f.size());
  }
  static Matrix first_column(const Matrix& m) {
    Matrix column = Matrix::zeros(m.rows, 1);
    for (std::size_t i = 0; i < m.rows; ++i) column(i, 0) = m(i, 0);
    return column;
  }

  Setting s_;
  std::vector<Signals> signals_;
  std::size_t at_ = 0, power_ = 0;
  Matrix x_, x_test_, across_, predicted_, first_, measured_;
  Modes modes_;
};

}  // namespace

Result<Count> largest(const Params& params, const Sizes&, std::span<const Layer>) {
  const auto count = [&](std::string_view name) { return Count(params.integer(name)); };
  const Count points = count("points"), width = count("width");
  return std::max({points * points, points * count("draws"), points * width, width * width});
}

void run(const Params& params, const Inputs&, std::span<const Layer>, Work& work) {
  std::vector<double> decays;
  for (int i = 0; i <= 16; ++i) decays.push_back(i / 8.0);
  decays.push_back(64);
  Setting s = {.decays = params.numbers_or("decays", std::move(decays)),
               .powers = params.numbers_or("powers", {0.5, 1, 1.5, 2}),
               .points = params.count("points"),
               .draws = params.count("draws"),
               .width = params.count("width"),
               .steps = params.count("steps"),
               .time = params.number("time"),
               .seed = static_cast<std::uint64_t>(params.integer("seed"))};
  for (const auto& [name, list] : {std::pair{"decays", &s.decays}, {"powers", &s.powers}})
    if (list->empty()) work.error = bad_shape(name, "must hold at least one number");
  if (work.error) return;
  AmplitudeDecay decay(std::move(s));
  decay.run(work);
}

}  // namespace posenc::amplitude_decay_row
