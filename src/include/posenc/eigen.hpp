// The methods of a prepared spec on matrices of Eigen (3.4 or newer). A program that includes this
// header needs Eigen and links posenc::eigen; the rest of posenc does not.
//
//   const auto sinusoidal = posenc::prepare({"sinusoidal", {{"dim", 64}}});
//   const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(100, 0, 99);
//   const auto table = posenc::eigen::table<float>(*sinusoidal, positions);
//   if (!table) …  table.error().message
//   const Eigen::MatrixXf centred = table->rowwise() - table->colwise().mean();
//
// Results have the bits of prepared.hpp, which states their units, ranges and errors. They are
// written directly into the matrix. n = positions, a = axes, w = table width, p = pairs.
//
// Positions are (n, a): a VectorXd for one coordinate. Contiguous rows are read in place;
// everything else (columns of a matrix, expressions, parts of wider rows) is copied first. Results
// are row-major. Functions that end in _into write to the caller's matrix, which must have the
// right dimensions; a part of a wider matrix is filled through a copy.
//
// Errors are those of prepared.hpp, and: bad_shape if rows or columns differ, even if the element
// counts agree; bad_positions if a row does not have a elements; too_large if a matrix cannot hold
// the result. Nothing throws but std::bad_alloc.
#pragma once
#include <vector>

#include "posenc/eigen_memory.hpp"
#include "posenc/prepared.hpp"

