// The list of analyses, in display order, and what is the same for all of them.
#include <algorithm>
#include <array>
#include <cmath>  // std::fabs
#include <optional>

#include "analyses/analysis.hpp"
#include "analyses/attention_kernel.hpp"
#include "analyses/design_frequencies.hpp"
#include "analyses/diagnostics/bandwidth.hpp"
#include "analyses/diagnostics/continuous_profile.hpp"
#include "analyses/diagnostics/fisher_information.hpp"
#include "analyses/diagnostics/linear_probe.hpp"
#include "analyses/diagnostics/shift_operator.hpp"
#include "analyses/diagnostics/similarity.hpp"
#include "analyses/diagnostics/uniqueness.hpp"
#include "analyses/experiments/amplitude_decay.hpp"
#include "analyses/experiments/bandwidth_sweep.hpp"
#include "analyses/experiments/fourier_regression.hpp"
#include "analyses/experiments/rahaman.hpp"
#include "analyses/induced_kernel.hpp"
#include "analyses/mercer.hpp"
#include "analyses/network_kernel.hpp"
#include "analyses/periodic_network.hpp"
#include "analyses/siren_kernel.hpp"
#include "analyses/spectrum.hpp"
#include "analyses/stationarity.hpp"
#include "analyses/training/empirical_ntk.hpp"
#include "analyses/training/ntk_convergence.hpp"
#include "analyses/training/train_network.hpp"
#include "analyses/training/training_prediction.hpp"
#include "core/text.hpp"

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

// Fourth powers of what is smaller do not overflow.
constexpr double kMostSize = 1e60;

std::optional<Error> bad_input(const InputInfo& input, const Matrix& m) {
  const auto fail = [&](ErrorCode code, const std::string& message) {
    return Error{code, std::string(input.name), message};
  };
  if (Count(m.data.size()) != Count(m.rows) * m.cols)
    return fail(ErrorCode::bad_shape, "has " + std::to_string(m.data.size()) + " numbers, not " +
                                          std::to_string(m.rows) + " x " + std::to_string(m.cols));
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

// What a spec stands for.
struct Checked {
  const AnalysisInfo* info;
  Params params;
  std::vector<Layer> layers;
};
Result<Checked> checked(const AnalysisSpec& spec, const Sizes& inputs) {
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
  for (const auto& [name, size] : inputs.all()) given.push_back(name);
  Result<Params> params = check(info->params, spec.values, "", given);
  if (!params) return params.error();
  if (!spec.layers.empty() && !info->layered)
    return Error{ErrorCode::unknown_param, "layers", "'" + spec.analysis + "' takes no layers"};
  Result<std::vector<Layer>> layers = resolve(spec.layers);
  if (!layers) return layers.error();
  return Checked{info, std::move(params).value(), std::move(layers).value()};
}

std::optional<Error> check_names(const AnalysisInfo& info, const Sizes& sizes) {
  for (const auto& [name, size] : sizes.all()) {
    const InputInfo* known = nullptr;
    for (const InputInfo& input : info.inputs)
      if (input.name == name) known = &input;
    if (known == nullptr)
      return Error{ErrorCode::bad_argument, name,
                   "'" + std::string(info.id) + "' takes no such input"};
    if (known->square && size.rows != size.cols)
      return Error{ErrorCode::bad_shape, name,
                   "must be square, got " + size.rows.text() + " x " + size.cols.text()};
  }
  for (const InputInfo& input : info.inputs)
    if (input.required && !sizes.has(input.name))
      return Error{ErrorCode::missing_param, std::string(input.name),
                   "is needed: " + std::string(input.doc)};
  return std::nullopt;
}

std::optional<Error> check_sizes(const Checked& spec, const Sizes& sizes) {
  if (auto error = check_names(*spec.info, sizes)) return error;
  const Result<Count> held = spec.info->holds(spec.params, sizes, spec.layers);
  if (!held) return held.error();
  Count numbers = *held, largest = 0;
  std::string field = spec.info->layered ? "layers" : "analysis";
  for (const auto& [name, size] : sizes.all()) {
    numbers += size.numbers();
    if (size.numbers() > largest) largest = size.numbers(), field = name;
  }
  return out_of_budget(numbers * sizeof(double), field,
                       "'" + std::string(spec.info->id) + "' on inputs of these sizes");
}

}  // namespace

std::optional<Error> check_sizes(const AnalysisSpec& given, const Sizes& sizes) {
  const Result<Checked> spec = checked(given, sizes);
  return spec ? check_sizes(*spec, sizes) : spec.error();
}

Result<std::unique_ptr<Job>> start_analysis(const AnalysisSpec& given, const Inputs& inputs) {
  Sizes sizes;
  for (const auto& [name, matrix] : inputs.all()) sizes.set(name, {matrix.rows, matrix.cols});
  Result<Checked> spec = checked(given, sizes);
  if (!spec) return spec.error();
  if (auto error = check_sizes(*spec, sizes)) return *error;
  for (const InputInfo& input : spec->info->inputs)
    if (inputs.has(input.name))
      if (auto error = bad_input(input, inputs[input.name])) return *error;
  return std::make_unique<Job>(*spec->info, std::move(spec->params), inputs,
                               std::move(spec->layers));
}

Job::Job(const AnalysisInfo& info, Params params, const Inputs& inputs, std::vector<Layer> layers)
    : params_(std::move(params)),
      layers_(std::move(layers)),
      steps_(info.steps(params_, inputs, layers_, work_)) {}

Result<double> Job::advance() {
  for (double cost = 0; cost < kStepCost; cost += steps_.cost()) {
    if (!steps_.next()) {
      if (work_.error) return *work_.error;
      return 1.0;
    }
    done_ += steps_.cost();
  }
  // what is found to be noise, or to stay as it is, costs less than expected
  told_ = std::max(told_, std::min(done_ / work_.total, 1 - 1e-9));
  return told_;
}

Result<Outputs> Job::finish() {
  for (const Output& output : work_.outputs)
    for (const double x : output.values.data)
      if (!(x - x == 0))
        return Error{ErrorCode::bad_argument, "inputs",
                     "these inputs take '" + std::string(output.name) +
                         "' beyond the range of float64; scale them"};
  return std::move(work_.outputs);
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
