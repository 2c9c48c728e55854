#include "kernels/cosine_starts.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt
#include <functional>
#include <numeric>

#include "core/params.hpp"  // kInfinity
#include "core/real.hpp"
#include "core/turn.hpp"

namespace posenc {

double square_of(const std::vector<double>& r) {
  double sum = 0;
  for (const double x : r) sum += x * x;
  return sum;
}

Cosines merged(const FrequencyGrid& grid, const Nnls& fit) {
  std::vector<std::size_t> order(fit.support().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return fit.support()[i]; });
  Cosines out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t a = fit.support()[order[i]];
    double weight = fit.values()[order[i]], moment = weight * grid.frequencies()[a];
    if (i + 1 < order.size() && fit.support()[order[i + 1]] == a + 1) {
      ++i;
      weight += fit.values()[order[i]];
      moment += fit.values()[order[i]] * grid.frequencies()[a + 1];
    }
    out.frequencies.push_back(moment / weight);
    out.weights.push_back(weight);
  }
  return out;
}

Cosines selected(const CosineFit& fit, std::size_t pairs) {
  Cosines all = fit.best();
  const std::size_t n = all.weights.size(), size = 2 * n;
  std::vector<std::size_t> waves(n), left(n);
  for (std::size_t j = 0; j < n; ++j) waves[j] = n + j, left[j] = j;
  std::vector<double> inverse(n * n);
  // damping keeps waves that the lags cannot distinguish from being singular
  DampedCholesky gram;
  gram.make(fit.normal_matrix(), size, waves, 1e-10);
  for (std::size_t j = 0; j < n && gram.positive(); ++j) {
    std::vector<double> unit(n);
    unit[j] = 1;
    const std::vector<double> column = gram.solve(std::move(unit));
    for (std::size_t i = 0; i < n; ++i) inverse[i * n + j] = column[i];
  }
  while (left.size() > pairs) {
    std::size_t least = 0;
    double cost = kInfinity;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double w = all.weights[left[i]], d = inverse[left[i] * n + left[i]];
      const double c = w > 0 && d > 0 ? w * w / d : 0;
      if (c < cost) cost = c, least = i;
    }
    const std::size_t gone = left[least];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(least));
    const double d = inverse[gone * n + gone];
    if (!(d > 0)) continue;
    for (const std::size_t i : left) {
      const double factor = inverse[i * n + gone] / d;
      all.weights[i] -= factor * all.weights[gone];
      for (const std::size_t j : left) inverse[i * n + j] -= factor * inverse[gone * n + j];
    }
  }
  Cosines out;
  for (const std::size_t j : left) {
    out.frequencies.push_back(all.frequencies[j]);
    out.weights.push_back(std::max(all.weights[j], 0.0));
  }
  return out;
}

Nnls weights_of(const CosineProblem& problem, const std::vector<double>& rows) {
  return Nnls(dense_dictionary(in_rows(rows, rows.size() / problem.lags.size())),
              residual_of(problem, {}));
}

Cosines sorted(const Cosines& cosines) {
  std::vector<std::size_t> order(cosines.weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t j) { return cosines.frequencies[j]; });
  Cosines out;
  for (const std::size_t j : order) {
    if (cosines.weights[j] == 0) continue;
    out.frequencies.push_back(cosines.frequencies[j]);
    out.weights.push_back(cosines.weights[j]);
  }
  return out;
}

namespace {

// Uses the best common weight.
Cosines equally_weighted(const CosineProblem& problem, std::vector<double> frequencies) {
  std::ranges::sort(frequencies);
  Cosines out{std::move(frequencies), {}};
  out.weights.assign(out.frequencies.size(), 1);
  const std::vector<double> rest = residual_of(problem, out);
  double along = 0, size = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double t = problem.root[i] * problem.target[i], sum = t - rest[i];
    along += t * sum, size += sum * sum;
  }
  std::ranges::fill(out.weights, size > 0 ? std::max(along / size, 0.0) : 0);
  return out;
}

}  // namespace

