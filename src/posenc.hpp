// posenc: the public C++ interface on one page.
//
// A spec is plain data; resolve() checks it and fills defaults; a Plan is a resolved spec with its
// frequencies, ready to be evaluated at any position. Functions return values or an Error (code,
// field, message); nothing throws, prints or exits. n = positions, w = table width, p = pairs.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "encodings/encoding.hpp"
#include "encodings/rope_report.hpp"
#include "encodings/rotation.hpp"

namespace posenc {

class Plan {
 public:
  static Result<Plan> create(const EncodingSpec&);
  // Move-only: uniform_ points into table_, whose storage moves along but would not be copied.
  Plan(Plan&&) = default;
  Plan& operator=(Plan&&) = default;

  const EncodingInfo& info() const { return *encoding_.info; }
  const Encoding& encoding() const { return encoding_; }
  std::size_t width() const { return table_ ? table_->width() : 0; }
  std::size_t pairs() const { return table_ ? table_->frequencies.size() : 0; }

  // (p) rad per position; negative where a negative scale turns positions round
  Result<std::vector<double>> frequencies() const;

  // (n, w) into `out`. f32 correctly rounded, f64 within 1 ulp, derivative within 4.5 ulp.
  // Positions finite, |p| <= 2^53; else bad_positions.
  Result<bool> table_f32(std::span<const double> positions, float* out) const;
  Result<bool> table_f64(std::span<const double> positions, double* out) const;
  Result<bool> derivative(std::span<const double> positions, double* out) const;
  // The same at start + k·step, k < rows: much faster for float32 and integers.
  Result<bool> table_f32(double start, double step, std::size_t rows, float* out);
  Result<bool> table_f64(double start, double step, std::size_t rows, double* out) const;
  Result<bool> derivative(double start, double step, std::size_t rows, double* out) const;

  // (offsets) Σ_c table[m,c]·table[m-Δ,c]; not_defined where that is no function of Δ
  Result<bool> kernel_profile(std::span<const double> offsets, double* out) const;
  // (offsets) RoFormer's long-term decay curve
  Result<bool> decay_bound(std::span<const double> offsets, double* out) const;
  // Rows [first_row, first_row + rows) of the (n, n) Gram matrix table·tableᵀ. What they are made
  // from is kept for the next rows of the same positions; too_large where that exceeds 1 GiB.
  Result<bool> gram(std::span<const double> positions, std::size_t first_row, std::size_t rows,
                    double* out);

  // x, out (n, head_dim): row i rotated by positions[i]; channels beyond rotary_dim are copied
  Result<bool> rotate(std::span<const double> positions, const double* x, std::size_t head_dim,
                      double* out);

  // Rows [first_row, first_row + rows) of head's (n_query, n_key) bias
  Result<bool> attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                              std::size_t first_row, std::size_t rows, float* out) const;
  std::size_t heads() const { return slopes_.size(); }

  Result<RopeReport> report(double trained_context, double context_length) const {
    return rope_report(encoding_, trained_context, context_length);
  }

 private:
  explicit Plan(Encoding encoding) : encoding_(std::move(encoding)) {}
  Error not_defined(std::string_view stage) const;

  struct GramSource {
    std::vector<double> positions;
    std::vector<double> values;  // n numbers of the kernel profile, or the (n, w) table
    bool toeplitz;
  };
  std::optional<Error> prepare_gram(std::span<const double> positions);

  Encoding encoding_;
  std::optional<TrigTable> table_;
  std::optional<Rotary> rotary_;
  std::vector<double> slopes_;
  std::optional<UniformRows> uniform_;  // of the last step used
  std::optional<Rotation> rotation_;
  std::optional<GramSource> gram_;  // of the last positions used
};

}  // namespace posenc
