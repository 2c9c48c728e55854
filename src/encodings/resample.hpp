// Resamples a grid of vectors to another size, as PyTorch's interpolate: from a learned table at
// its training resolution to that of a ViT at another resolution.
//
// Separable: one matrix of weights for each axis. Cubic kernel of Keys with a = -0.75, with
// antialiasing a = -0.5 and the support widened by the scale (weights then renormalised); without
// antialiasing borders are replicated, with it they are cut off. Weights are within 2^-48 of the
// exact ones for sizes up to 4096 (without an offset): tests/encodings/resample_test.cpp.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/lazy.hpp"

namespace posenc {

struct Resampling {
  enum Method : std::size_t { bicubic, bicubic_antialias, bilinear, bilinear_antialias };
  static constexpr std::string_view kMethods[] = {"bicubic", "bicubic-antialias", "bilinear",
                                                  "bilinear-antialias"};
  Method method = bicubic;
  bool align_corners = false;  // the first and last samples keep their places
  double offset = 0;           // DINO's interpolate_offset: the scale is source / (target + offset)
};

// Weights of one axis: target t is Σ_k weights[k]·source[first + k].
struct AxisWeights {
  struct Target {
    std::size_t first = 0;
    std::vector<double> weights;
  };
  std::size_t source = 0;
  std::vector<Target> targets;
};

AxisWeights axis_weights(const Resampling&, std::size_t source, std::size_t target);

// (target, source), row-major
std::vector<double> dense(const AxisWeights&);

// (y.source, x.source, channels) → (y.targets, x.targets, channels), row-major
std::vector<double> resample(std::span<const double> grid, std::size_t channels,
                             const AxisWeights& y, const AxisWeights& x);

// Resamples the elements of `learned` from `first` on at first use.
Lazy<std::vector<double>> resampled(Lazy<std::vector<double>> learned, std::size_t first,
                                    std::size_t channels, AxisWeights y, AxisWeights x);

}  // namespace posenc
