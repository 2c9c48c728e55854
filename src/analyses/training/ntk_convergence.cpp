#include "analyses/training/ntk_convergence.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::floor

#include "analyses/network_kernel.hpp"
#include "analyses/training/empirical_ntk.hpp"
#include "kernels/line_fit.hpp"
#include "kernels/moments.hpp"

namespace posenc::ntk_convergence_row {
namespace {

double norm(const std::vector<double>& m) {
  double sum = 0;
  for (const double x : m) sum += x * x;
  return std::sqrt(sum);
}

// One network of each width, reinitialised for every draw.
struct Width {
  double width;
  Mlp mlp;
};

class Convergence {
 public:
  // one limit for all widths, or one for each width if `each`
  Convergence(std::vector<Width> widths, bool each, const Matrix& x, std::size_t draws,
              std::uint64_t seed)
      : widths_(std::move(widths)), each_(each), x_(x), draws_(draws), seed_(seed) {
    sum_.resize(x_.rows * x_.rows);
  }

  void run(std::span<const Layer> layers, Parameterization how, Work& work) {
    for (std::size_t w = 0; w < (each_ ? widths_.size() : 1); ++w) {
      Result<Matrix> limit = infinite_ntk(with_width(layers, widths_[w].width), x_, x_, how);
      if (!limit) {
        work.error = limit.error();
        return;
      }
      limits_.push_back(std::move(limit).value());
      sizes_.push_back(norm(limits_.back().data));
      if (!(sizes_.back() > 0)) {
        work.error = Error{ErrorCode::not_defined, "layers",
                           "the tangent kernel's limit is zero for these layers and inputs, so "
                           "there is no relative error"};
        return;
      }
    }
    for (at_ = 0; at_ < widths_.size(); ++at_) {
      for (std::size_t draw = 0; draw < draws_; ++draw) {
        look(draw);
        work.progress.done(at_ * draws_ + draw + 1, widths_.size() * draws_);
      }
      close();
    }
    report(work.outputs);
  }

 private:
  void look(std::size_t draw) {
    Mlp& mlp = widths_[at_].mlp;
    // draws of different seeds never share weights below a million draws
    mlp.initialise(seed_ * 1000003 + draw);
    const Matrix kernel = tangent_kernel(mlp, x_, x_);
    const Matrix& limit = limit_of(at_);
    double square = 0;
    for (std::size_t e = 0; e < kernel.data.size(); ++e) {
      const double d = kernel.data[e] - limit.data[e];
      square += d * d;
      sum_[e] += kernel.data[e];
    }
    errors_.push_back(std::sqrt(square) / size_of(at_));
  }

  void report(Outputs& out) {
    std::vector<double> widths;
    for (const Width& width : widths_) widths.push_back(width.width);
    if (const std::optional<double> slope = log_slope(widths, mean_))
      out.push_back(scalar("slope", *slope));
    std::size_t largest = 0;
    for (std::size_t i = 1; i < widths.size(); ++i)
      if (widths[i] > widths[largest]) largest = i;
    out.push_back(list("widths", std::move(widths)));
    out.push_back(list("meanError", std::move(mean_)));
    out.push_back(list("errorSpread", std::move(spread_)));
    out.push_back(list("errorOfMean", std::move(of_mean_)));
    out.push_back({"ntk", limit_of(largest)});
  }

  const Matrix& limit_of(std::size_t width) const {
    return limits_[limits_.size() > 1 ? width : 0];
  }
  double size_of(std::size_t width) const { return sizes_[sizes_.size() > 1 ? width : 0]; }

  // completes a width after its last draw
  void close() {
    const auto n = static_cast<double>(draws_);
    const Moments of = moments(errors_);
    const Matrix& limit = limit_of(at_);
    for (std::size_t e = 0; e < sum_.size(); ++e) sum_[e] = sum_[e] / n - limit.data[e];
    mean_.push_back(of.mean);
    spread_.push_back(std::sqrt(of.variance));
    of_mean_.push_back(norm(sum_) / size_of(at_));
    errors_.clear();
    sum_.assign(sum_.size(), 0);
  }

  std::vector<Width> widths_;
  bool each_;
  std::vector<Matrix> limits_;
  std::vector<double> sizes_;
  const Matrix& x_;
  std::size_t draws_, at_ = 0;
  std::uint64_t seed_;
  std::vector<double> errors_, sum_, mean_, spread_, of_mean_;
};

std::vector<double> widths_of(const Params& params) {
  return params.numbers_or("widths", {32, 64, 128, 256});
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer> layers) {
  const Size x = sizes["x"];
  if (auto error = too_large(x.rows, 512, "x", "rows")) return *error;
  Count most = x.rows * x.rows;
  for (const double width : widths_of(params)) {
    const Result<Mlp::Size> network =
        Mlp::size_of(with_width(layers, std::floor(width)), x.cols, 1);
    if (!network) return network.error();
    most = std::max({most, network->parameters, x.rows * network->widest});
  }
  Sizes of_limit;
  of_limit.set("x", x);
  const Result<Count> limit = network_kernel_row::largest(params, of_limit, layers);
  if (!limit) return limit.error();
  return std::max(most, *limit);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  const Matrix& x = inputs["x"];
  const bool standard = is_standard(params), trained_bias = params.flag("trainedBias");
  std::vector<Width> all;
  const auto wrong = [&]() -> std::optional<Error> {
    if (x.rows == 0 || x.cols == 0)
      return bad_shape("x", "must have at least one row and one column");
    const std::vector<double> widths = widths_of(params);
    if (widths.empty()) return bad_shape("widths", "must hold at least one width");
    for (const double width : widths)
      if (width != std::floor(width))
        return bad_param("widths", "must be whole numbers, got ", to_text(width));
    return std::nullopt;
  };
  if ((work.error = wrong())) return;
  const std::vector<double> widths = widths_of(params);
  for (const double width : widths) {
    Result<Mlp> mlp = Mlp::make(with_width(layers, width), x.cols, 1, standard, trained_bias);
    if (!mlp) {
      work.error = mlp.error();
      return;
    }
    all.push_back({width, std::move(mlp).value()});
  }
  // only the standard parameterisation's limit depends on the width
  Convergence convergence(std::move(all), standard, x, params.count("draws"),
                          static_cast<std::uint64_t>(params.integer("seed")));
  convergence.run(layers, {standard, trained_bias}, work);
}

}  // namespace posenc::ntk_convergence_row
