// The attention stages of a Plan: rotation, bias, relative map, logits.
#include <algorithm>
#include <cmath>  // std::floor, std::sqrt
#include <initializer_list>

#include "core/limits.hpp"
#include "core/sort.hpp"
#include "encodings/rotary_params.hpp"
#include "posenc.hpp"
#include "simd/finite.hpp"

namespace posenc {

std::size_t Plan::head_dim() const {
  return rotary_ ? rotary_->head_dim : transform_ ? transform_->dim : 0;
}
std::size_t Plan::rotated_width() const {
  return rotary_ ? rotary_->head_dim : transform_ ? transform_->width : 0;
}

std::size_t Plan::score_dim() const { return scores_ ? scores_->dim : head_dim(); }

std::vector<std::string_view> Plan::score_terms() const {
  if (scores_) return scores_->terms;
  if (info().rotates()) return {"rotated"};
  if (bias_) return {"content", "bias"};
  return {};
}

std::optional<Error> Plan::bad_head(std::size_t head) const {
  if (head < heads()) return std::nullopt;
  return bad_argument("head", "must be below heads = ", heads(), ", got ", head);
}

std::optional<Error> Plan::bad_window(std::size_t cells, std::size_t n_query, std::size_t n_key,
                                      std::size_t first_row, std::size_t rows) const {
  if (cells != 0)
    for (const auto& [name, n] : {std::pair{"nQuery", n_query}, {"nKey", n_key}})
      if (n != cells)
        return bad_argument(name, "must be ", cells, ", the cells of the window of '", info().id,
                            "', got ", n);
  if (first_row > n_query || rows > n_query - first_row)
    return bad_argument("rows", "rows ", first_row, " + ", rows, " exceed ", n_query);
  return std::nullopt;
}

std::optional<Error> Plan::bad_part(Part part, std::size_t of, std::string_view name) const {
  if (part.first <= of && part.count <= of - part.first) return std::nullopt;
  return bad_argument(name, part.first, " + ", part.count, " exceed ", of);
}

// Rotates in float64, multiplies by the factor of each position, and rounds once.
template <class T>
bool Plan::scaled_rows(std::span<const double> positions, const T* x, T* out) {
  constexpr std::size_t kPiece = 1 << 14;
  const std::size_t dim = rotary_->head_dim, most = std::max<std::size_t>(kPiece / dim, 1);
  std::vector<double> piece(std::min(most, positions.size()) * dim);
  bool finite = true;
  for (std::size_t first = 0; first < positions.size(); first += most) {
    const auto some = positions.subspan(first, std::min(most, positions.size() - first));
    std::copy_n(x + first * dim, some.size() * dim, piece.begin());
    finite &= rotation_->apply(*table_, some, piece.data(), piece.data());
    for (std::size_t r = 0; r < some.size(); ++r) {
      const double factor = query_scale_->of(some[r]);
      for (std::size_t c = 0; c < dim; ++c)
        out[(first + r) * dim + c] = static_cast<T>(factor * piece[r * dim + c]);
    }
  }
  return finite;
}

// R(-φ) = S·R(φ)·S, where S changes the sign of the second channel of each pair.
template <class T>
bool Plan::derotated_rows(std::span<const double> positions, const T* x, T* out) {
  const std::size_t dim = rotary_->head_dim, rows = positions.size() / table_->axes;
  const rotary_detail::Channels channels{rotary_->interleaved, table_->pairs(), rotary_->places};
  const auto conjugate = [&] {
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t i = 0; i < channels.pairs; ++i) {
        T& number = out[r * dim + channels.second(i)];
        number = -number;
      }
  };
  if (out != x) std::copy_n(x, rows * dim, out);
  conjugate();
  const bool finite = rotation_->apply(*table_, positions, out, out);
  conjugate();
  return finite;
}

template <class T>
bool Plan::rotate_rows(std::span<const double> positions, const T* x, T* out, Side side) {
  if (rotary_) {
    if (!rotation_)
      rotation_.emplace(Rotation::Shape{rotary_->head_dim, rotary_->interleaved, rotary_->places});
    if (side == Side::query && scales_queries()) return scaled_rows(positions, x, out);
    if (side == Side::output) return derotated_rows(positions, x, out);
    return rotation_->apply(*table_, positions, x, out);
  }
  const bool finite = all_finite(x, positions.size() / transform_->axes * transform_->dim);
  std::vector<double> from(transform_->dim), to(transform_->width);
  for (std::size_t i = 0; i < positions.size(); i += transform_->axes) {
    std::copy_n(x, from.size(), from.begin());
    transform_->row(side, positions.data() + i, from.data(), to.data());
    out = std::ranges::transform(to, out, [](double y) { return static_cast<T>(y); }).out;
    x += from.size();
  }
  return finite;
}

template <class T>
Result<bool> Plan::rotate_checked(std::span<const double> positions, const T* x, std::size_t dim,
                                  T* out, Side side) {
  if (!info().rotates()) return not_defined("rotation");
  if (side == Side::output && !rotary_) return not_defined("rotation of an output");
  if (auto error = bad_positions(positions)) return *error;
  if (dim != head_dim())
    return bad_shape("x", "must have dim = ", head_dim(), " columns, got ", dim);
  return rotate_rows(positions, x, out, side);
}

