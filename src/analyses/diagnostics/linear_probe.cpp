#include "analyses/diagnostics/linear_probe.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <optional>

#include "analyses/diagnostics/tables.hpp"
#include "core/turn.hpp"
#include "kernels/centred.hpp"
#include "linalg/basis.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"

namespace posenc::linear_probe_row {
namespace {

struct Sums {
  double rest = 0, total = 0;
};
double r_squared(const Sums& s, std::size_t n) {
  const double constant = static_cast<double>(n) * 1e-24;  // (10^-12)² per position
  if (s.total <= constant) return s.rest <= constant ? 1 : 0;
  return 1 - s.rest / s.total;
}

std::vector<double> frequencies_of(const Params& params) {
  return params.numbers_or("frequencies", {1, 1.5, 3.141592653589793});
}

class LinearProbe {
 public:
  LinearProbe(const Params& params, const Inputs& inputs)
      : given_(inputs["table"]),
        frequencies_(frequencies_of(params)),
        ridge_(params.number("ridge")),
        intercept_(params.flag("intercept")),
        with_weights_(params.flag("weights")) {
    if (inputs.has("positions")) at_ = &inputs["positions"].data;
  }

  void run(Work& work) {
    if ((work.error = read_positions())) return;
    const std::size_t d = given_.cols, smaller = std::min(given_.rows, d);
    if (intercept_) centred_ = centred(given_);
    const Matrix& table = intercept_ ? centred_ : given_;
    u_ = singular_pairs(table, smaller, work.progress);
    if ((work.error = shrink(work.outputs))) return;
    if (with_weights_) right_ = right_vectors(table, u_.vectors.part(0, shrinkage_.size()));
    for (const double f : frequencies_) {
      look(f);
    }
    Outputs& out = work.outputs;
    out.push_back(list("cosine", std::move(cosine_)));
    out.push_back(list("sine", std::move(sine_)));
    out.push_back(list("wave", std::move(wave_)));
    if (!with_weights_) return;
    out.push_back({"weights", {2 * frequencies_.size(), d, std::move(weights_)}});
    if (intercept_) out.push_back(list("constants", std::move(constants_)));
  }

 private:
  std::optional<Error> read_positions() {
    for (std::size_t i = 0; i < given_.rows; ++i) {
      const double x = at_ != nullptr ? (*at_)[i] : static_cast<double>(i);
      if (std::fabs(x) > 0x1p53)
        return refusal(ErrorCode::bad_positions, "positions",
                       {"must be at most 2^53 in size, got ", to_text(x)});
      positions_.emplace_back(x);
    }
    return std::nullopt;
  }

  std::optional<Error> shrink(Outputs& out) {
    const std::size_t n = given_.rows, smaller = u_.values.size();
    // centring reduces the rank of tables with at least n columns by one
    const std::size_t rank = intercept_ ? std::min(smaller, n - 1) : smaller;
    const double top = u_.values.front(), low = u_.values[rank - 1],
                 noise = static_cast<double>(n + given_.cols) * 0x1p-52 * top;
    if (ridge_ == 0 && !(low > noise))
      return bad_param(
          "ridge", "must be above 0 for a table of deficient rank: its singular values reach from ",
          to_text(low), " to ", to_text(top), ", where ", to_text(noise),
          " is rounding; the condition number is ",
          low > 0 ? to_text(top / low * (top / low)) : "infinite");
    const double fixed = intercept_ ? 1 : 0, size = static_cast<double>(n);
    double freedom = fixed, white = size - fixed;  // white: expected residual of white noise
    for (std::size_t k = 0; k < rank; ++k) {
      const double square = u_.values[k] * u_.values[k],
                   h = square > 0 ? square / (square + ridge_) : 0;
      shrinkage_.push_back(h);
      freedom += h;
      white -= h * (2 - h);
    }
    const double least = rank < smaller ? 0 : low * low;
    out = {scalar("freedom", freedom), scalar("chance", 1 - white / (size - 1))};
    if (least + ridge_ > 0)
      out.push_back(scalar("conditionNumber", (top * top + ridge_) / (least + ridge_)));
    return std::nullopt;
  }

