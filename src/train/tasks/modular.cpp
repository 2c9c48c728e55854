#include "train/tasks/modular.hpp"

#include <algorithm>
#include <array>
#include <cmath>  // std::sqrt

#include "core/random.hpp"
#include "linalg/eigenpairs.hpp"
#include "train/tasks/masked_values.hpp"

namespace posenc {
namespace {

using Point = std::array<double, 3>;
constexpr std::size_t kModules = 6;
constexpr std::uint32_t kPlaceStream = 0x42000000u, kNoise = 0x42000001u;

double squared_distance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// Points with x > 6 on the ellipsoid, each the farthest from earlier ones, from front to back.
std::vector<Point> hemisphere(std::size_t count, std::uint64_t seed) {
  constexpr std::size_t kCandidates = 4096;
  const Random random(seed, kPlaceStream);
  std::vector<Point> candidates;
  for (std::uint64_t i = 0; candidates.size() < kCandidates; ++i) {
    const Point n = {random.normal(3 * i), random.normal(3 * i + 1), random.normal(3 * i + 2)};
    const double size = std::sqrt(squared_distance(n, {}));
    const Point at = {60 * n[0] / size, 85 * n[1] / size, 55 * n[2] / size};
    if (at[0] > 6) candidates.push_back(at);
  }
  std::vector<Point> chosen = {candidates.front()};
  std::vector<double> nearest(candidates.size(), 1e300);
  while (chosen.size() < count) {
    for (std::size_t i = 0; i < candidates.size(); ++i)
      nearest[i] = std::min(nearest[i], squared_distance(candidates[i], chosen.back()));
    chosen.push_back(
        candidates[static_cast<std::size_t>(std::ranges::max_element(nearest) - nearest.begin())]);
  }
  std::ranges::sort(chosen, std::ranges::greater{}, [](const Point& p) { return p[1]; });
  return chosen;
}

// For a hemisphere's nodes from front to back: the module in the middle is one patch, each other
// module a front and a back patch.
std::vector<std::size_t> modules_of(std::size_t count) {
  std::vector<std::size_t> modules(count);
  const std::size_t one = std::max<std::size_t>(count / kModules, 1), first = (count - one) / 2;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t half = i < first ? first : count - first - one;
    const std::size_t within = i < first ? i : i - first - one;
    modules[i] = i >= first && i < first + one
                     ? 0
                     : 1 + std::min(within * (kModules - 1) / half, kModules - 2);
  }
  return modules;
}

class Modular : public MaskedValues {
 public:
  Modular(std::size_t nodes, bool network, double gain, std::size_t samples, std::uint64_t seed)
      : MaskedValues(nodes, samples, kTest, seed), network_(network), gain_(gain) {
    const std::vector<Point> half = hemisphere(nodes / 2, seed);
    const std::vector<std::size_t> modules = modules_of(nodes / 2);
    token_positions.coordinates.resize(3);
    for (std::size_t i = 0; i < nodes; ++i) {
      Point at = half[i / 2];
      if (i % 2 == 1) at[0] = -at[0];
      points_.push_back(at);
      modules_.push_back(modules[i / 2]);
      token_positions.coordinates[2].insert(token_positions.coordinates[2].end(), at.begin(),
                                            at.end());
    }
  }
  void prepare() override;
  std::size_t bytes() const override {
    return values().capacity() * sizeof(float) +
           (sigma_.data.capacity() + lower_.data.capacity()) * sizeof(double);
  }
  KnownPositions known_positions() const override {
    KnownPositions known{sigma_, Matrix::zeros(nodes_, 3), modules_};
    for (std::size_t i = 0; i < nodes_; ++i) std::ranges::copy(points_[i], known.positions.row(i));
    return known;
  }

 private:
  static constexpr std::size_t kTest = 1000;
  void make_sigma();
  void factor();
  Matrix network_weights() const;

