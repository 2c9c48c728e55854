#include "train/tasks/own_values.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "linalg/products.hpp"
#include "train/tasks/masked_values.hpp"

namespace posenc {
namespace {

class OwnValues : public MaskedValues {
 public:
  OwnValues(const Params& p, std::size_t nodes, std::size_t training, std::size_t test,
            std::uint64_t seed)
      : MaskedValues(nodes, training, test, seed) {
    for (const double m : p.numbers_or("modules", {}))
      known_.modules.push_back(static_cast<std::size_t>(m));
    if (!p.has("coordinates")) return;
    const auto at = p.numbers("coordinates");
    known_.positions = {nodes, 3, {at.begin(), at.end()}};
    token_positions.coordinates = {{}, {}, known_.positions.data};
  }
  // Takes samples (training + test, nodes) and standardises them. Returns the first node that is
  // constant over the training samples.
  std::optional<std::size_t> take(std::vector<double> samples);
  void prepare() override;
  KnownPositions known_positions() const override { return known_; }
  bool irreducible_loss_is_estimated() const override { return true; }

 private:
  double degrees_of_freedom() const { return static_cast<double>(training_ - 1); }
  std::vector<double> standardised_;  // (training, nodes), until prepare()
  KnownPositions known_;
};

std::optional<std::size_t> OwnValues::take(std::vector<double> samples) {
  values().resize(samples.size());
  for (std::size_t i = 0; i < nodes_; ++i) {
    double mean = 0, variance = 0, size = 0;
    for (std::size_t s = 0; s < training_; ++s)
      mean += samples[s * nodes_ + i] / static_cast<double>(training_);
    for (std::size_t s = 0; s < training_; ++s) {
      const double x = samples[s * nodes_ + i] - mean;
      variance += x * x / degrees_of_freedom(), size = std::max(size, std::fabs(x + mean));
    }
    const double deviation = std::sqrt(variance);
    if (!(deviation > 1e-12 * size)) return i;
    for (std::size_t s = 0; s < training_ + test_; ++s) {
      double& x = samples[s * nodes_ + i];
      x = (x - mean) / deviation;
      values()[s * nodes_ + i] = static_cast<float>(x);
    }
  }
  samples.resize(training_ * nodes_);
  standardised_ = std::move(samples);
  return std::nullopt;
}

void OwnValues::prepare() {
  Matrix& sigma = known_.similarities = Matrix::zeros(nodes_, nodes_);
  const ConstMatrixView samples = {standardised_.data(), training_, nodes_};
  multiply(1 / degrees_of_freedom(), transposed(samples), samples, sigma.data.data());
  standardised_ = {};
  if (degrees_of_freedom() < 2 * static_cast<double>(nodes_)) return;
  find_irreducible_loss(sigma, degrees_of_freedom());
}

constexpr std::size_t kMostNodes = 1024;
constexpr ParamInfo kOwnValuesParams[] = {
    integer("nodes", "Values of a sample: one for each node.", kRequired, {2, kMostNodes}),
    numbers("values", "The samples, one behind the other.", kRequired, {-1e30, 1e30},
            std::size_t{1} << 23),
    numbers("coordinates",
            "x, y and z of each node, for encodings of three coordinates and to compare with.",
            kOptional, {-1e6, 1e6}, 3 * kMostNodes),
    numbers("modules", "The number of each node's module, to compare with.", kOptional,
            {0, kMostNodes - 1}, kMostNodes),
    number("test", "Share of the samples that are for the test: the last ones.", 0.2, {0.01, 0.9},
           {0.05, 0.5}),
};

Result<std::unique_ptr<TaskData>> make_own_values(const Params& p, std::uint64_t seed) {
  const auto nodes = p.count("nodes");
  const auto bad = [&](const char* name, const std::string& allowed) {
    return bad_shape(std::string("task.") + name, "must have ", allowed, ", got ",
                     p.numbers(name).size());
  };
  const auto values = p.numbers("values");
  const std::size_t samples = values.size() / nodes;
  if (values.size() % nodes != 0 || samples < 4)
    return bad("values", "at least 4 samples of " + std::to_string(nodes) + " nodes each");
  if (p.has("coordinates") && p.numbers("coordinates").size() != 3 * nodes)
    return bad("coordinates", std::to_string(3 * nodes) + " numbers");
  if (p.has("modules") && p.numbers("modules").size() != nodes)
    return bad("modules", std::to_string(nodes) + " numbers");
  for (std::size_t i = 0; p.has("modules") && i < nodes; ++i)
    if (const double m = p.numbers("modules")[i]; m != static_cast<double>(static_cast<int>(m)))
      return bad_task("modules", i, "a whole number", m);
  const auto test = std::clamp<std::size_t>(
      static_cast<std::size_t>(p.number("test") * static_cast<double>(samples)), 1, samples - 2);
  auto task = std::make_unique<OwnValues>(p, nodes, samples - test, test, seed);
  if (const auto constant = task->take({values.begin(), values.end()}))
    return bad_task("values", *constant, "different in some of the samples that are trained on",
                    values[*constant]);
  return std::unique_ptr<TaskData>(std::move(task));
}

}  // namespace

const TaskInfo kOwnValues = {
    .id = "own-values",
    .title = "Own data, masked",
    .doc = "Masked values of the caller's nodes from the others.",
    .citation = "after the experiments of Ito et al., arXiv:2406.08272",
    .params = kOwnValuesParams,
    .make = make_own_values,
};

}  // namespace posenc
