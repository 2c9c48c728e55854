#include "kernels/diagnostics/linear_probe.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/turn.hpp"
#include "kernels/diagnostics/steps.hpp"
#include "kernels/diagnostics/tables.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc::linear_probe_detail {
namespace {

struct Sums {
  double rest = 0, total = 0;
};
double r_squared(const Sums& s, std::size_t n) {
  const double constant = static_cast<double>(n) * 1e-24;  // (10^-12)² for each position
  if (s.total <= constant) return s.rest <= constant ? 1 : 0;
  return 1 - s.rest / s.total;
}

class LinearProbe final : public StepsJob {
 public:
  LinearProbe(const Matrix& table, std::vector<Position> positions, std::vector<double> frequencies,
              double ridge, bool intercept)
      : n_(table.rows),
        positions_(std::move(positions)),
        frequencies_(std::move(frequencies)),
        ridge_(ridge),
        intercept_(intercept) {
    add(1, [this, &table](std::size_t) { return decompose(table); });
    add(frequencies_.size(), [this](std::size_t i) -> std::optional<Error> {
      return probe(frequencies_[i]), std::nullopt;
    });
  }

  Result<Outputs> finish() override {
    out_.push_back(list("cosine", std::move(cosine_)));
    out_.push_back(list("sine", std::move(sine_)));
    out_.push_back(list("wave", std::move(wave_)));
    return std::move(out_);
  }

 private:
  std::optional<Error> decompose(const Matrix& given) {
    const std::size_t smaller = std::min(n_, given.cols);
    const Matrix table = intercept_ ? centred(given) : given;
    u_ = singular_pairs(table.data.data(), n_, table.cols, smaller);
    // centring takes one dimension away from tables of at least n columns
    const std::size_t rank = intercept_ ? std::min(smaller, n_ - 1) : smaller;
    const double top = u_.values.front(), low = u_.values[rank - 1],
                 noise = static_cast<double>(n_ + given.cols) * 0x1p-52 * top;
    if (ridge_ == 0 && !(low > noise))
      return Error{
          ErrorCode::bad_param, "ridge",
          "must be above 0 for a table of deficient rank: its singular values reach from " +
              to_text(low) + " to " + to_text(top) + ", where " + to_text(noise) +
              " is rounding; the condition number is " +
              (low > 0 ? to_text(top / low * (top / low)) : "infinite")};
    const double fixed = intercept_ ? 1 : 0, size = static_cast<double>(n_);
    double freedom = fixed, white = size - fixed;  // white: expected rest of white noise
    for (std::size_t k = 0; k < rank; ++k) {
      const double square = u_.values[k] * u_.values[k],
                   h = square > 0 ? square / (square + ridge_) : 0;
      shrinkage_.push_back(h);
      freedom += h;
      white -= h * (2 - h);
    }
    const double least = rank < smaller ? 0 : low * low;
    out_ = {scalar("freedom", freedom), scalar("chance", 1 - white / (size - 1))};
    if (least + ridge_ > 0)
      out_.push_back(scalar("conditionNumber", (top * top + ridge_) / (least + ridge_)));
    return std::nullopt;
  }

  void probe(double f) {
    const TurnFrequency frequency = TurnFrequency::from_radians(Wide(f));
    std::vector<double> cosine(n_), sine(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const SinCos w = wave(frequency, positions_[i]);
      cosine[i] = w.cos, sine[i] = w.sin;
    }
    const Sums c = fit(std::move(cosine)), s = fit(std::move(sine));
    cosine_.push_back(r_squared(c, n_));
    sine_.push_back(r_squared(s, n_));
    wave_.push_back(r_squared({c.rest + s.rest, c.total + s.total}, n_));
  }

  Sums fit(std::vector<double> rest) const {
    double mean = 0;
    for (const double t : rest) mean += t;
    mean /= static_cast<double>(n_);
    Sums s;
    for (double& t : rest) {
      s.total += (t - mean) * (t - mean);
      if (intercept_) t -= mean;
    }
    std::vector<double> coefficient(shrinkage_.size());
    for (std::size_t k = 0; k < shrinkage_.size(); ++k) {
      const double* u = u_.vectors.data() + k * n_;
      for (std::size_t i = 0; i < n_; ++i) coefficient[k] += u[i] * rest[i];
      coefficient[k] *= shrinkage_[k];
    }
    for (std::size_t k = 0; k < shrinkage_.size(); ++k) {
      const double* u = u_.vectors.data() + k * n_;
      for (std::size_t i = 0; i < n_; ++i) rest[i] -= coefficient[k] * u[i];
    }
    for (const double r : rest) s.rest += r * r;
    return s;
  }

  std::size_t n_;
  std::vector<Position> positions_;
  std::vector<double> frequencies_;
  double ridge_;
  bool intercept_;
  Spectrum u_;                     // left singular vectors, as rows
  std::vector<double> shrinkage_;  // s²/(s² + ridge)
  std::vector<double> cosine_, sine_, wave_;
  Outputs out_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer>) {
  const Matrix& table = inputs["table"];
  if (auto error = bad_table("table", table, {2, 8192, 2048})) return *error;
  if (inputs.has("positions"))
    if (auto error = bad_list("positions", inputs["positions"], table.rows)) return *error;
  std::vector<Position> positions;
  for (std::size_t i = 0; i < table.rows; ++i) {
    const double x = inputs.has("positions") ? inputs["positions"].data[i] : static_cast<double>(i);
    if (std::fabs(x) > 0x1p53)
      return Error{ErrorCode::bad_positions, "positions",
                   "must be at most 2^53 in size, got " + to_text(x)};
    positions.emplace_back(x);
  }
  std::vector<double> frequencies = {1, 1.5, 3.141592653589793};
  if (params.has("frequencies"))
    frequencies.assign(params.numbers("frequencies").begin(), params.numbers("frequencies").end());
  if (frequencies.empty())
    return Error{ErrorCode::bad_param, "frequencies", "must hold at least one number"};
  return std::unique_ptr<Job>(
      std::make_unique<LinearProbe>(table, std::move(positions), std::move(frequencies),
                                    params.number("ridge"), params.flag("intercept")));
}

}  // namespace posenc::linear_probe_detail