Cosines quantiles(const CosineProblem& problem, const Cosines& from, std::size_t p) {
  std::vector<double> frequencies(p);
  const std::size_t n = from.weights.size();
  const double reach = kPi / (problem.lags.back() + 1);
  double total = 0;
  for (const double w : from.weights) total += w;
  double below = 0;  // sum of the weights before k
  for (std::size_t j = 0, k = 0; j < p && n > 0; ++j) {
    const double u = (static_cast<double>(j) + 0.5) / static_cast<double>(p) * total;
    for (; k + 1 < n && u >= below + from.weights[k]; ++k) below += from.weights[k];
    const double* f = from.frequencies.data() + k;
    const double low = std::max(k > 0 ? (f[-1] + f[0]) / 2 : 0, f[0] - reach),
                 high = std::min(k + 1 < n ? (f[0] + f[1]) / 2 : problem.maximum, f[0] + reach);
    frequencies[j] = low + std::min((u - below) / from.weights[k], 1.0) * (high - low);
  }
  return equally_weighted(problem, std::move(frequencies));
}

std::vector<Cosines> ladders(const CosineProblem& problem, std::size_t p) {
  constexpr double kMostBase = 1e6, kLeastTop = 1.0 / 4096, kWork = 2e9;
  constexpr std::size_t kBands = 4;
  const double each = 8 * static_cast<double>(problem.lags.size()) * static_cast<double>(p);
  const auto side = static_cast<std::size_t>(std::clamp(std::sqrt(kWork / each), 8.0, 32.0));
  struct Best {
    double square = kInfinity;
    Cosines cosines;
  };
  std::vector<Best> best(kBands);
  for (std::size_t b = 0; b < side; ++b)
    for (std::size_t t = 0; t < side; ++t) {
      const double part = static_cast<double>(b + 1) / static_cast<double>(side);
      const double base = real::pow(kMostBase, part * part),  // denser for small bases
          top = problem.maximum *
                real::pow(kLeastTop, static_cast<double>(t) / static_cast<double>(side));
      std::vector<double> frequencies(p);
      for (std::size_t j = 0; j < p; ++j)
        frequencies[j] = top * real::pow(base, -static_cast<double>(j) / static_cast<double>(p));
      Cosines ladder = equally_weighted(problem, std::move(frequencies));
      const double square = square_of(residual_of(problem, ladder));
      Best& of_band = best[b * kBands / side];
      if (square < of_band.square) of_band = {square, std::move(ladder)};
    }
  std::ranges::stable_sort(best, {}, &Best::square);
  std::vector<Cosines> out;
  for (Best& one : best) out.push_back(std::move(one.cosines));
  return out;
}

Cosines nudged(const CosineProblem& problem, Cosines cosines) {
  const double step = 0.1 * kPi / (problem.lags.back() + 1);
  for (double& omega : cosines.frequencies) {
    if (omega == 0) omega = std::min(step, problem.maximum);
    if (omega == kPi) omega = kPi - step;
  }
  return cosines;
}

bool reseed(const CosineProblem& problem, const FrequencyGrid& grid, std::size_t skip,
            Cosines& cosines) {
  const std::vector<double> residual = residual_of(problem, cosines);
  const double size = std::sqrt(square_of(residual));
  std::vector<double> gradient;
  grid.correlate(residual, gradient);
  const auto at = [&](std::size_t k) {
    return grid.norms()[k] > 0 ? gradient[k] / grid.norms()[k] : -kInfinity;
  };
  std::vector<std::size_t> peaks;
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (at(k) > 1e-9 * size && (k == 0 || at(k) >= at(k - 1)) &&
        (k + 1 == grid.size() || at(k) > at(k + 1)))
      peaks.push_back(k);
  }
  std::ranges::stable_sort(peaks, std::greater<>(), at);
  std::size_t peak = skip;
  for (std::size_t j = 0; j < cosines.weights.size() && peak < peaks.size(); ++j) {
    if (cosines.weights[j] > 0) continue;
    cosines.frequencies[j] = grid.frequencies()[peaks[peak]];
    cosines.weights[j] = at(peaks[peak]) / grid.norms()[peaks[peak]] / 2;
    ++peak;
  }
  return peak > skip;
}

}  // namespace posenc
