// The capabilities of an encoding, each stage as data: a registry row fills those of its family.
//
// Conventions of all relative stages: query i is at position i + n_key - n_query, so the last query
// is at the last key, as in generation with a cache; distance = query position - key position.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "encodings/trained.hpp"
#include "posenc/facts.hpp"
#include "posenc/result.hpp"
#include "posenc/shape.hpp"  // Side

namespace posenc {

inline constexpr double kMasked = -std::numeric_limits<double>::infinity();

// A table whose channels are not waves. Entries are float64; float32 entries are rounded from them.
struct RowTable {
  std::size_t width = 0, axes = 1;
  // Axis sizes of a finite table, whose coordinates are integers in [0, extent). Empty: any finite
  // position.
  std::vector<std::size_t> extent = {};
  double above = -std::numeric_limits<double>::infinity();       // exclusive lower bound of
                                                                 // coordinates
  std::function<void(const double* position, double* out)> row;  // (axes) → (width)
  std::vector<Trained> trained = {};
  std::function<void()> refresh = nullptr;  // null if nothing is derived from the trained values
  std::function<void(const double* position, const double* upstream, Gradients)> adjoint = nullptr;
};

// Transforms a vector of the head by its position, other than by a plain rotation.
struct Transform {
  std::size_t dim = 0, width = 0, axes = 1;  // (dim) in, (width) out
  std::function<void(Side, const double* position, const double* x, double* out)> row;
  std::vector<Trained> trained = {};
  std::function<void()> refresh = nullptr;
  // upstream (width), x_gradient (dim)
  std::function<void(Side, const double* position, const double* x, const double* upstream,
                     double* x_gradient, Gradients)>
      adjoint = nullptr;
};

// Position-dependent factor of queries, not of keys or tables, in addition to the rotation.
struct QueryScale {
  std::function<double(double position)> of = nullptr;  // null: 1 everywhere
};

// A term added to the attention logits, for some keys of one query at a time.
struct Bias {
  std::size_t heads = 1;
  bool causal = false;    // keys after the query are masked
  bool toeplitz = false;  // a function of the distance only
  // If positions are the cells of a window: n_query = n_key = cells. 0 = any length.
  std::size_t cells = 0;
  // out[j] is for the key at first_key + j
  std::function<void(std::size_t head, std::int64_t query, std::int64_t first_key,
                     std::span<double> out)>
      row = nullptr;
  std::vector<Trained> trained = {};
  std::function<void()> refresh = nullptr;
  // for keys that are not masked
  std::function<void(std::size_t head, std::int64_t query, std::int64_t first_key,
                     std::span<const double> upstream, Gradients)>
      adjoint = nullptr;

  // Sets `row` from a function of one pair: of(head, query - key), or of(head, query, key);
  // likewise the adjoint.
  void set_of_distance(std::function<double(std::size_t head, std::int64_t distance)> of);
  void set_of_pair(
      std::function<double(std::size_t head, std::int64_t query, std::int64_t key)> of);
  void set_adjoint_of_distance(
      std::function<void(std::size_t head, std::int64_t distance, double upstream, Gradients)> of);
  void set_adjoint_of_pair(std::function<void(std::size_t head, std::int64_t query,
                                              std::int64_t key, double upstream, Gradients)>
                               of);
  double at(std::size_t head, std::int64_t query, std::int64_t key) const {
    double value = 0;
    row(head, query, key, {&value, 1});
    return value;
  }
};

// The distance, or the row of a learned table, for a pair of positions.
struct RelativeMap {
  bool causal = false;
  std::function<double(std::int64_t query, std::int64_t key)> of = nullptr;
  // … or for all cells of a window at once, without masking: there are many millions
  std::function<void(std::int64_t query, std::span<double> keys)> row = nullptr;
  std::size_t cells = 0;  // as in Bias
  // The table's rows run from the largest distance, n_key - 1, down to 0: row n_key - 1 - of(…)
  bool from_largest = false;
};

// Attention logits of given queries and keys, term by term; scaled as in the source.
struct Scores {
  std::size_t dim = 0, axes = 1;
  bool causal = false;
  std::vector<std::string_view> terms;
  struct Keys {
    std::size_t n;
    const double* positions;  // (n, axes)
    const double* k;          // (n, dim)
  };
  // One query: out (terms, n). Only the first `visible` keys count, sorted by position if causal;
  // values written beyond them are replaced by the mask.
  std::function<void(const double* position, const double* q, const Keys&, std::size_t visible,
                     double* out)>
      row;
  std::vector<Trained> trained = {};
  std::function<void()> refresh = nullptr;
  // upstream (terms, n); adds to q_gradient (dim) and k_gradient (n, dim)
  std::function<void(const double* position, const double* q, const Keys&, std::size_t visible,
                     const double* upstream, double* q_gradient, double* k_gradient, Gradients)>
      adjoint = nullptr;
};

}  // namespace posenc
