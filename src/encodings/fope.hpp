// FoPE: Fourier position embedding, Hua et al. 2025 (arXiv:2412.17739).
//
// RoPE without the pairs whose wavelength is at least the trained context, and with mixed cosines
// and sines: cos_j = Σ_i cos(p·theta_i)·C_ij, sin_j = Σ_i sin(p·theta_i)·S_ij over the D kept
// pairs. Pairs beyond the mixed ones do not depend on the position. Channels pair by halves: y1 =
// x1·cos - x2·sin, y2 = x2·cos + x1·sin, which is no rotation unless C = S = 1.
//
// Engines differ, hence two choices. mixing: `plain` uses C and S as stored (vLLM, LMDeploy), D x
// D; `normalised` is the authors' code, at most d/4 mixed pairs, columns divided by their sums.
// rest: the values of the pairs beyond, cos = 1 with sin = 0 (a true zero frequency) or, in the
// authors' code and vLLM, sin = 1: an eighth of a turn times √2.
//
// A mixed entry is within (D + 3)·2^-53·Σ_i |C_ij| of the exact one.
#pragma once
#include <algorithm>
#include <cmath>  // std::sqrt
#include <initializer_list>
#include <memory>

#include "core/random.hpp"
#include "core/sizes.hpp"
#include "encodings/rotary_params.hpp"
#include "encodings/rotation.hpp"

namespace posenc::fope_row {

using Mixing = Choice<"plain", "normalised">;
using Rest = Choice<"identity", "ones">;

inline constexpr std::size_t kMostNumbers = std::size_t{1} << 20;  // elements of a matrix

constexpr ParamInfo matrix(std::string_view name, std::string_view doc) {
  return numbers(name, doc, kOptional, {-1e9, 1e9}, kMostNumbers);
}

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    rotary_detail::base(10000),
    only_where(number("trainedContext", "L: pairs with a wavelength of L or more are dropped.",
                      4096, {1, kMostInteger}, {64, 131072, true}),
               "!keptPairs"),
    integer("keptPairs", "Keeps the first so many pairs instead (num_inv_freq).", kOptional,
            {0, 32768}, {0, 64}),
    one_of<Mixing>("mixing",
                   "plain: matrices as stored, kept x kept (vLLM); normalised: at most dim/4 "
                   "columns, divided by their sums (the authors' code)."),
    one_of<Rest>("rest",
                 "The pairs beyond: identity has cos = 1, sin = 0; ones has cos = sin = 1, as the "
                 "authors' code and vLLM."),
    trainable(
        matrix("cosineMatrix",
               "C of one head (cos_coef), kept x mixed pairs, row by row. Drawn when left out.")),
    trainable(matrix("sineMatrix", "S of the same shape (sin_coef).")),
    only_where(number("gain",
                      "Gain of drawn matrices: unit matrix + Xavier normal numbers times this "
                      "gain; 0 is no mixing.",
                      0.3, {0, 100}, {0, 1}),
               "!cosineMatrix | !sineMatrix"),
    only_where(integer("heads", "Heads of the drawn tensor, which its spread depends on.", 1,
                       {1, 4096}, {1, 64}),
               "!cosineMatrix | !sineMatrix"),
    only_where(integer("head", "The head that is shown, from 0.", 0, {0, 4095}, {0, 63}),
               "!cosineMatrix | !sineMatrix"),
    only_where(rotary_detail::kSeed, "!cosineMatrix | !sineMatrix"),
};

// (kept, mixed) coefficients: those of the parameter, and those in use, which may be normalised.
struct Coefficients {
  Lazy<std::vector<double>> given{std::vector<double>{}};
  std::vector<double> values, sums;  // column sums; empty if not normalised
};

struct Mixture {
  std::size_t pairs = 0, kept = 0, mixed = 0;  // of the head, with a wave, with a mixture of waves
  double rest_sine = 0;
  TrigTable waves;  // the waves that are kept
  Coefficients cosine, sine;

  // (2·pairs) cosines, then sines; w are the kept cosines, then the kept sines
  void row(const double* w, double* out) const {
    for (std::size_t j = 0; j < pairs; ++j) {
      double c = j < mixed ? 0 : 1, s = j < mixed ? 0 : rest_sine;
      for (std::size_t i = 0; j < mixed && i < kept; ++i) {
        c += w[i] * cosine.values[i * mixed + j];
        s += w[kept + i] * sine.values[i * mixed + j];
      }
      out[j] = c;
      out[pairs + j] = s;
    }
  }
  void adjoint(const double* w, const double* upstream, Gradients to) const {
    adjoint(cosine, w, upstream, to[0]);
    adjoint(sine, w + kept, upstream + pairs, to[1]);
  }
  void refresh() {
    for (Coefficients* m : {&cosine, &sine}) normalise(*m);
  }
  // Normalises the columns; returns a column whose sum is 0, if any.
  std::optional<std::size_t> normalise(Coefficients& m) const {
    m.values = *m.given;
    for (std::size_t j = 0; j < m.sums.size(); ++j) {
      double& sum = m.sums[j] = 0;
      for (std::size_t i = 0; i < kept; ++i) sum += m.values[i * mixed + j];
      if (sum == 0) return j;
      for (std::size_t i = 0; i < kept; ++i) m.values[i * mixed + j] /= sum;
    }
    return std::nullopt;
  }