namespace posenc::eigen {

namespace detail {

inline Eigen::VectorXd copied(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

template <class T>
Result<void> table(const Prepared& spec, In<double> positions, Out<T> out) {
  const Dimensions given = dimensions(positions);
  const std::size_t width = spec.shape().width;
  if (width != 0)  // otherwise not_defined at any position
    if (auto error = bad_coordinates(spec.shape(), given)) return *error;
  const Numbers<double> numbers(positions);
  return fill<T>(out, {given.rows, width},
                 [&](std::span<T> memory) { return spec.table(numbers, memory); });
}

template <class T>
Result<void> table(const Prepared& spec, Range range, Out<T> out) {
  return fill<T>(out, {range.count, spec.shape().width},
                 [&](std::span<T> memory) { return spec.table(range, memory); });
}

template <class T>
Result<void> rotate(const Prepared& spec, In<double> positions, In<T> x, Out<T> out, Side side) {
  const Dimensions given = dimensions(positions);
  const Shape& shape = spec.shape();
  if (shape.rotated_width != 0) {
    if (auto error = bad_coordinates(shape, given)) return *error;
    if (auto error = other_dimensions("x", dimensions(x), {given.rows, shape.head_dim}))
      return *error;
  }
  const Numbers<double> at(positions);
  const Numbers<T> vectors(x);
  return fill<T>(out, {given.rows, shape.rotated_width},
                 [&](std::span<T> memory) { return spec.rotate(at, vectors, memory, side); });
}

template <class T>
Result<void> cos_sin(const Prepared& spec, double start, std::size_t count, Out<T> out) {
  return fill<T>(out, {count, spec.shape().width}, [&](std::span<T> memory) {
    return spec.cos_sin(start, count, CosSinLayout::concatenated, memory, std::span<T>{});
  });
}

}  // namespace detail

// (p, a) rad per unit of each coordinate
inline Result<Matrix<double>> frequencies(const Prepared& spec) {
  const Result<std::vector<double>> f = spec.frequencies();
  if (!f) return f.error();
  const auto pairs = static_cast<Eigen::Index>(spec.shape().pairs),
             axes = static_cast<Eigen::Index>(spec.shape().axes);
  return Matrix<double>(Eigen::Map<const Matrix<double>>(f->data(), pairs, axes));
}

// (n, w), T = float or double
inline Result<void> table_into(const Prepared& spec, In<double> positions, Out<float> out) {
  return detail::table<float>(spec, positions, out);
}
inline Result<void> table_into(const Prepared& spec, In<double> positions, Out<double> out) {
  return detail::table<double>(spec, positions, out);
}
inline Result<void> table_into(const Prepared& spec, Range positions, Out<float> out) {
  return detail::table<float>(spec, positions, out);
}
inline Result<void> table_into(const Prepared& spec, Range positions, Out<double> out) {
  return detail::table<double>(spec, positions, out);
}
template <class T>
Result<Matrix<T>> table(const Prepared& spec, In<double> positions) {
  const std::size_t n = detail::dimensions(positions).rows;
  return detail::make<T>({n, spec.shape().width},
                         [&](Out<T> out) { return table_into(spec, positions, out); });
}
template <class T>
Result<Matrix<T>> table(const Prepared& spec, Range positions) {
  return detail::make<T>({positions.count, spec.shape().width},
                         [&](Out<T> out) { return table_into(spec, positions, out); });
}

// (count, 2p) for a rotary encoding at start, start + 1, …: the cosines of all pairs, then the
// sines. Other layouts of engines are expressions of leftCols(p) and rightCols(p).
inline Result<void> cos_sin_into(const Prepared& spec, double start, std::size_t count,
                                 Out<float> out) {
  return detail::cos_sin<float>(spec, start, count, out);
}
inline Result<void> cos_sin_into(const Prepared& spec, double start, std::size_t count,
                                 Out<double> out) {
  return detail::cos_sin<double>(spec, start, count, out);
}
template <class T>
Result<Matrix<T>> cos_sin(const Prepared& spec, double start, std::size_t count) {
  return detail::make<T>({count, spec.shape().width},
                         [&](Out<T> out) { return cos_sin_into(spec, start, count, out); });
}

// (n, w) derivative with respect to coordinate `axis`
inline Result<void> derivative_into(const Prepared& spec, In<double> positions, Out<double> out,
                                    std::size_t axis = 0) {
  const detail::Dimensions given = detail::dimensions(positions);
  const std::size_t width = spec.shape().width;
  if (width != 0)
    if (auto error = detail::bad_coordinates(spec.shape(), given)) return *error;
  const detail::Numbers<double> numbers(positions);
  return detail::fill<double>(out, {given.rows, width}, [&](std::span<double> memory) {
    return spec.derivative(numbers, memory, axis);
  });
}
inline Result<Matrix<double>> derivative(const Prepared& spec, In<double> positions,
                                         std::size_t axis = 0) {
  const std::size_t n = detail::dimensions(positions).rows;
  return detail::make<double>({n, spec.shape().width}, [&](Out<double> out) {
    return derivative_into(spec, positions, out, axis);
  });
}

// Σ_c table[m,c]·table[m-Δ,c] for each row Δ of offsets (offsets, a)
inline Result<Eigen::VectorXd> kernel_profile(const Prepared& spec, In<double> offsets) {
  if (spec.shape().width != 0)
    if (auto error = detail::bad_coordinates(spec.shape(), detail::dimensions(offsets)))
      return *error;
  const Result<std::vector<double>> profile = spec.kernel_profile(detail::Numbers<double>(offsets));
  if (!profile) return profile.error();
  return detail::copied(*profile);
}
// RoFormer's long-term decay curve at these offsets
inline Result<Eigen::VectorXd> decay_bound(const Prepared& spec,
                                           const Eigen::Ref<const Eigen::VectorXd>& offsets) {
  const Result<std::vector<double>> bound =
      spec.decay_bound({offsets.data(), static_cast<std::size_t>(offsets.size())});
  if (!bound) return bound.error();
  return detail::copied(*bound);
}

// (n, n) table·tableᵀ
inline Result<void> gram_into(const Prepared& spec, In<double> positions, Out<double> out) {
  if (spec.shape().width == 0) return spec.gram({}, {});  // not defined
  const detail::Dimensions given = detail::dimensions(positions);
  if (auto error = detail::bad_coordinates(spec.shape(), given)) return *error;
  const detail::Numbers<double> numbers(positions);
  return detail::fill<double>(out, {given.rows, given.rows},
                              [&](std::span<double> memory) { return spec.gram(numbers, memory); });
}
inline Result<Matrix<double>> gram(const Prepared& spec, In<double> positions) {
  // no allocation if not defined
  const std::size_t n = spec.shape().width == 0 ? 0 : detail::dimensions(positions).rows;
  return detail::make<double>({n, n},
                              [&](Out<double> out) { return gram_into(spec, positions, out); });
}

// x (n, head_dim) → (n, rotated_width); `out` may be x if the widths are equal
inline Result<void> rotate_into(const Prepared& spec, In<double> positions, In<float> x,
                                Out<float> out, Side side = Side::query) {
  return detail::rotate<float>(spec, positions, x, out, side);
}
inline Result<void> rotate_into(const Prepared& spec, In<double> positions, In<double> x,
                                Out<double> out, Side side = Side::query) {
  return detail::rotate<double>(spec, positions, x, out, side);
}
inline Result<Matrix<float>> rotate(const Prepared& spec, In<double> positions, In<float> x,
                                    Side side = Side::query) {
  return detail::make<float>(
      {detail::dimensions(positions).rows, spec.shape().rotated_width},
      [&](Out<float> out) { return rotate_into(spec, positions, x, out, side); });
}
inline Result<Matrix<double>> rotate(const Prepared& spec, In<double> positions, In<double> x,
                                     Side side = Side::query) {
  return detail::make<double>(
      {detail::dimensions(positions).rows, spec.shape().rotated_width},
      [&](Out<double> out) { return rotate_into(spec, positions, x, out, side); });
}

// (n_query, n_key) of one head, -infinity where masked. The last query is at the last key.
inline Result<void> attention_bias_into(const Prepared& spec, std::size_t head, std::size_t n_query,
                                        std::size_t n_key, Out<float> out) {
  return detail::fill<float>(out, {n_query, n_key}, [&](std::span<float> memory) {
    return spec.attention_bias(head, n_query, n_key, memory);
  });
}
inline Result<Matrix<float>> attention_bias(const Prepared& spec, std::size_t head,
                                            std::size_t n_query, std::size_t n_key) {
  if (spec.shape().heads == 0) n_query = n_key = 0;  // not defined; allocates nothing
  return detail::make<float>({n_query, n_key}, [&](Out<float> out) {
    return attention_bias_into(spec, head, n_query, n_key, out);
  });
}

// (n_query, n_key) the distance, or row of a learned table, of each pair; NaN where masked
inline Result<void> relative_map_into(const Prepared& spec, std::size_t n_query, std::size_t n_key,
                                      Out<double> out) {
  return detail::fill<double>(out, {n_query, n_key}, [&](std::span<double> memory) {
    return spec.relative_map(n_query, n_key, memory);
  });
}
inline Result<Matrix<double>> relative_map(const Prepared& spec, std::size_t n_query,
                                           std::size_t n_key) {
  return detail::make<double>({n_query, n_key}, [&](Out<double> out) {
    return relative_map_into(spec, n_query, n_key, out);
  });
}

// q (n_query, score_dim), k (n_key, score_dim) → (n_query, terms·n_key), the terms of each logit.
// Term shape().score_terms[t] is middleCols(t·n_key, n_key); the logits are the sum of the terms.
inline Result<Matrix<double>> attention_scores(const Prepared& spec, In<double> query_positions,
                                               In<double> q, In<double> key_positions, In<double> k,
                                               std::size_t head = 0) {
  const Shape& shape = spec.shape();
  const detail::Dimensions at_q = detail::dimensions(query_positions),
                           at_k = detail::dimensions(key_positions);
  const std::size_t terms = shape.score_terms.size(),
                    dim = shape.score_dim != 0 ? shape.score_dim : detail::dimensions(q).cols;
  if (terms != 0) {
    for (const detail::Dimensions& positions : {at_q, at_k})
      if (auto error = detail::bad_coordinates(shape, positions)) return *error;
    if (auto error = detail::other_dimensions("q", detail::dimensions(q), {at_q.rows, dim}))
      return *error;
    if (auto error = detail::other_dimensions("k", detail::dimensions(k), {at_k.rows, dim}))
      return *error;
  }
  const detail::Numbers<double> from(query_positions), to(key_positions), queries(q), keys(k);
  const detail::Dimensions needed{at_q.rows, detail::side_by_side(terms, at_k.rows)};
  return detail::make<double>(needed, [&](Out<double> out) {
    return detail::fill<double>(out, needed, [&](std::span<double> memory) {
      return spec.attention_scores(from, queries, to, keys, memory, head);
    });
  });
}

// Views of the library's values, not copies: valid while the fact exists.
inline Eigen::Map<const Matrix<double>> view(const Fact& fact) {
  const detail::Dimensions d = detail::of(fact);
  return {fact.values.data(), static_cast<Eigen::Index>(d.rows), static_cast<Eigen::Index>(d.cols)};
}
inline Eigen::Map<const Eigen::VectorXd> view(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
void view(Fact&&) = delete;
void view(std::vector<double>&&) = delete;

// A list parameter from weights of floats or doubles: the rows of a matrix one after the other.
// Spec{"t5", {{"heads", 2}, {"table", posenc::eigen::list(weights)}}}
template <class Derived>
Value list(const Eigen::DenseBase<Derived>& weights) {
  const Matrix<double> rows = weights.derived().template cast<double>();
  const std::span<const double> numbers(rows.data(), static_cast<std::size_t>(rows.size()));
  return std::vector<double>(numbers.begin(), numbers.end());
}

}  // namespace posenc::eigen