Result<bool> Plan::rotate(std::span<const double> positions, const double* x, std::size_t dim,
                          double* out, Side side) {
  return rotate_checked(positions, x, dim, out, side);
}
Result<bool> Plan::rotate(std::span<const double> positions, const float* x, std::size_t dim,
                          float* out, Side side) {
  return rotate_checked(positions, x, dim, out, side);
}

Result<void> Plan::attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                                  std::size_t first_row, std::size_t rows, float* out) {
  if (!bias_) return not_defined("attention bias");
  if (auto error = bad_head(head)) return *error;
  if (auto error = bad_window(bias_->cells, n_query, n_key, first_row, rows)) return *error;
  if (rows == 0 || n_key == 0) return {};
  const Extent extent{n_query, n_key};
  if (!bias_->toeplitz) {
    bias_rows(*bias_, head, extent, first_row, rows, out);
    return {};
  }
  const bool all = n_query + n_key <= limits::kMostKeptBias;
  const std::size_t first = all ? 0 : n_query - first_row - rows,
                    count = all ? n_query + n_key - 1 : rows + n_key - 1;
  const BiasVector wanted{head, n_query, n_key, first, count, {}};
  if (!vector_ || !vector_->is(wanted)) {
    vector_ = wanted;
    vector_->values.resize(count);
    bias_vector_part(*bias_, head, extent, first, vector_->values);
  }
  toeplitz_rows(vector_->values.data() + (n_query - 1 - first_row - first), n_key, rows, out);
  return {};
}

Result<void> Plan::attention_bias(std::size_t head, std::size_t n_query, std::size_t n_key,
                                  std::size_t row, Part keys, float* out) const {
  if (!bias_) return not_defined("attention bias");
  if (auto error = bad_head(head)) return *error;
  if (auto error = bad_window(bias_->cells, n_query, n_key, row, 1)) return *error;
  if (auto error = bad_part(keys, n_key, "keys")) return *error;
  bias_row(*bias_, head, {n_query, n_key}, row, keys.first, keys.count, out);
  return {};
}

Result<void> Plan::bias_vector(std::size_t head, std::size_t n_query, std::size_t n_key,
                               float* out) const {
  return bias_vector(head, n_query, n_key, {0, n_query + n_key == 0 ? 0 : n_query + n_key - 1},
                     out);
}

Result<void> Plan::bias_vector(std::size_t head, std::size_t n_query, std::size_t n_key, Part part,
                               float* out) const {
  if (!bias_) return not_defined("attention bias");
  if (!bias_->toeplitz)
    return refusal(
        ErrorCode::not_defined, "encoding",
        {"the bias of '", info().id, "' is no function of the distance; use attentionBias"});
  if (auto error = bad_head(head)) return *error;
  const std::size_t all = n_query + n_key == 0 ? 0 : n_query + n_key - 1;
  if (auto error = bad_part(part, all, "part")) return *error;
  bias_vector_part(*bias_, head, {n_query, n_key}, part.first, {out, part.count});
  return {};
}

Result<void> Plan::relative_map(std::size_t n_query, std::size_t n_key, std::size_t first_row,
                                std::size_t rows, double* out) const {
  if (!map_) return not_defined("relative map");
  if (auto error = bad_window(map_->cells, n_query, n_key, first_row, rows)) return *error;
  map_rows(*map_, {n_query, n_key}, first_row, rows, out);
  return {};
}

// A bias needs integer positions, inside the window if there is one.
std::optional<Error> Plan::bad_pairs(const Queries& queries, const Scores::Keys& keys) const {
  const auto fail = [&](std::string_view field, const std::string& why, double p) {
    return refusal(ErrorCode::bad_positions, field,
                   {why, " in '", info().id, "', got ", to_text(p)});
  };
  const double cells = static_cast<double>(bias_->cells);
  struct Given {
    std::string_view field;
    std::span<const double> positions;
  };
  for (const auto& [field, positions] : {Given{"queryPositions", {queries.positions, queries.rows}},
                                         Given{"keyPositions", {keys.positions, keys.n}}})
    for (const double p : positions) {
      if (p != std::floor(p)) return fail(field, "must be integers", p);
      if (cells != 0 && !(p >= 0 && p < cells))
        return fail(field, "must be cells from 0 to " + to_text(cells - 1), p);
    }
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  const auto whole = [](double p) { return static_cast<std::int64_t>(p); };
  if (keys.n == 0) return std::nullopt;
  const auto [first, last] = std::minmax_element(keys.positions, keys.positions + keys.n);
  for (std::size_t i = 0; i < queries.rows; ++i)
    if (const double p = queries.positions[i];
        whole(p) - whole(*first) > kMost || whole(*last) - whole(p) > kMost)
      return fail("queryPositions", "must be within 2^53 of every key's", p);
  return std::nullopt;
}