 private:
  void adjoint(const Coefficients& m, const double* w, const double* upstream, double* to) const {
    for (std::size_t j = 0; j < mixed; ++j) {
      double mean = 0, sum = 1;  // a normalised column: its common factor cancels
      if (!m.sums.empty()) {
        sum = m.sums[j];
        for (std::size_t i = 0; i < kept; ++i) mean += w[i] * m.values[i * mixed + j];
      }
      for (std::size_t i = 0; i < kept; ++i) to[i * mixed + j] += upstream[j] * (w[i] - mean) / sum;
    }
  }
};

// The unit matrix stretched over the rows, plus Xavier normal values. Fans are counted as in torch
// for a (heads, kept, mixed) tensor.
inline std::vector<double> drawn(const Params& p, const Mixture& m, std::uint32_t stream) {
  std::vector<double> matrix(m.kept * m.mixed);
  const double fan_in = static_cast<double>(m.kept * m.mixed),
               fan_out = p.number("heads") * static_cast<double>(m.mixed);
  const double spread = p.number("gain") * std::sqrt(2 / (fan_in + fan_out));
  const Random random(static_cast<std::uint64_t>(p.integer("seed")), stream);
  const std::uint64_t first = static_cast<std::uint64_t>(p.integer("head")) * matrix.size();
  for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = spread * random.normal(first + k);
  const std::size_t step = m.mixed == 0 ? 1 : (m.kept + m.mixed - 1) / m.mixed;
  for (std::size_t j = 0; j < m.mixed && j * step < m.kept; ++j)
    matrix[j * step * m.mixed + j] += 1;
  return matrix;
}

inline Result<Coefficients> coefficients(const Params& p, const Mixture& m, std::string_view name,
                                         std::uint32_t stream) {
  std::vector<double> matrix;
  if (p.has(name)) {
    if (auto error =
            rotary_detail::wrong_length(p, name, m.kept * m.mixed,
                                        "kept pairs x mixed pairs = " + std::to_string(m.kept) +
                                            " x " + std::to_string(m.mixed)))
      return *error;
    matrix.assign(p.numbers(name).begin(), p.numbers(name).end());
  } else {
    matrix = drawn(p, m, stream);
  }
  Coefficients c{Lazy(std::move(matrix)), {}, {}};
  if (p.choice<Mixing>("mixing") == "normalised") c.sums.resize(m.mixed);
  if (const auto column = m.normalise(c))
    return bad_param(p.has(name) ? name : "gain", "column ", *column, " of ", name,
                     " adds up to 0 and cannot be normalised");
  return c;
}

inline Result<Mixture> mixture(const Params& p) {
  if (auto error = not_multiple(p, 2, "channels are paired")) return *error;
  if (p.integer("head") >= p.integer("heads"))
    return bad_param("head", "must be below heads = ", p.integer("heads"), ", got ",
                     p.integer("head"));
  const auto dim = p.count("dim");
  Mixture m;
  m.pairs = dim / 2;
  m.rest_sine = p.choice<Rest>("rest") == "ones" ? 1 : 0;
  const Wide floor = kTwoPi / Wide(p.number("trainedContext"));
  const double most = p.number_or("keptPairs", static_cast<double>(m.pairs));
  for (const Wide& theta : rotary_detail::bands(p.number("base"), m.pairs)) {
    const bool kept =
        p.has("keptPairs") ? static_cast<double>(m.waves.pairs()) < most : floor < theta;
    if (kept) m.waves.frequencies.push_back(TurnFrequency::from_radians(theta));
  }
  m.kept = m.waves.pairs();
  m.mixed = p.choice<Mixing>("mixing") == "normalised" ? std::min(m.kept, dim / 4) : m.kept;
  if (auto error =
          too_large(Count(m.kept) * m.mixed, kMostNumbers, p.has("keptPairs") ? "keptPairs" : "dim",
                    "numbers in a matrix of kept pairs x mixed pairs"))
    return *error;
  for (const auto& [name, to] : {std::pair{"cosineMatrix", &m.cosine}, {"sineMatrix", &m.sine}}) {
    Result<Coefficients> matrix = coefficients(p, m, name, to == &m.cosine ? 0 : 1);
    if (!matrix) return matrix.error();
    *to = std::move(matrix).value();
  }
  return m;
}

