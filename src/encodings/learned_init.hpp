// Initialisers of published models for learned tables, drawn from a seed.
//
// Number i of a table is a function of (seed, stream, i) only (core/random.hpp). So a row is drawn
// at first use, and large tables cost nothing until then.
#pragma once
#include <cmath>  // std::sqrt
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/lazy.hpp"
#include "core/params.hpp"
#include "core/random.hpp"

namespace posenc {

namespace learned_init {

enum Kind : std::size_t {
  normal,
  truncated_normal,
  truncated_2sigma,
  inverse_sqrt_dim,
  unit_normal,
  uniform,
  xavier_uniform,
  small_norm,
};
inline constexpr std::string_view kKinds[] = {
    "normal",      "truncated-normal", "truncated-normal-2sigma", "inverse-sqrt-dim",
    "unit-normal", "uniform",          "xavier-uniform",          "small-norm"};

inline constexpr ParamInfo init_param(Kind initial) {
  return only_where(
      one_of("init",
             "Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in "
             "transformers); truncated-normal: the same cut at ±2, absolutely (ViT, timm, Swin); "
             "truncated-normal-2sigma: cut at ±2σ (original BERT); inverse-sqrt-dim: N(0, 1/d) "
             "(fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0, "
             "1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with "
             "σ = 0.2 (Ito et al.).",
             kKinds, static_cast<double>(initial)),
      "!values");
}
inline constexpr ParamInfo kSigma = only_where(
    number(
        "sigma",
        "Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm "
        "0.2, when left out. 0 is a table of zeros. The other initialisers fix theirs.",
        kOptional, {0, 40}, {0.001, 3, true}),
    "!values & init=normal,truncated-normal,truncated-normal-2sigma,small-norm");
inline constexpr ParamInfo kHigh =
    only_where(number("high", "Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10.",
                      kOptional, above(0, 1e9), {0.01, 1, true}),
               "!values & init=uniform");
inline constexpr ParamInfo kSeed =
    only_where(integer("seed", "Seed of what is drawn; the same numbers on every platform.", 0,
                       {0, kMostInteger}, {0, 100}),
               "!values");

}  // namespace learned_init

struct LearnedInit {
  learned_init::Kind kind;
  double size;  // σ, or the upper end of a uniform distribution
  Random random;

  double operator()(std::uint64_t i) const {
    using namespace learned_init;
    if (size == 0) return 0;  // avoids -0, and the quantile of an infinite cut
    switch (kind) {
      case truncated_normal:
        return size * random.truncated_normal(i, -2 / size, 2 / size);
      case truncated_2sigma:
        return size * random.truncated_normal(i, -2, 2);
      case uniform:
        return size * random.uniform(i);
      case xavier_uniform:
        return random.uniform(i, -size, size);
      default:
        return size * random.normal(i);
    }
  }
};

// For a table of `rows` x `dim` elements, from the parameters init, sigma, high and seed.
inline LearnedInit learned_init_of(const Params& p, std::size_t rows, std::size_t dim,
                                   std::uint32_t stream = 0) {
  using namespace learned_init;
  const auto kind = p.choice<Kind>("init");
  const double n = static_cast<double>(rows), d = static_cast<double>(dim);
  const double size = kind == inverse_sqrt_dim ? 1 / std::sqrt(d)
                      : kind == unit_normal    ? 1
                      : kind == uniform        ? p.number_or("high", 1)
                      : kind == xavier_uniform
                          ? std::sqrt(6 / (n + d))
                          : p.number_or("sigma", kind == small_norm ? 0.2 : 0.02);
  return LearnedInit{kind, size, Random(static_cast<std::uint64_t>(p.integer("seed")), stream)};
}

// The values of a learned table: given, or drawn one by one at each use until all are drawn at once
// (for training).
class LearnedNumbers {
 public:
  explicit LearnedNumbers(std::span<const double> given)
      : all_(std::vector<double>(given.begin(), given.end())) {}
  using Draw = std::function<double(std::uint64_t i)>;
  LearnedNumbers(std::size_t count, const Draw& draw)
      : draw_(draw), all_(std::function([count, draw] {
          std::vector<double> values(count);
          for (std::size_t i = 0; i < count; ++i) values[i] = draw(i);
          return values;
        })) {}

  const Lazy<std::vector<double>>& all() const { return all_; }
  void read(std::size_t first, std::span<double> out) const {
    const std::vector<double>* known = all_.known();
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = known != nullptr ? (*known)[first + i] : draw_(first + i);
  }

 private:
  Draw draw_;  // null if the values are given
  Lazy<std::vector<double>> all_;
};

}  // namespace posenc
