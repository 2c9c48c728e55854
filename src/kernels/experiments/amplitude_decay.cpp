#include "kernels/experiments/amplitude_decay.hpp"

#include <algorithm>
#include <cmath>  // std::floor
#include <optional>

#include "core/real.hpp"
#include "kernels/experiments/setup.hpp"
#include "kernels/training/prediction.hpp"
#include "kernels/training/trainer.hpp"

namespace posenc::amplitude_decay_detail {
namespace {

constexpr std::size_t kHidden = 3;

struct Setting {
  std::vector<double> decays, powers;
  std::size_t points, draws, width, steps;
  double time;
  std::uint64_t seed;
};

// Signals as columns: at the training points, and at the test points between them.
struct Signals {
  Matrix train, test;
};

class AmplitudeDecay final : public Job {
 public:
  explicit AmplitudeDecay(Setting setting) : s_(std::move(setting)) {
    predicted_ = Matrix::zeros(s_.powers.size(), s_.decays.size());
    if (s_.steps > 0) first_ = measured_ = predicted_;
  }

  // signals of one power, then one decay of all powers, or a slice of one network
  Result<double> advance() override {
    if (signals_.size() < s_.powers.size()) {
      draw();
      return 0.0;
    }
    if (trainer_ == nullptr) {
      if (auto error = begin()) return *error;
      if (s_.steps == 0) ++at_;
    } else {
      const Slice slice =
          train_slice(*trainer_, step_, s_.steps, s_.steps, [](const std::vector<double>&) {});
      if (slice == Slice::diverged)
        return Error{ErrorCode::bad_param, "steps",
                     "must be more: the loss has become infinite at step " + std::to_string(step_) +
                         " of " + std::to_string(s_.steps)};
      if (slice == Slice::done) {
        measured_(power_, at_) = error_of(trainer_->mlp());
        trainer_.reset();
        if (++power_ == s_.powers.size()) power_ = 0, ++at_;
      }
    }
    if (at_ == s_.decays.size()) return 1.0;
    return (static_cast<double>(at_) +
            static_cast<double>(power_) / static_cast<double>(s_.powers.size())) /
           static_cast<double>(s_.decays.size());
  }

  Result<Outputs> finish() override {
    std::vector<double> best;
    for (std::size_t a = 0; a < s_.powers.size(); ++a) {
      const double* row = predicted_.row(a);
      best.push_back(
          s_.decays[static_cast<std::size_t>(std::min_element(row, row + s_.decays.size()) - row)]);
    }
    Outputs out;
    out.push_back(list("decays", std::move(s_.decays)));
    out.push_back(list("powers", std::move(s_.powers)));
    out.push_back({"predicted", std::move(predicted_)});
    out.push_back(list("bestDecays", std::move(best)));
    if (s_.steps > 0) {
      out.push_back({"predictedOfFirst", std::move(first_)});
      out.push_back({"measured", std::move(measured_)});
    }
    return out;
  }

 private:
  // signals of mean square 1 over all their points
  void draw() {
    const std::size_t n = s_.points, a = signals_.size();
    Signals s{Matrix::zeros(n, s_.draws), Matrix::zeros(n, s_.draws)};
    for (std::size_t d = 0; d < s_.draws; ++d) {
      const auto stream = static_cast<std::uint32_t>(1000 + d);
      const std::vector<double> y = power_law_signal(2 * n, s_.powers[a], n / 2, s_.seed, stream);
      double mean = 0, square = 0;
      for (const double v : y) mean += v / static_cast<double>(2 * n);
      for (const double v : y) square += (v - mean) * (v - mean) / static_cast<double>(2 * n);
      for (std::size_t i = 0; i < n; ++i) {
        s.train(i, d) = (y[2 * i] - mean) / std::sqrt(square);
        s.test(i, d) = (y[2 * i + 1] - mean) / std::sqrt(square);
      }
    }
    signals_.push_back(std::move(s));
  }

