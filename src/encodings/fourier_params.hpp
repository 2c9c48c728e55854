// Shared parameters of Fourier features, and their matrices: given flat and row-major, or drawn
// from a seed. Matrices are kept in float64, so that the values of `facts` reproduce the encoding
// exactly.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/sizes.hpp"
#include "encodings/encoding.hpp"

namespace posenc::fourier {

inline constexpr std::size_t kMostWeights = std::size_t{1} << 20;  // of one matrix

inline constexpr ParamInfo kSeed =
    integer("seed", "Seed of what is drawn rather than given; the same numbers on every platform.",
            0, {0, kMostInteger}, {0, 100});

constexpr ParamInfo axes_param(
    double initial,
    std::string_view doc = "Coordinates of a position, such as row and column in a picture.") {
  return integer("axes", doc, initial, {1, 256}, {1, 8});
}
constexpr ParamInfo dim_param(std::string_view doc, bool required = true) {
  return integer("dim", doc, required ? kRequired : kOptional, {1, 65536}, {2, 1024, true});
}
constexpr ParamInfo sigma_param() {
  return number("sigma", "Length scale σ of the kernel exp(-‖x-y‖²/2σ²).", 1, {1e-9, 1e9},
                {0.01, 100, true});
}
// Bounded so that products of parameters and positions stay far below the largest float64.
constexpr ParamInfo matrix_param(std::string_view name, std::string_view doc) {
  return numbers(name, doc, kOptional, {-1e9, 1e9}, kMostWeights);
}

inline Random random_of(const Params& p, std::uint32_t stream) {
  return Random(static_cast<std::uint64_t>(p.integer("seed")), stream);
}
inline Error bad_dim(const Params& p, const std::string& needed) {
  return bad_param("dim", "must be ", needed, ", got ", p.integer("dim"));
}

// The (rows, cols) matrix `name`: given, or draw(i) for element i.
inline Result<std::vector<double>> matrix(const Params& p, std::string_view name, std::size_t rows,
                                          std::size_t cols,
                                          const std::function<double(std::uint64_t i)>& draw) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(cols);
  if (Count(rows) * cols > Count(kMostWeights))
    return refusal(ErrorCode::too_large, name,
                   {"would be ", shape, "; at most ", kMostWeights, " numbers are held"});
  if (p.has(name)) {
    const std::span<const double> given = p.numbers(name);
    if (given.size() != rows * cols)
      return bad_shape(name, "must have ", shape, " = ", rows * cols, " numbers, got ",
                       given.size());
    return std::vector<double>(given.begin(), given.end());
  }
  std::vector<double> drawn(rows * cols);
  for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] = draw(i);
  return drawn;
}

// Appends the coordinates themselves.
inline void add_coordinates(TrigTable& t) { t.add_columns(Wave::coordinate, 0, t.axes); }

}  // namespace posenc::fourier
