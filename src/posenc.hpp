// posenc: the public C++ interface on one page.
//
// A spec is plain data; resolve() checks it and fills defaults; a Plan is a resolved spec with its
// frequencies, ready to be evaluated at any position. Functions return values or an Error (code,
// field, message); nothing throws, prints or exits. n = positions, a = axes (coordinates of a
// position), w = table width, p = pairs. Positions are (n, a), row-major.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "encodings/attention_rows.hpp"
#include "encodings/encoding.hpp"
#include "encodings/rope_report.hpp"
#include "encodings/rotation.hpp"
#include "kernels/gram.hpp"
#include "posenc/result.hpp"
#include "precision/errors.hpp"

namespace posenc {

class Plan {
 public:
  static Result<Plan> create(const EncodingSpec&);
  // Move-only: uniform_ points into table_, whose storage moves along but would not be copied.
  Plan(Plan&&) = default;
  Plan& operator=(Plan&&) = default;

  const EncodingInfo& info() const { return *encoding_.info; }
  const Encoding& encoding() const { return encoding_; }
  std::size_t axes() const;
  std::size_t width() const { return table_ ? table_->width() : rows_ ? rows_->width : 0; }
  std::size_t pairs() const { return table_ ? table_->pairs() : 0; }
  std::size_t heads() const { return bias_ ? bias_->heads : 0; }
  std::size_t head_dim() const;       // elements of a vector before rotation …
  std::size_t rotated_width() const;  // … and after it; 0 if nothing is rotated
  // Axis sizes of a bounded table, otherwise empty; cells of a window, or 0.
  std::vector<std::size_t> extent() const {
    return rows_ ? rows_->extent : std::vector<std::size_t>{};
  }
  std::size_t cells() const { return bias_ ? bias_->cells : map_ ? map_->cells : 0; }
  // For attention_scores: elements of a query (0 = any), and the names of the summed terms.
  std::size_t score_dim() const;
  std::vector<std::string_view> score_terms() const;

  // (p, a) rad per unit of each coordinate
  Result<std::vector<double>> frequencies() const;

  // (n, w) into `out`. Waves: f32 correctly rounded, f64 within 1 ulp, derivative within 4.5 ulp;
  // the registry states the error of other tables. Returns bad_positions unless finite, |p| <=
  // 2^53.
  Result<void> table_f32(std::span<const double> positions, float* out) const;
  Result<void> table_f64(std::span<const double> positions, double* out) const;
  // Derivative with respect to coordinate `axis`.
  Result<void> derivative(std::span<const double> positions, double* out,
                          std::size_t axis = 0) const;
  // These functions at start + k·step, k < rows: much faster for float32 and integers. One axis
  // only.
  Result<void> table_f32(double start, double step, std::size_t rows, float* out);
  Result<void> table_f64(double start, double step, std::size_t rows, double* out) const;
  Result<void> derivative(double start, double step, std::size_t rows, double* out) const;

  // Cosines and sines of a rotary encoding of one coordinate as engines keep them: rows start,
  // start + 1, …, each with all cosines, then all sines, times the amplitude: width() values.
  // Correctly rounded except for float64, which is within 1 ulp.
  Result<void> cos_sin(double start, std::size_t rows, float* out);
  Result<void> cos_sin(double start, std::size_t rows, double* out);
  Result<void> cos_sin(double start, std::size_t rows, NarrowFormat, std::uint16_t* out);

  // (offsets) Σ_c table[m,c]·table[m-Δ,c]; not_defined if that is no function of Δ
  Result<void> kernel_profile(std::span<const double> offsets, double* out) const;
  // (offsets) RoFormer's long-term decay curve
  Result<void> decay_bound(std::span<const double> offsets, double* out) const;
  // The (n, n) Gram matrix table·tableᵀ, symmetric to the last bit; a block of it, (rows, cols);
  // and its first row if it is Toeplitz (valid until the next call), otherwise empty. The source
  // values are kept for the next call with the same positions; too_large if they exceed 1 GiB.
  Result<void> gram(std::span<const double> positions, double* out);
  Result<void> gram(std::span<const double> positions, Part rows, Part cols, double* out);
  Result<std::span<const double>> gram_profile(std::span<const double> positions);
  // Computes about `most` more of the source values, so that a caller need not wait for all at
  // once. Returns the computed fraction. At 1 the functions above reuse them.
  Result<double> prepare_gram(std::span<const double> positions, std::size_t most);

  // Rows [first_row, first_row + rows) of the (w, w) matrix tableᵀ·table over the positions start +
  // t·step, t < n, in closed form: the cost does not depend on n <= 2^53. Only for waves of one
  // coordinate. The error of an entry is at most 4·2^-53·n times the amplitudes.
  Result<void> channel_gram(double start, double step, double n, std::size_t first_row,
                            std::size_t rows, double* out) const;

  // The table at start + k·step as integer phases for hardware without float64. Only for waves of
  // one coordinate, without a padding row. Each channel is in one lane. With all k < 2^32 the
  // phases are right to 2^-31 of a turn.
  struct WaveLane {
    static constexpr std::uint32_t kNone = 0xffffffff;
    std::uint64_t at, by;  // phase at + k·by, in units of 2^-64 of a turn, modulo a turn
    float amplitude;
    std::uint32_t sine, cosine;  // the channels equal to amplitude · wave, or kNone
  };
  Result<std::vector<WaveLane>> wave_lanes(double start, double step) const;
  // True if rotate() only turns the channels of each lane, (cosine, sine), by its wave and copies
  // all other channels.
  bool rotates_lanes() const { return rotary_ && !scales_queries(); }