  std::optional<Error> begin() {
    const std::size_t n = s_.points;
    if (power_ == 0) {
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
      Result<Matrix> kernel = standard_ntk(layers, x_, x_);
      if (!kernel) return kernel.error();
      Result<Matrix> across = standard_ntk(layers, x_test_, x_);
      if (!across) return across.error();
      across_ = std::move(across).value();
      Result<Modes> modes = modes_of(*kernel, "width");
      if (!modes) return modes.error();
      modes_ = std::move(modes).value();
      for (std::size_t a = 0; a < s_.powers.size(); ++a) {
        const Matrix zero = Matrix::zeros(n, s_.draws);
        predicted_(a, at_) = predict(signals_[a].train, signals_[a].test, zero, zero);
      }
    }
    return s_.steps > 0 ? begin_training() : std::nullopt;
  }

  std::optional<Error> begin_training() {
    const std::size_t n = s_.points;
    const double rate = s_.time / static_cast<double>(s_.steps);
    if (rate * modes_.largest() > 2)
      return Error{ErrorCode::bad_param, "steps",
                   "must be 0 or at least " +
                       to_text(std::floor(s_.time * modes_.largest() / 2) + 1) +
                       " for gradient descent to stay bounded over this time and width "
                       "(η <= 2/λ_max), got " +
                       std::to_string(s_.steps)};
    Result<Mlp> mlp = Mlp::make(relu_network(kHidden, s_.width, 1, 0), x_.cols, 1, true, true);
    if (!mlp) return mlp.error();
    mlp->initialise(s_.seed);
    Pass pass = mlp->pass(n);
    mlp->forward(x_.data.data(), pass, 0, n);
    const Matrix f0{n, 1, pass.output};
    mlp->forward(x_test_.data.data(), pass, 0, n);
    const Matrix f0_test{n, 1, pass.output};
    y_ = first_column(signals_[power_].train);
    y_test_ = first_column(signals_[power_].test);
    first_(power_, at_) = predict(y_, y_test_, f0, f0_test);
    step_ = 0;
    trainer_ =
        std::make_unique<Trainer>(std::move(mlp).value(), x_, y_, TrainingPlan{.rate = rate});
    return std::nullopt;
  }

  // mean square error at the test points
  double predict(const Matrix& y, const Matrix& y_test, const Matrix& f0,
                 const Matrix& f0_test) const {
    const Predictor predictor(modes_, y, f0, across_, f0_test);
    std::vector<Evolution> evolution;
    for (const double value : modes_.values) evolution.push_back(gradient_flow(value, s_.time));
    std::vector<double> train(y.data.size()), test(y.data.size());
    predictor.outputs(evolution, s_.time, train.data(), test.data());
    return mean_square(test, y_test);
  }
  double error_of(const Mlp& mlp) const {
    Pass pass = mlp.pass(s_.points);
    mlp.forward(x_test_.data.data(), pass, 0, s_.points);
    return mean_square(pass.output, y_test_);
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
  std::size_t at_ = 0, power_ = 0, step_ = 0;
  Matrix x_, x_test_, across_, y_, y_test_, predicted_, first_, measured_;
  Modes modes_;
  std::unique_ptr<Trainer> trainer_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs&, std::span<const Layer>) {
  const auto count = [&](std::string_view name) {
    return static_cast<std::size_t>(params.integer(name));
  };
  const auto list_of = [&](std::string_view name, std::vector<double> otherwise) {
    if (!params.has(name)) return otherwise;
    return std::vector<double>(params.numbers(name).begin(), params.numbers(name).end());
  };
  std::vector<double> decays;
  for (int i = 0; i <= 16; ++i) decays.push_back(i / 8.0);
  decays.push_back(64);
  Setting s = {.decays = list_of("decays", std::move(decays)),
               .powers = list_of("powers", {0.5, 1, 1.5, 2}),
               .points = count("points"),
               .draws = count("draws"),
               .width = count("width"),
               .steps = count("steps"),
               .time = params.number("time"),
               .seed = static_cast<std::uint64_t>(params.integer("seed"))};
  for (const auto& [name, list] : {std::pair{"decays", &s.decays}, {"powers", &s.powers}})
    if (list->empty()) return Error{ErrorCode::bad_shape, name, "must hold at least one number"};
  return std::unique_ptr<Job>(std::make_unique<AmplitudeDecay>(std::move(s)));
}

}  // namespace posenc::amplitude_decay_detail