  void look(double f) {
    const std::size_t n = given_.rows;
    const TurnFrequency frequency = TurnFrequency::from_radians(Wide(f));
    std::vector<double> cosine(n), sine(n);
    for (std::size_t i = 0; i < n; ++i) {
      const SinCos w = wave(frequency, positions_[i]);
      cosine[i] = w.cos, sine[i] = w.sin;
    }
    const Sums c = fit(std::move(cosine)), s = fit(std::move(sine));
    cosine_.push_back(r_squared(c, n));
    sine_.push_back(r_squared(s, n));
    wave_.push_back(r_squared({c.rest + s.rest, c.total + s.total}, n));
  }

  Sums fit(std::vector<double> rest) {
    const std::size_t n = given_.rows;
    Sums s;
    double mean = 0;
    for (const double t : rest) mean += t;
    mean /= static_cast<double>(n);
    for (double& t : rest) {
      s.total += (t - mean) * (t - mean);
      if (intercept_) t -= mean;
    }
    std::vector<double> coefficient(shrinkage_.size());
    for (std::size_t k = 0; k < shrinkage_.size(); ++k) {
      const double* u = u_.vectors.row(k);
      for (std::size_t i = 0; i < n; ++i) coefficient[k] += u[i] * rest[i];
      coefficient[k] *= shrinkage_[k];
    }
    for (std::size_t k = 0; k < shrinkage_.size(); ++k) {
      const double* u = u_.vectors.row(k);
      for (std::size_t i = 0; i < n; ++i) rest[i] -= coefficient[k] * u[i];
    }
    for (const double r : rest) s.rest += r * r;
    if (with_weights_) keep_weights(coefficient, mean);
    return s;
  }

  // Σ v·s/(s² + ridge)·(u·t), and the intercept: the target's mean minus that of the fit
  void keep_weights(const std::vector<double>& coefficient, double mean) {
    const std::size_t d = given_.cols;
    std::vector<double> weights(d), column(d);
    for (std::size_t k = 0; k < coefficient.size(); ++k) {
      if (u_.values[k] > 0)
        for (std::size_t c = 0; c < d; ++c)
          weights[c] += coefficient[k] / u_.values[k] * right_(k, c);
    }
    for (std::size_t i = 0; i < given_.rows; ++i) {
      for (std::size_t c = 0; c < d; ++c) column[c] += given_(i, c);
    }
    double constant = mean;
    for (std::size_t c = 0; c < d; ++c)
      constant -= column[c] / static_cast<double>(given_.rows) * weights[c];
    constants_.push_back(constant);
    weights_.insert(weights_.end(), weights.begin(), weights.end());
  }

  const Matrix& given_;
  Matrix centred_;  // with an intercept
  const std::vector<double>* at_ = nullptr;
  std::vector<Position> positions_;
  std::vector<double> frequencies_;
  double ridge_;
  bool intercept_, with_weights_;
  Spectrum u_;                     // left singular vectors, as rows
  Matrix right_;                   // right singular vectors, as rows
  std::vector<double> shrinkage_;  // s²/(s² + ridge)
  std::vector<double> cosine_, sine_, wave_, weights_, constants_;
};

}  // namespace

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  const Size table = sizes["table"];
  if (auto error = large_table("table", table, 8192, 2048)) return *error;
  return std::min(table.rows, table.cols) * table.rows;
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const auto wrong = [&]() -> std::optional<Error> {
    if (frequencies_of(params).empty())
      return bad_param("frequencies", "must hold at least one number");
    return inputs.has("positions") ? bad_list("positions", inputs["positions"], table.rows)
                                   : std::nullopt;
  };
  if ((work.error = check_table("table", table, 2)) || (work.error = wrong())) return;
  LinearProbe probe(params, inputs);
  probe.run(work);
}

}  // namespace posenc::linear_probe_row