namespace {

double scaled_product(const double* x, const double* y, std::size_t width, std::size_t dim) {
  double sum = 0;
  for (std::size_t c = 0; c < width; ++c) sum += x[c] * y[c];
  return sum / std::sqrt(static_cast<double>(dim));
}

}  // namespace

// Rows scored one by one. Causal rows get the keys sorted by position, so that the visible keys
// come first.
void Plan::term_rows(const Queries& queries, const Scores::Keys& keys, double* out) const {
  const std::size_t a = axes(), dim = queries.dim, n = keys.n, size = scores_->terms.size() * n;
  const auto row = [&](std::size_t i, const Scores::Keys& from, std::size_t visible, double* to) {
    scores_->row(queries.positions + i * a, queries.q + i * dim, from, visible, to);
  };
  if (!scores_->causal) {
    for (std::size_t i = 0; i < queries.rows; ++i) row(i, keys, n, out + i * size);
    return;
  }
  const std::vector<std::size_t> order = order_by({keys.positions, n});
  std::vector<double> positions, k, sorted(size);
  for (const std::size_t j : order) {
    positions.push_back(keys.positions[j]);
    k.insert(k.end(), keys.k + j * dim, keys.k + (j + 1) * dim);
  }
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const auto later = std::ranges::upper_bound(positions, queries.positions[i]);
    const auto visible = static_cast<std::size_t>(later - positions.begin());
    row(i, {n, positions.data(), k.data()}, visible, sorted.data());
    for (std::size_t t = 0; t < scores_->terms.size(); ++t)
      for (std::size_t j = 0; j < n; ++j)
        out[i * size + t * n + order[j]] = j < visible ? sorted[t * n + j] : kMasked;
  }
}

void Plan::rotated_rows(const Queries& queries, const Scores::Keys& keys, double* out) {
  const std::size_t a = axes(), dim = queries.dim, w = rotated_width();
  // the keys are rotated once for all parts of a matrix
  const std::span<const double> at_keys{keys.positions, keys.n * a}, k{keys.k, keys.n * dim};
  const std::span<const double> known(rotated_from_);
  if (known.size() != at_keys.size() + k.size() ||
      !std::ranges::equal(known.first(at_keys.size()), at_keys) ||
      !std::ranges::equal(known.subspan(at_keys.size()), k)) {
    rotated_keys_.resize(keys.n * w);
    rotate_rows(at_keys, keys.k, rotated_keys_.data(), Side::key);
    rotated_from_.assign(at_keys.begin(), at_keys.end());
    rotated_from_.insert(rotated_from_.end(), k.begin(), k.end());
  }
  std::vector<double> q(w);
  const bool causal = bias_ && bias_->causal;
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const double* at = queries.positions + i * a;
    rotate_rows({at, a}, queries.q + i * dim, q.data(), Side::query);
    for (std::size_t j = 0; j < keys.n; ++j)
      *out++ = causal && keys.positions[j] > *at
                   ? kMasked
                   : scaled_product(q.data(), rotated_keys_.data() + j * w, w, dim);
  }
}

void Plan::biased_rows(const Queries& queries, const Scores::Keys& keys, double* out) const {
  const std::size_t dim = queries.dim, head = queries.head;
  for (std::size_t i = 0; i < queries.rows; ++i, out += 2 * keys.n) {
    const auto at = static_cast<std::int64_t>(queries.positions[i]);
    for (std::size_t j = 0; j < keys.n; ++j) {
      const auto key = static_cast<std::int64_t>(keys.positions[j]);
      const bool masked = bias_->causal && key > at;
      out[j] = masked ? kMasked : scaled_product(queries.q + i * dim, keys.k + j * dim, dim, dim);
      out[keys.n + j] = masked ? kMasked : bias_->at(head, at, key);
    }
  }
}

Result<void> Plan::attention_scores(const Queries& queries, const Scores::Keys& keys, double* out) {
  if (!info().has_scores()) return not_defined("attention scores");
  const std::size_t a = axes();
  if (score_dim() != 0 && queries.dim != score_dim())
    return bad_shape("q", "must have dim = ", score_dim(), " columns, got ", queries.dim);
  if (auto error = bad_positions({queries.positions, queries.rows * a})) return *error;
  if (auto error = bad_positions({keys.positions, keys.n * a})) return *error;
  if (scores_) {
    term_rows(queries, keys, out);
  } else if (info().rotates()) {
    rotated_rows(queries, keys, out);
  } else {
    const std::size_t all_keys = queries.of_keys != 0 ? queries.of_keys : keys.n;
    if (auto error = bad_window(bias_->cells, queries.of, all_keys, 0, queries.rows)) return *error;
    if (auto error = bad_head(queries.head)) return *error;
    if (auto error = bad_pairs(queries, keys)) return *error;
    biased_rows(queries, keys, out);
  }
  return {};
}

Result<Facts> Plan::facts() const {
  if (info().facts == nullptr) return not_defined("facts");
  return info().facts(encoding_.params);
}

}  // namespace posenc
