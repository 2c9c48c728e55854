#include "analyses/experiments/fourier_regression.hpp"

#include <algorithm>
#include <cmath>  // std::floor
#include <memory>
#include <optional>

#include "analyses/experiments/setup.hpp"
#include "analyses/training/empirical_ntk.hpp"
#include "core/real.hpp"
#include "kernels/prediction.hpp"
#include "train/trainer.hpp"

namespace posenc::fourier_regression_row {
namespace {

constexpr std::size_t kHidden = 3, kOversampling = 8, kRecords = 50;

struct Setting {
  std::vector<double> decays, frequencies;
  std::size_t points, width, steps;
  double rate;
  std::uint64_t seed;
};

Matrix features_of(std::size_t grid, std::size_t points, double decay) {
  std::vector<double> frequencies, amplitudes;
  for (std::size_t j = 1; j <= points / 2; ++j) {
    frequencies.push_back(static_cast<double>(j));
    amplitudes.push_back(real::pow(static_cast<double>(j), -decay));
  }
  return fourier_features(unit_grid(grid), frequencies, amplitudes);
}

// the rows of every `each`th point
Matrix thinned(const Matrix& all, std::size_t each) {
  Matrix some{0, all.cols, {}};
  for (std::size_t i = 0; i < all.rows; i += each, ++some.rows)
    some.data.insert(some.data.end(), all.row(i), all.row(i) + all.cols);
  return some;
}

// One network: its training data and its predictions.
struct Network {
  Matrix all, x, y;
  Pass pass;  // of all
  std::optional<Trainer> trainer;
  std::size_t step = 0;
};

class FourierRegression {
 public:
  explicit FourierRegression(Setting setting) : s_(std::move(setting)) {
    const std::size_t m = kOversampling * s_.points;
    every_ = std::max<std::size_t>(1, s_.steps / kRecords);
    for (std::size_t k = 0; k < s_.steps; k += every_) steps_.push_back(static_cast<double>(k));
    steps_.push_back(static_cast<double>(s_.steps));
    const std::size_t networks = s_.decays.size(), records = steps_.size();
    rows_ = Matrix::zeros(networks, s_.points);
    spectra_ = Matrix::zeros(networks, s_.points / 2 + 1);
    measured_ = predicted_ = empirical_ = Matrix::zeros(networks * records, s_.frequencies.size());
    test_ = predicted_test_ = Matrix::zeros(networks, records);
    outputs_ = predicted_outputs_ = Matrix::zeros(networks, m);
  }

  void run(double time, Work& work) {
    const std::size_t m = kOversampling * s_.points;
    target_ = power_law_signal(m, 1, m / 4, s_.seed, 1000);
    scale_to_half(target_);
    if ((work.error = scaled_rate(time))) return;
    for (at_ = 0; at_ < s_.decays.size(); ++at_) {
      if ((work.error = begin())) return;
      record_ = 0;
      const auto networks = static_cast<double>(s_.decays.size()), at = static_cast<double>(at_);
      train(
          *now_->trainer, now_->step, s_.steps, every_, [this] { record(); },
          work.progress.part(at / networks, (at + 1) / networks));
      if (!(now_->trainer->loss() < kInfinity)) {
        work.error = bad_param("time", "the loss has become infinite at step ", now_->step,
                               ": take more steps, or a shorter time");
        return;
      }
      outputs_row(outputs_.row(at_));
      now_.reset();
    }
    report(work.outputs);
  }

 private:
  // η·steps at this width: scaled by the ratio of the decay rates of frequency 5 at p = 1
  std::optional<Error> scaled_rate(double time) {
    const std::size_t k = std::min<std::size_t>(5, s_.points / 2);
    const Matrix x = features_of(s_.points, s_.points, 1);
    const Matrix first{1, x.cols, {x.row(0), x.row(1)}};
    std::vector<double> rates;
    for (const std::size_t w : {std::size_t{1024}, s_.width}) {
      const Result<Matrix> kernel = standard_ntk(relu_network(kHidden, w, 1, 0), first, x);
      if (!kernel) return kernel.error();
      rates.push_back(fourier_cosine(kernel->row(0), s_.points, k));
    }
    s_.rate = time * rates[0] / rates[1] / static_cast<double>(s_.steps);
    return std::nullopt;
  }

  void report(Outputs& out) {
    out.push_back(list("decays", std::move(s_.decays)));
    out.push_back(list("frequencies", std::move(s_.frequencies)));
    out.push_back(list("steps", std::move(steps_)));
    out.push_back(scalar("learningRate", s_.rate));
    out.push_back({"kernelRows", std::move(rows_)});
    out.push_back({"kernelSpectra", std::move(spectra_)});
    out.push_back({"measured", std::move(measured_)});
    out.push_back({"predicted", std::move(predicted_)});
    out.push_back({"predictedEmpirical", std::move(empirical_)});
    out.push_back({"measuredTestError", std::move(test_)});
    out.push_back({"predictedTestError", std::move(predicted_test_)});
    out.push_back(list("target", std::move(target_)));
    out.push_back({"measuredOutputs", std::move(outputs_)});
    out.push_back({"predictedOutputs", std::move(predicted_outputs_)});
  }