// The row of a position: the kept waves are computed once for all heads that repeat it.
class Rows {
 public:
  explicit Rows(Mixture m)
      : m_(std::make_shared<Mixture>(std::move(m))),
        waves_(std::make_shared<Rotation>(Rotation::Shape{2 * m_->pairs, false})) {}
  void operator()(const double* position, double* out) const {
    m_->row(waves_->waves_at(m_->waves, position), out);
  }
  std::size_t pairs() const { return m_->pairs; }

  std::vector<Trained> trained() const {
    return {{"cosineMatrix", m_->cosine.given, "kept,mixed", m_->mixed},
            {"sineMatrix", m_->sine.given, "kept,mixed", m_->mixed}};
  }
  void refresh() const { m_->refresh(); }
  void adjoint(const double* position, const double* upstream, Gradients to) const {
    m_->adjoint(waves_->waves_at(m_->waves, position), upstream, to);
  }

 private:
  std::shared_ptr<Mixture> m_;
  std::shared_ptr<Rotation> waves_;
};

inline Result<RowTable> table(const Params& p) {
  Result<Mixture> m = mixture(p);
  if (!m) return m.error();
  RowTable t;
  t.width = 2 * m->pairs;
  const Rows rows(std::move(m).value());
  t.row = rows;
  if constexpr (kAdjoints) {
    t.trained = rows.trained();
    t.refresh = [rows] { rows.refresh(); };
    t.adjoint = [rows](const double* position, const double* upstream, Gradients to) {
      rows.adjoint(position, upstream, to);
    };
  }
  return t;
}

inline Result<Transform> transform(const Params& p) {
  Result<Mixture> m = mixture(p);
  if (!m) return m.error();
  Transform t;
  t.dim = t.width = 2 * m->pairs;
  const Rows rows(std::move(m).value());
  if constexpr (kAdjoints) {
    t.trained = rows.trained();
    t.refresh = [rows] { rows.refresh(); };
    t.adjoint = [rows](Side, const double* position, const double* x, const double* upstream,
                       double* x_gradient, Gradients to) {
      const std::size_t pairs = rows.pairs();
      std::vector<double> waves(2 * pairs), by_waves(2 * pairs);
      rows(position, waves.data());
      const double *c = waves.data(), *s = c + pairs;
      for (std::size_t j = 0; j < pairs; ++j) {
        const double one = upstream[j], two = upstream[j + pairs];
        x_gradient[j] += one * c[j] + two * s[j];
        x_gradient[j + pairs] += two * c[j] - one * s[j];
        by_waves[j] = one * x[j] + two * x[j + pairs];
        by_waves[j + pairs] = two * x[j] - one * x[j + pairs];
      }
      rows.adjoint(position, by_waves.data(), to);
    };
  }
  t.row = [rows](Side, const double* position, const double* x, double* out) {
    const std::size_t pairs = rows.pairs();
    std::vector<double> waves(2 * pairs);
    rows(position, waves.data());
    const double *c = waves.data(), *s = c + pairs;
    for (std::size_t j = 0; j < pairs; ++j) {
      out[j] = x[j] * c[j] - x[j + pairs] * s[j];
      out[j + pairs] = x[j + pairs] * c[j] + x[j] * s[j];
    }
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  Result<Mixture> m = mixture(p);
  if (!m) return m.error();
  std::vector<double> theta;
  for (const TurnFrequency& f : m->waves.frequencies) theta.push_back(f.radians);
  const std::size_t cols = std::max<std::size_t>(m->mixed, 1);
  return Facts{{"frequencies", "Kept frequencies, rad per position.", theta},
               {"cosineMatrix", "C in force (kept x mixed).", m->cosine.values, cols},
               {"sineMatrix", "S in force (kept x mixed).", m->sine.values, cols}};
}

inline constexpr EncodingInfo kFope = {
    .id = "fope",
    .title = "FoPE (Fourier)",
    .family = "rotary",
    .formula =
        R"(\cos_j = \sum_{i:\,\lambda_i < L} C_{ij}\cos p\,\theta_i,\quad \sin_j = \sum_{i:\,\lambda_i < L} S_{ij}\sin p\,\theta_i)",
    .citation = "Hua et al. 2025, Fourier Position Embedding, arXiv:2412.17739; vLLM fope.py",
    .note =
        "The authors pad sines with 1 on purpose (their repository, issue 6); users of vLLM report "
        "the same as a bug (vLLM issue 55204). Both are here; identity is the default. The fans of "
        "the drawn tensor follow torch's rule for three axes, from memory (unconfirmed).",
    .accuracy =
        "A mixed entry is within (D + 3)·2^-53·Σ_i |C_ij| of the exact one, over the D mixed "
        "pairs; the others are within 1 ulp.",
    .params = kParams,
    .row_table = table,
    .transform = transform,
    .facts = facts,
};

}  // namespace posenc::fope_row
