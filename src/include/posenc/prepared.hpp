// A prepared spec: its frequencies are computed, and every method accepts any position.
//
//   auto rope = posenc::prepare({"rope", {{"dim", 128}}});
//   if (!rope) …  rope.error().message
//   const std::vector<double> positions = {0, 1e15};
//   std::vector<float> table(2 * rope->shape().width);
//   auto done = rope->table(positions, table);
//
// n = positions, a = axes (coordinates of a position), w = table width, p = pairs. Matrices are
// row-major. Positions are (n, a), finite and at most 2^53 in absolute value. An output span must
// have the size of the result; otherwise the error is bad_shape.
//
// All methods may be called from several threads at once on one Prepared or its copies, which share
// state. Nothing throws but std::bad_alloc. Large buffers are not kept between calls. Results have
// the same bits for all compiler options of the program and all rounding and flushing modes of the
// caller's thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "posenc/cos_sin.hpp"
#include "posenc/facts.hpp"
#include "posenc/result.hpp"
#include "posenc/rope_report.hpp"
#include "posenc/shape.hpp"
#include "posenc/spec.hpp"

namespace posenc {

class Prepared {
 public:
  const Shape& shape() const;
  std::string_view encoding() const;  // id of the row

  // (p, a) rad per unit of each coordinate
  Result<std::vector<double>> frequencies() const;

  // (n, w). Waves: float is correctly rounded, double is within 1 ulp, both of the wave times its
  // amplitude, which is a double (YaRN's factor is rounded to one first). The registry states the
  // error of other tables.
  Result<void> table(std::span<const double> positions, std::span<float> out) const;
  Result<void> table(std::span<const double> positions, std::span<double> out) const;
  Result<void> table(Range positions, std::span<float> out) const;
  Result<void> table(Range positions, std::span<double> out) const;
  // Derivative with respect to coordinate `axis`, within 4.5 ulp.
  Result<void> derivative(std::span<const double> positions, std::span<double> out,
                          std::size_t axis = 0) const;

  // Cosines and sines of a rotary encoding of one coordinate at start, start + 1, …: `cos` and
  // `sin` are (count, p), or (count, 2p) if the layout has each pair twice. If concatenated, `cos`
  // holds both, (count, 2p), and `sin` is empty. Includes the factor of a context extension, a
  // double. float and 16 bits are the exact product rounded once, double is within 1 ulp of it.
  Result<void> cos_sin(double start, std::size_t count, CosSinLayout layout, std::span<float> cos,
                       std::span<float> sin) const;
  Result<void> cos_sin(double start, std::size_t count, CosSinLayout layout, std::span<double> cos,
                       std::span<double> sin) const;
  Result<void> cos_sin(double start, std::size_t count, CosSinLayout layout, ShortFloat type,
                       std::span<std::uint16_t> cos, std::span<std::uint16_t> sin) const;

  // (offsets) Σ_c table[m,c]·table[m-Δ,c]; not_defined if that is no function of Δ
  Result<std::vector<double>> kernel_profile(std::span<const double> offsets) const;
  // (offsets) RoFormer's long-term decay curve
  Result<std::vector<double>> decay_bound(std::span<const double> offsets) const;
  // (n, n) table·tableᵀ
  Result<void> gram(std::span<const double> positions, std::span<double> out) const;

  // x (n, head_dim) → out (n, rotated_width), which may be x if the widths are equal
  Result<void> rotate(std::span<const double> positions, std::span<const float> x,
                      std::span<float> out, Side side = Side::query) const;
  Result<void> rotate(std::span<const double> positions, std::span<const double> x,
                      std::span<double> out, Side side = Side::query) const;

  // (n_query, n_key) of one head, -infinity where masked. The last query is at the last key.
  Result<void> attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                              std::span<float> out) const;
  // (n_query, n_key) the distance, or row of a learned table, of each pair; NaN where masked
  Result<void> relative_map(std::size_t n_query, std::size_t n_key, std::span<double> out) const;
  // q (n_query, score_dim), k (n_key, score_dim) → (n_query, terms, n_key), the terms of each
  // logit; `head` selects the head of a bias
  Result<void> attention_scores(std::span<const double> query_positions, std::span<const double> q,
                                std::span<const double> key_positions, std::span<const double> k,
                                std::span<double> out, std::size_t head = 0) const;

  Result<Facts> facts() const;
  Result<RopeReport> report(double trained_context, double context_length) const;

 private:
  class State;
  explicit Prepared(std::shared_ptr<State> state) : state_(std::move(state)) {}
  friend Result<Prepared> prepare(const Spec&);
  std::shared_ptr<State> state_;
};

Result<Prepared> prepare(const Spec&);

}  // namespace posenc
