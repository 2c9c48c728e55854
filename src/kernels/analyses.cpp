// The list of analyses, in display order, and what is the same for all of them.
#include <array>
#include <cmath>  // std::fabs
#include <optional>

#include "core/text.hpp"
#include "kernels/analysis.hpp"
#include "kernels/attention_kernel.hpp"
#include "kernels/design_frequencies.hpp"
#include "kernels/diagnostics/bandwidth.hpp"
#include "kernels/diagnostics/continuous_profile.hpp"
#include "kernels/diagnostics/fisher_information.hpp"
#include "kernels/diagnostics/linear_probe.hpp"
#include "kernels/diagnostics/shift_operator.hpp"
#include "kernels/diagnostics/similarity.hpp"
#include "kernels/diagnostics/uniqueness.hpp"
#include "kernels/experiments/amplitude_decay.hpp"
#include "kernels/experiments/bandwidth_sweep.hpp"
#include "kernels/experiments/fourier_regression.hpp"
#include "kernels/experiments/rahaman.hpp"
#include "kernels/induced_kernel.hpp"
#include "kernels/mercer.hpp"
#include "kernels/network_kernel.hpp"
#include "kernels/periodic_network.hpp"
#include "kernels/siren_kernel.hpp"
#include "kernels/spectrum.hpp"
#include "kernels/stationarity.hpp"
#include "kernels/training/empirical_ntk.hpp"
#include "kernels/training/ntk_convergence.hpp"
#include "kernels/training/train_network.hpp"
#include "kernels/training/training_prediction.hpp"

namespace posenc {

std::span<const AnalysisInfo* const> analyses() noexcept {
  static constexpr std::array rows = {
      // kernels and spectra
      &kInducedKernel,
      &kStationarity,
      &kSpectrum,
      &kMercer,
      &kContinuousProfile,
      // diagnostics
      &kBandwidth,
      &kUniqueness,
      &kShiftOperator,
      &kLinearProbe,
      &kFisherInformation,
      &kSimilarity,
      // infinite width
      &kNetworkKernel,
      &kAttentionKernel,
      &kSirenKernel,
      &kPeriodicNetwork,
      // training
      &kEmpiricalNtk,
      &kNtkConvergence,
      &kTrainingPrediction,
      &kTrainNetwork,
      // spectral bias
      &kFourierRegression,
      &kBandwidthSweep,
      &kAmplitudeDecay,
      &kRahaman,
      // design
      &kDesignFrequencies,
  };
  return rows;
}

namespace {

// All at once: one step, nothing left to do.
class Whole final : public Job {
 public:
  Whole(const AnalysisInfo& info, Params params, const Inputs& inputs)
      : info_(info), params_(std::move(params)), inputs_(inputs) {}
  Result<double> advance() override { return 1.0; }
  Result<Outputs> finish() override { return info_.run(params_, inputs_); }

 private:
  const AnalysisInfo& info_;
  Params params_;
  const Inputs& inputs_;
};

// What leaves an analysis is finite: a result beyond float64 is an error that says which.
class Finite final : public Job {
 public:
  explicit Finite(std::unique_ptr<Job> job) : job_(std::move(job)) {}
  Result<double> advance() override { return job_->advance(); }
  Result<Outputs> finish() override {
    Result<Outputs> outputs = job_->finish();
    if (!outputs) return outputs;
    for (const Output& output : *outputs)
      for (const double x : output.values.data)
        if (!(x - x == 0))
          return Error{ErrorCode::bad_argument, "inputs",
                       "these inputs take '" + std::string(output.name) +
                           "' beyond the range of float64; scale them"};
    return outputs;
  }