  bool network_;
  double gain_;
  std::vector<Point> points_;
  std::vector<std::size_t> modules_;
  Matrix sigma_, lower_;
};

void Modular::make_sigma() {
  const std::size_t n = nodes_;
  sigma_ = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      sigma_(i, j) = i == j ? 1
                            : 0.30 * real::exp(-squared_distance(points_[i], points_[j]) / 1250) +
                                  (modules_[i] == modules_[j] ? 0.35 : 0) +
                                  (i / 2 == j / 2 ? 0.15 : 0);
  const Spectrum s = eigenpairs(sigma_, n);
  Matrix floored = Matrix::zeros(n, n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        floored(i, j) += std::max(s.values[k], 0.02) * s.vectors(k, i) * s.vectors(k, j);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      sigma_(i, j) = i == j ? 1 : floored(i, j) / std::sqrt(floored(i, i) * floored(j, j));
}

// Σ = L·Lᵀ, row by row; Σ is positive definite by its eigenvalue floor.
void Modular::factor() {
  lower_ = Matrix::zeros(nodes_, nodes_);
  for (std::size_t i = 0; i < nodes_; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = sigma_(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= lower_(i, k) * lower_(j, k);
      lower_(i, j) = i == j ? std::sqrt(sum) : sum / lower_(j, j);
    }
}

// Σ without its diagonal and minus the mean of the rest, so that no common state of all nodes
// dominates, divided by its largest eigenvalue.
Matrix Modular::network_weights() const {
  const std::size_t n = nodes_;
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      mean += i == j ? 0 : sigma_(i, j) / static_cast<double>(n * (n - 1));
  Matrix w = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) w(i, j) = i == j ? 0 : sigma_(i, j) - mean;
  const double largest = eigenpairs(w, 0).values[0];
  for (double& x : w.data) x /= largest;
  return w;
}

void Modular::prepare() {
  const std::size_t n = nodes_, all = training_ + test_;
  make_sigma();
  factor();
  values().resize(all * n);
  const Random random(seed_, kNoise);
  std::vector<double> state(n), next(n), squares(n);
  const Matrix weights = network_ ? network_weights() : Matrix{};
  constexpr std::size_t kApart = 10, kLeadIn = 100;
  std::uint64_t at = 0;
  const auto advance = [&] {
    for (std::size_t i = 0; i < n; ++i) next[i] = real::tanh(state[i]);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += weights(i, j) * next[j];
      state[i] = 0.6 * state[i] + gain_ * sum + random.normal(at++);
    }
  };
  for (std::size_t k = 0; network_ && k < kLeadIn; ++k) advance();
  for (std::size_t s = 0; s < all; ++s) {
    if (network_) {
      for (std::size_t k = 0; k < kApart; ++k) advance();
    } else {
      for (double& z : next) z = random.normal(at++);
      for (std::size_t i = 0; i < n; ++i) {
        state[i] = 0;
        for (std::size_t k = 0; k <= i; ++k) state[i] += lower_(i, k) * next[k];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      values()[s * n + i] = static_cast<float>(state[i]);
      squares[i] += state[i] * state[i];
    }
  }
  for (std::size_t i = 0; network_ && i < n; ++i)
    for (std::size_t s = 0; s < all; ++s)
      values()[s * n + i] /= static_cast<float>(std::sqrt(squares[i] / static_cast<double>(all)));
  if (network_) return;
  find_irreducible_loss(sigma_, kInfinity);
}

constexpr std::string_view kDynamics[] = {"static", "network"};
constexpr ParamInfo kModularParams[] = {
    integer("nodes", "Nodes of both hemispheres, an even number.", 48, {24, 360}, {24, 360, true}),
    one_of("dynamics",
           "static: samples are normal; network: states of a nonlinear stochastic network.",
           kDynamics),
    only_where(
        number("gain",
               "Strength g of the network's connections; from 0.4 on the quiet state is unstable.",
               0.8, {0, 4}, {0, 1}),
        "dynamics=network"),
    integer("samples", "Samples of the dynamics that the model is trained on.", 4000, {16, 20000},
            {100, 10000, true}),
};

Result<std::unique_ptr<TaskData>> make_modular(const Params& p, std::uint64_t seed) {
  const auto nodes = p.count("nodes");
  if (nodes % 2 != 0)
    return bad_task("nodes", "even, as every node has a mirror image", static_cast<double>(nodes));
  return std::unique_ptr<TaskData>(std::make_unique<Modular>(
      nodes, p.choice("dynamics") == 1, p.number("gain"), p.count("samples"), seed));
}

}  // namespace

const TaskInfo kModular = {
    .id = "modular",
    .title = "3-D modular data",
    .doc = "Masked values of nodes in space from the others.",
    .citation = "in our own form, after the experiments of Ito et al., arXiv:2406.08272",
    .params = kModularParams,
    .make = make_modular,
};

}  // namespace posenc