  // computes kernels, the initial network and its predictions
  std::optional<Error> begin() {
    const std::size_t m = kOversampling * s_.points, n = s_.points;
    now_ = std::make_unique<Network>();
    now_->all = features_of(m, n, s_.decays[at_]);
    now_->x = thinned(now_->all, kOversampling);
    now_->y = thinned({m, 1, target_}, kOversampling);
    const std::vector<Layer> layers = relu_network(kHidden, s_.width, 1, 0);
    Result<Mlp> mlp = Mlp::make(layers, now_->x.cols, 1, true, true);
    if (!mlp) return mlp.error();
    mlp->initialise(s_.seed);
    Pass& pass = now_->pass = mlp->pass(m);
    mlp->forward(now_->all.data.data(), pass);
    const Matrix f0_test{m, 1, pass.output};
    const Result<Matrix> across = standard_ntk(layers, now_->all, now_->x);
    if (!across) return across.error();
    const Matrix kernel = thinned(*across, kOversampling);
    for (std::size_t i = 0; i < n; ++i) rows_(at_, i) = kernel(i, 0);
    for (std::size_t k = 0; k <= n / 2; ++k) {
      spectra_(at_, k) = fourier_cosine(rows_.row(at_), n, k);
    }
    if (auto error = predict(kernel, *across, f0_test, predicted_, true)) return error;
    const Matrix tangent = tangent_kernel(*mlp, now_->x, now_->x), none = Matrix::zeros(0, n);
    if (auto error = predict(tangent, none, f0_test, empirical_, false)) return error;
    now_->trainer.emplace(std::move(mlp).value(), now_->x, now_->y,
                          TrainingPlan{.learning_rate = s_.rate});
    return std::nullopt;
  }

  std::optional<Error> predict(const Matrix& kernel, const Matrix& across, const Matrix& f0_all,
                               Matrix& curves, bool outputs) {
    const Result<Modes> found = modes_of(kernel, "time");
    if (!found) return found.error();
    const Modes& modes = *found;
    if (s_.rate * modes.largest() > 2)
      return bad_param(
          "steps", "must be at least ",
          to_text(std::floor(s_.rate * static_cast<double>(s_.steps) * modes.largest() / 2) + 1),
          " for gradient descent to stay bounded over this time (η <= 2/λ_max), got ", s_.steps);
    const Matrix f0 = thinned(f0_all, kOversampling), none = Matrix::zeros(0, 1);
    Predictor predictor(modes, now_->y, outputs ? f0_all : none);
    predictor.prepare(f0, across);
    std::vector<Evolution> evolution(s_.points);
    std::vector<double> train(s_.points), test(across.rows);
    for (std::size_t r = 0; r < steps_.size(); ++r) {
      for (std::size_t i = 0; i < s_.points; ++i)
        evolution[i] = gradient_descent(modes.values[i], s_.rate, steps_[r]);
      predictor.outputs(evolution, s_.rate * steps_[r], train.data(), test.data());
      amplitudes(train, curves.row(at_ * steps_.size() + r));
      if (outputs) predicted_test_(at_, r) = error_between(test);
    }
    if (outputs) std::ranges::copy(test, predicted_outputs_.row(at_));
    return std::nullopt;
  }

  void record() {
    amplitudes(now_->trainer->outputs(), measured_.row(at_ * steps_.size() + record_));
    std::vector<double> all(target_.size());
    outputs_row(all.data());
    test_(at_, record_++) = error_between(all);
  }

  void outputs_row(double* out) const {
    const Mlp& mlp = now_->trainer->mlp();
    Pass& pass = now_->pass;
    mlp.forward(now_->all.data.data(), pass);
    std::ranges::copy(pass.output, out);
  }

  // 2|DFT|/n of the residual at the tracked frequencies
  void amplitudes(const std::vector<double>& f, double* out) const {
    std::vector<double> residual(f);
    for (std::size_t i = 0; i < s_.points; ++i) residual[i] -= now_->y.data[i];
    for (std::size_t k = 0; k < s_.frequencies.size(); ++k)
      out[k] =
          2 *
          fourier_size(residual.data(), s_.points, static_cast<std::size_t>(s_.frequencies[k])) /
          static_cast<double>(s_.points);
  }

  // mean square at the points not used for training
  double error_between(const std::vector<double>& f) const {
    double square = 0;
    for (std::size_t i = 0; i < f.size(); ++i)
      if (i % kOversampling != 0) square += (f[i] - target_[i]) * (f[i] - target_[i]);
    return square / static_cast<double>(f.size() - s_.points);
  }

  Setting s_;
  std::vector<double> target_, steps_;
  std::size_t every_ = 1, at_ = 0, record_ = 0;
  std::unique_ptr<Network> now_;
  Matrix rows_, spectra_, measured_, predicted_, empirical_, test_, predicted_test_, outputs_,
      predicted_outputs_;
};

}  // namespace

Result<Count> largest(const Params& params, const Sizes&, std::span<const Layer>) {
  const Count all = kOversampling * Count(params.integer("points")),
              width = params.integer("width");
  return std::max({all * params.integer("points"), all * width, width * width});
}

void run(const Params& params, const Inputs&, std::span<const Layer>, Work& work) {
  Setting s = {.decays = params.numbers_or("decays", {0, 1, 64}),
               .frequencies = params.numbers_or("frequencies", {1, 5, 15}),
               .points = params.count("points"),
               .width = params.count("width"),
               .steps = params.count("steps"),
               .rate = 0,
               .seed = static_cast<std::uint64_t>(params.integer("seed"))};
  if (s.decays.empty()) work.error = bad_shape("decays", "must hold at least one number");
  if (!params.has("frequencies"))
    std::erase_if(s.frequencies, [&](double k) { return k > static_cast<double>(s.points / 2); });
  for (const double k : s.frequencies)
    if (k != std::floor(k) || k > static_cast<double>(s.points / 2))
      work.error =
          bad_param("frequencies", "must be whole numbers of at most points/2 = ", s.points / 2,
                    ", got ", to_text(k));
  if (work.error) return;
  FourierRegression regression(std::move(s));
  regression.run(params.number("time"), work);
}

}  // namespace posenc::fourier_regression_row