 private:
  std::unique_ptr<Job> job_;
};

// Fourth powers of what is smaller do not overflow.
constexpr double kMostSize = 1e60;

std::optional<Error> bad_input(const InputInfo& input, const Matrix& m) {
  const auto fail = [&](ErrorCode code, const std::string& message) {
    return Error{code, std::string(input.name), message};
  };
  if (m.data.size() != m.rows * m.cols)
    return fail(ErrorCode::bad_shape, "has " + std::to_string(m.data.size()) + " numbers, not " +
                                          std::to_string(m.rows) + " x " + std::to_string(m.cols));
  if (input.square && m.rows != m.cols)
    return fail(ErrorCode::bad_shape,
                "must be square, got " + std::to_string(m.rows) + " x " + std::to_string(m.cols));
  for (std::size_t i = 0; i < m.data.size(); ++i)
    if (!(m.data[i] - m.data[i] == 0))  // NaN or infinite
      return fail(ErrorCode::bad_argument,
                  "element " + std::to_string(i) + " must be finite, got " + to_text(m.data[i]));
    else if (std::fabs(m.data[i]) > kMostSize)
      return fail(ErrorCode::bad_argument, "element " + std::to_string(i) +
                                               " must be at most 1e60 in size, got " +
                                               to_text(m.data[i]));
  return std::nullopt;
}

Result<std::vector<Layer>> resolve(std::span<const LayerSpec> specs) {
  std::vector<Layer> network;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string prefix = "layers[" + std::to_string(i) + "].";
    const LayerInfo* info = nullptr;
    std::string ids;
    for (const LayerInfo* row : layers()) {
      if (row->id == specs[i].layer) info = row;
      ids += (ids.empty() ? "" : ", ") + std::string(row->id);
    }
    if (info == nullptr)
      return Error{ErrorCode::bad_param, prefix + "layer",
                   "'" + specs[i].layer + "' is not one of " + ids};
    Result<Params> params = check(info->params, specs[i].values, prefix);
    if (!params) return params.error();
    network.push_back({info, std::move(params).value()});
  }
  return network;
}

}  // namespace

Result<std::unique_ptr<Job>> start_analysis(const AnalysisSpec& spec, const Inputs& inputs) {
  const AnalysisInfo* info = nullptr;
  std::string ids;
  for (const AnalysisInfo* row : analyses()) {
    if (row->id == spec.analysis) info = row;
    ids += (ids.empty() ? "" : ", ") + std::string(row->id);
  }
  if (info == nullptr)
    return Error{ErrorCode::unknown_method, "analysis",
                 "'" + spec.analysis + "' is not one of " + ids};
  std::vector<std::string> given;
  for (const auto& [name, matrix] : inputs.all()) given.push_back(name);
  Result<Params> params = check(info->params, spec.values, "", given);
  if (!params) return params.error();
  for (const auto& [name, matrix] : inputs.all()) {
    const InputInfo* known = nullptr;
    for (const InputInfo& input : info->inputs)
      if (input.name == name) known = &input;
    if (known == nullptr)
      return Error{ErrorCode::bad_argument, name, "'" + spec.analysis + "' takes no such input"};
    if (auto error = bad_input(*known, matrix)) return *error;
  }
  for (const InputInfo& input : info->inputs)
    if (input.required && !inputs.has(input.name))
      return Error{ErrorCode::missing_param, std::string(input.name),
                   "is needed: " + std::string(input.doc)};
  if (!spec.layers.empty() && !info->layered)
    return Error{ErrorCode::unknown_param, "layers", "'" + spec.analysis + "' takes no layers"};
  const auto finite = [](std::unique_ptr<Job> job) -> std::unique_ptr<Job> {
    return std::make_unique<Finite>(std::move(job));
  };
  if (info->start == nullptr)
    return finite(std::make_unique<Whole>(*info, std::move(params).value(), inputs));
  Result<std::vector<Layer>> network = resolve(spec.layers);
  if (!network) return network.error();
  Result<std::unique_ptr<Job>> job = info->start(*params, inputs, *network);
  if (!job) return job.error();
  return finite(std::move(job).value());
}

Result<Outputs> analyse(const AnalysisSpec& spec, const Inputs& inputs) {
  Result<std::unique_ptr<Job>> job = start_analysis(spec, inputs);
  if (!job) return job.error();
  for (;;) {
    const Result<double> done = (*job)->advance();
    if (!done) return done.error();
    if (*done >= 1) return (*job)->finish();
  }
}

}  // namespace posenc
