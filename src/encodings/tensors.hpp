// Learned tensors as parameters: given as a flat row-major list, or drawn from the row's seed by
// the published initialiser, at first use.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/lazy.hpp"
#include "core/params.hpp"
#include "core/random.hpp"
#include "encodings/stages.hpp"

namespace posenc {

inline constexpr std::size_t kMostWeights = std::size_t{1} << 22;  // elements of one tensor

struct Tensor {
  std::size_t rows = 0, cols = 0;
  Lazy<std::vector<double>> values;
  const double* row(std::size_t r) const { return values->data() + r * cols; }
  Trained trained(std::string_view name, std::string_view axes) const {
    return {name, values, axes, cols};
  }
  Fact fact(std::string_view name, std::string_view doc) const {
    return {name, doc, *values, cols};
  }
};

// Element i of a tensor.
using Draw = std::function<double(const Random&, std::uint64_t i)>;
Draw normal_draw(double mean, double deviation);
// N(0, deviation²) cut at ±2 as in timm's trunc_normal_: 2 is absolute, not in deviations
Draw truncated_draw(double deviation);
Draw uniform_draw(double low, double high);
Draw constant_draw(double value);

// A copy of a parameter's list, owned by the plan.
Lazy<std::vector<double>> held(std::span<const double>);

// The parameter `name` as a (rows, cols) tensor; if not given, drawn from stream `stream` of the
// parameter `seed`.
Result<Tensor> tensor(const Params&, std::string_view name, std::size_t rows, std::size_t cols,
                      std::uint32_t stream, Draw draw);

// Parameters shared by many rows.
inline constexpr ParamInfo kSeedParam =
    integer("seed", "Seed of the numbers that are drawn where none are given.", 0,
            {0, kMostInteger}, {0, 100});
constexpr ParamInfo weights_param(std::string_view name, std::string_view doc) {
  return trainable(numbers(name, doc, kOptional, {}, kMostWeights));
}

}  // namespace posenc
