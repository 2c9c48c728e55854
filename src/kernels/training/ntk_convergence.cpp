#include "kernels/training/ntk_convergence.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/real.hpp"
#include "kernels/training/empirical_ntk.hpp"
#include "kernels/training/limit.hpp"

namespace posenc::ntk_convergence_detail {
namespace {

double norm(const std::vector<double>& m) {
  double sum = 0;
  for (const double x : m) sum += x * x;
  return std::sqrt(sum);
}

// least-squares slope of ln y over ln x; nothing where it is not defined
std::vector<double> log_slope(const std::vector<double>& x, const std::vector<double>& y) {
  double mx = 0, my = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(y[i] > 0)) return {};
    mx += real::log(x[i]) / n, my += real::log(y[i]) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = real::log(x[i]) - mx;
    xx += dx * dx;
    xy += dx * (real::log(y[i]) - my);
  }
  return xx > 0 ? std::vector{xy / xx} : std::vector<double>{};
}

// One network of each width, ready to be drawn again and again.
struct Width {
  double width;
  Mlp mlp;
};

class Convergence final : public Job {
 public:
  // limits: one for each width, or one for all
  Convergence(std::vector<Width> widths, std::vector<InfiniteNtk> limits, const Matrix& x,
              std::size_t draws, std::uint64_t seed)
      : widths_(std::move(widths)), pending_(std::move(limits)), x_(x), draws_(draws), seed_(seed) {
    for (const Width& width : widths_) total_ += width.mlp.cost();
    total_ *= static_cast<double>(draws_);
    sum_.resize(x_.rows * x_.rows);
  }

  // a part of a limit, or one network
  Result<double> advance() override {
    if (limits_.size() < pending_.size()) {
      InfiniteNtk& limit = pending_[limits_.size()];
      const Result<double> part = limit.advance();
      if (!part) return part.error();
      if (*part < 1) return 0.0;
      limits_.push_back(limit.finish());
      sizes_.push_back(norm(limits_.back().data));
      if (!(sizes_.back() > 0))
        return Error{ErrorCode::not_defined, "layers",
                     "the tangent kernel's limit is zero for these layers and inputs, so there is "
                     "no relative error"};
      return 0.0;
    }
    Mlp& mlp = widths_[at_].mlp;
    const Matrix& limit = limit_of(at_);
    // draws of different seeds never share weights below a million draws
    mlp.initialise(seed_ * 1000003 + draw_);
    const Matrix kernel = tangent_kernel(mlp, x_, x_);
    double square = 0;
    for (std::size_t e = 0; e < kernel.data.size(); ++e) {
      const double d = kernel.data[e] - limit.data[e];
      square += d * d;
      sum_[e] += kernel.data[e];
    }
    errors_.push_back(std::sqrt(square) / size_of(at_));
    done_ += mlp.cost();
    if (++draw_ == draws_) close();
    return at_ == widths_.size() ? 1.0 : std::min(done_ / total_, 1 - 1e-9);
  }

  Result<Outputs> finish() override {
    std::vector<double> widths;
    for (const Width& width : widths_) widths.push_back(width.width);
    Outputs out;
    if (const std::vector<double> slope = log_slope(widths, mean_); !slope.empty())
      out.push_back(scalar("slope", slope[0]));
    std::size_t largest = 0;
    for (std::size_t i = 1; i < widths.size(); ++i)
      if (widths[i] > widths[largest]) largest = i;
    out.push_back(list("widths", std::move(widths)));
    out.push_back(list("meanError", std::move(mean_)));
    out.push_back(list("errorSpread", std::move(spread_)));
    out.push_back(list("errorOfMean", std::move(of_mean_)));
    out.push_back({"ntk", limit_of(largest)});
    return out;
  }

 private:
  const Matrix& limit_of(std::size_t width) const {
    return limits_[limits_.size() > 1 ? width : 0];
  }
  double size_of(std::size_t width) const { return sizes_[sizes_.size() > 1 ? width : 0]; }

  // the last draw of a width is done
  void close() {
    double mean = 0, square = 0;
    const auto n = static_cast<double>(draws_);
    for (const double e : errors_) mean += e / n;
    for (const double e : errors_) square += (e - mean) * (e - mean) / n;
    const Matrix& limit = limit_of(at_);
    for (std::size_t e = 0; e < sum_.size(); ++e) sum_[e] = sum_[e] / n - limit.data[e];
    mean_.push_back(mean);
    spread_.push_back(std::sqrt(square));
    of_mean_.push_back(norm(sum_) / size_of(at_));
    errors_.clear();
    sum_.assign(sum_.size(), 0);
    draw_ = 0;
    ++at_;
  }

  std::vector<Width> widths_;
  std::vector<InfiniteNtk> pending_;
  std::vector<Matrix> limits_;
  std::vector<double> sizes_;
  const Matrix& x_;
  std::size_t draws_, at_ = 0, draw_ = 0;
  std::uint64_t seed_;
  double done_ = 0, total_ = 0;
  std::vector<double> errors_, sum_, mean_, spread_, of_mean_;
};

}  // namespace

Result<std::unique_ptr<Job>> start(const Params& params, const Inputs& inputs,
                                   std::span<const Layer> layers) {
  constexpr std::size_t kMostRows = 512;
  const Matrix& x = inputs["x"];
  if (x.rows == 0 || x.cols == 0)
    return Error{ErrorCode::bad_shape, "x", "must have at least one row and one column"};
  if (x.rows > kMostRows)
    return Error{
        ErrorCode::too_large, "x",
        "must have at most " + std::to_string(kMostRows) + " rows, got " + std::to_string(x.rows)};
  std::vector<double> widths = {32, 64, 128, 256};
  if (params.has("widths"))
    widths.assign(params.numbers("widths").begin(), params.numbers("widths").end());
  if (widths.empty()) return Error{ErrorCode::bad_shape, "widths", "must hold at least one width"};
  const bool standard = params.choice("parameterization") == 1,
             trained_bias = params.flag("trainedBias");
  std::vector<Width> all;
  std::vector<InfiniteNtk> limits;
  for (const double width : widths) {
    if (width != std::floor(width))
      return Error{ErrorCode::bad_param, "widths", "must be whole numbers, got " + to_text(width)};
    const std::vector<Layer> wide = with_width(layers, width);
    Result<Mlp> mlp = Mlp::make(wide, x.cols, 1, standard, trained_bias);
    if (!mlp) return mlp.error();
    // only the standard parameterisation's limit depends on the width
    if (standard || limits.empty()) {
      Result<InfiniteNtk> limit = InfiniteNtk::of(wide, x, x, standard, trained_bias);
      if (!limit) return limit.error();
      limits.push_back(std::move(limit).value());
    }
    all.push_back({width, std::move(mlp).value()});
  }
  return std::unique_ptr<Job>(std::make_unique<Convergence>(
      std::move(all), std::move(limits), x, static_cast<std::size_t>(params.integer("draws")),
      static_cast<std::uint64_t>(params.integer("seed"))));
}

}  // namespace posenc::ntk_convergence_detail
