#include "analyses/experiments/rahaman.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <memory>
#include <optional>

#include "analyses/experiments/setup.hpp"
#include "core/random.hpp"
#include "core/real.hpp"
#include "kernels/prediction.hpp"
#include "train/trainer.hpp"

namespace posenc::rahaman_row {
namespace {

constexpr std::size_t kPoints = 200, kWaves = 10, kRecords = 80, kTimes = 61;

std::size_t frequency(std::size_t wave) { return 5 * (wave + 1); }

class Rahaman {
 public:
  Rahaman(Mlp mlp, std::vector<Layer> layers, bool increasing, std::size_t steps, double rate,
          std::uint64_t seed)
      : layers_(std::move(layers)),
        x_{kPoints, 1, unit_grid(kPoints)},
        y_(Matrix::zeros(kPoints, 1)),
        steps_(steps),
        every_(std::max<std::size_t>(1, steps / kRecords)),
        rate_(rate) {
    const Random random(seed, 1000);
    for (std::size_t w = 0; w < kWaves; ++w) {
      const double amplitude = increasing ? static_cast<double>(w + 1) / kWaves : 1;
      amplitudes_.push_back(amplitude);
      for (std::size_t i = 0; i < kPoints; ++i)
        y_.data[i] +=
            amplitude *
            at_turns(static_cast<double>(frequency(w)) * x_.data[i] + random.uniform(w)).sin;
    }
    trainer_ = std::make_unique<Trainer>(
        std::move(mlp), x_, y_,
        TrainingPlan{
            .learning_rate = rate, .optimizer = FullBatchOptimizerKind::adam, .mean_loss = true});
  }

  void run(Work& work) {
    if ((work.error = predict())) return;
    train(
        *trainer_, step_, steps_, every_, [this] { record(); }, work.progress);
    if (trainer_->loss() < kInfinity)
      report(work.outputs);
    else
      work.error =
          bad_param("learningRate", "must be smaller: the loss has become infinite at step ", step_,
                    ", got ", to_text(rate_));
  }

 private:
  void record() {
    recorded_.push_back(static_cast<double>(step_));
    loss_.push_back(trainer_->loss());
    last_ = trainer_->outputs();
    fractions(last_, measured_);
  }

  void report(Outputs& out) {
    std::vector<double> frequencies;
    for (std::size_t w = 0; w < kWaves; ++w)
      frequencies.push_back(static_cast<double>(frequency(w)));
    const std::size_t records = recorded_.size();
    out.push_back(list("frequencies", std::move(frequencies)));
    out.push_back(list("steps", std::move(recorded_)));
    out.push_back(list("loss", std::move(loss_)));
    out.push_back({"measured", {records, kWaves, std::move(measured_)}});
    out.push_back(list("times", std::move(times_)));
    out.push_back({"predicted", {kTimes, kWaves, std::move(predicted_)}});
    out.push_back(list("decayRates", std::move(rates_)));
    out.push_back(list("target", std::move(y_.data)));
    out.push_back(list("measuredOutputs", std::move(last_)));
  }

  std::optional<Error> predict() {
    const Result<Matrix> kernel = standard_ntk(layers_, x_, x_);
    if (!kernel) return kernel.error();
    const Result<Modes> found = modes_of(*kernel, "width");
    if (!found) return found.error();
    const Modes& modes = *found;
    for (std::size_t w = 0; w < kWaves; ++w) rates_.push_back(decay_rate(*kernel, frequency(w)));
    trainer_->forward();
    const Matrix f0{kPoints, 1, trainer_->outputs()}, none = Matrix::zeros(0, kPoints),
                                                      no_outputs = Matrix::zeros(0, 1);
    Predictor predictor(modes, y_, no_outputs);
    predictor.prepare(f0, none);
    std::vector<Evolution> evolution(kPoints);
    std::vector<double> train(kPoints);
    for (std::size_t t = 0; t < kTimes; ++t) {
      // 12 decades, five times each
      times_.push_back(real::pow(10, static_cast<double>(t) / 5 - 1) / modes.largest());
      for (std::size_t i = 0; i < kPoints; ++i)
        evolution[i] = gradient_flow(modes.values[i], times_[t]);
      predictor.outputs(evolution, times_[t], train.data(), nullptr);
      fractions(train, predicted_);
    }
    return std::nullopt;
  }

  // for the wave's cosine and sine together: half the trace of the kernel on their plane
  static double decay_rate(const Matrix& kernel, std::size_t k) {
    double sum = 0;
    for (std::size_t i = 0; i < kPoints; ++i)
      for (std::size_t j = 0; j < kPoints; ++j)
        sum += kernel(i, j) * at_turns(static_cast<double>(k * (i + kPoints - j) % kPoints) /
                                       static_cast<double>(kPoints))
                                  .cos;
    return sum / static_cast<double>(kPoints);
  }

  void fractions(const std::vector<double>& f, std::vector<double>& out) const {
    for (std::size_t w = 0; w < kWaves; ++w)
      out.push_back(2 * fourier_size(f.data(), kPoints, frequency(w)) /
                    static_cast<double>(kPoints) / amplitudes_[w]);
  }

  std::vector<Layer> layers_;
  Matrix x_, y_;
  std::unique_ptr<Trainer> trainer_;
  std::size_t steps_, every_, step_ = 0;
  double rate_;
  std::vector<double> amplitudes_, recorded_, loss_, measured_, times_, predicted_, rates_, last_;
};

std::vector<Layer> layers_of(const Params& params) {
  std::vector<Layer> layers =
      relu_network(params.count("hiddenLayers"), params.count("width"), std::sqrt(2.0), 0);
  // biases as wide as weights: without them a ReLU network is initially linear on x >= 0
  double fan_in = 1;
  for (Layer& layer : layers)
    if (layer.info->dense()) {
      layer.params.set("biasStd", std::sqrt(2 / fan_in));
      fan_in = params.number("width");
    }
  return layers;
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes&, std::span<const Layer>) {
  const Result<Mlp::Size> network = Mlp::size_of(layers_of(params), 1, 1);
  if (!network) return network.error();
  return std::max(kPoints * network->widest, network->parameters);
}

void run(const Params& params, const Inputs&, std::span<const Layer>, Work& work) {
  std::vector<Layer> layers = layers_of(params);
  Result<Mlp> mlp = Mlp::make(layers, 1, 1, true, true);
  if (!mlp) {
    work.error = mlp.error();
    return;
  }
  const auto seed = static_cast<std::uint64_t>(params.integer("seed"));
  mlp->initialise(seed);
  Rahaman rahaman(std::move(mlp).value(), std::move(layers),
                  params.choice<Amplitudes>("amplitudes") == "increasing", params.count("steps"),
                  params.number("learningRate"), seed);
  rahaman.run(work);
}

}  // namespace posenc::rahaman_row