  // x (n, head_dim), out (n, rotated_width): row i is transformed by positions[i]; channels beyond
  // the rotated ones are copied. float32 is the float64 result rounded once. Consecutive rows with
  // equal positions, as heads have, are fastest. out may be x if head_dim = rotated_width. Returns
  // true if every element of x is finite, and false if not or if the results are huge.
  Result<bool> rotate(std::span<const double> positions, const double* x, std::size_t head_dim,
                      double* out, Side side = Side::query);
  Result<bool> rotate(std::span<const double> positions, const float* x, std::size_t head_dim,
                      float* out, Side side = Side::query);

  // Rows [first_row, first_row + rows) of head's (n_query, n_key) bias
  Result<void> attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                              std::size_t first_row, std::size_t rows, float* out);
  // Some keys of one row: a whole row may take long
  Result<void> attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                              std::size_t row, Part keys, float* out) const;
  // True if the bias depends on the distance only: its matrix is Toeplitz
  bool has_bias_vector() const { return bias_ && bias_->toeplitz; }
  // (n_query + n_key - 1) its generating vector, or a part of it; not_defined without one
  Result<void> bias_vector(std::size_t head, std::size_t n_query, std::size_t n_key,
                           float* out) const;
  Result<void> bias_vector(std::size_t head, std::size_t n_query, std::size_t n_key, Part part,
                           float* out) const;
  // Rows of the (n_query, n_key) relative map; NaN where masked
  Result<void> relative_map(std::size_t n_query, std::size_t n_key, std::size_t first_row,
                            std::size_t rows, double* out) const;
  // Queries against all keys: out (rows, terms, n_key). Masked entries are -infinity; causal rows
  // mask the keys at later positions. A bias needs integer positions; others give bad_positions.
  struct Queries {
    std::size_t rows, of;     // of = queries of the whole matrix
    const double* positions;  // (rows, axes)
    const double* q;          // (rows, dim)
    std::size_t dim;          // score_dim(), or any where that is 0
    std::size_t head = 0;     // of a bias
    std::size_t of_keys =
        0;  // keys of the whole matrix, if keys_apart() and these are only some; 0 = all
  };
  Result<void> attention_scores(const Queries&, const Scores::Keys&, double* out);
  // True if each key's logit depends on that key only, without any setup cost.
  bool keys_apart() const { return !scores_ && !info().rotates(); }

  Result<Facts> facts() const;

  // The row's waves as `method` (one of precision_methods()) computes them, against the exact ones:
  // errors by position, kept for the next call. not_defined for context extensions and for rows
  // whose waves are no geometric sequence.
  Result<const PrecisionErrors*> precision(std::string_view method);

  Result<RopeReport> report(double trained_context, double context_length) const {
    return rope_report(encoding_, trained_context, context_length);
  }

 private:
  explicit Plan(Encoding encoding) : encoding_(std::move(encoding)) {}
  Error not_defined(std::string_view stage) const;
  std::optional<Error> bad_positions(std::span<const double> positions) const;
  std::optional<Error> bad_window(std::size_t cells, std::size_t n_query, std::size_t n_key,
                                  std::size_t first_row, std::size_t rows) const;
  std::optional<Error> bad_head(std::size_t head) const;
  std::optional<Error> bad_pairs(const Queries&, const Scores::Keys&) const;
  void term_rows(const Queries&, const Scores::Keys&, double* out) const;
  void rotated_rows(const Queries&, const Scores::Keys&, double* out);
  void biased_rows(const Queries&, const Scores::Keys&, double* out) const;
  std::optional<Error> bad_part(Part, std::size_t of, std::string_view name) const;
  std::optional<Error> no_cos_sin() const;
  template <class T>
  void cosines_first(std::size_t rows, T* out) const;
  template <class T>
  Result<bool> rotate_checked(std::span<const double> positions, const T* x, std::size_t dim,
                              T* out, Side side);
  bool scales_queries() const { return query_scale_ && query_scale_->of; }
  template <class T>
  bool scaled_rows(std::span<const double> positions, const T* x, T* out);
  template <class T>
  bool derotated_rows(std::span<const double> positions, const T* x, T* out);
  template <class T>
  bool rotate_rows(std::span<const double> positions, const T* x, T* out, Side side);

  struct GramSource {
    std::vector<double> positions;
    std::vector<double> values;  // n values of the kernel profile, or the (n, w) table
    bool toeplitz;
    std::size_t rows = 0;  // rows of values computed so far
  };
  std::optional<Error> start_gram(std::span<const double> positions);

  Encoding encoding_;
  std::optional<TrigTable> table_;
  std::optional<RowTable> rows_;
  std::optional<Rotary> rotary_;
  std::optional<QueryScale> query_scale_;
  std::optional<Transform> transform_;
  std::optional<Bias> bias_;
  std::optional<RelativeMap> map_;
  std::optional<Scores> scores_;
  std::optional<UniformRows> uniform_;  // for the last step used
  std::optional<Rotation> rotation_;
  std::optional<GramSource> gram_;  // for the last positions used
  struct BiasVector {
    std::size_t head, n_query, n_key, first, count;
    std::vector<float> values;  // elements first … first + count - 1 of the generating vector
    bool is(const BiasVector& v) const {
      return head == v.head && n_query == v.n_query && n_key == v.n_key && first == v.first &&
             count == v.count;
    }
  };
  std::optional<BiasVector> vector_;                 // for the last head and extent used
  std::optional<PrecisionErrors> precision_;         // for the last method used
  std::vector<double> rotated_keys_, rotated_from_;  // for the last keys scored
};

}  // namespace posenc
