// The functions of the C interface: pointers and counts become spans, errors become strings.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "c/guarded.hpp"
#include "posenc/json.hpp"
#include "posenc/prepared.hpp"

struct posenc_encoding {
  posenc::Prepared prepared;
};
struct posenc_facts {
  struct Named {
    std::string name, doc;  // null-terminated; the registry's strings need not be
    std::vector<double> values;
    std::size_t cols;
  };
  std::vector<Named> all;
};

namespace {

using namespace posenc;

// Memory of the caller; NULL is allowed if the count is 0.
template <class T>
struct Array {
  const char* name;
  T* numbers;
  std::size_t count;
  std::span<T> span() const { return {numbers, count}; }
};
// clang 14 does not deduce this itself
template <class T>
Array(const char*, T*, std::size_t) -> Array<T>;

template <class... Arrays>
std::optional<Error> missing(const posenc_encoding* encoding, const Arrays&... arrays) {
  if (encoding == nullptr) return c::null_error("encoding");
  std::optional<Error> found;
  [[maybe_unused]] const auto look = [&](const auto& array) {
    if (!found && array.numbers == nullptr && array.count > 0) found = c::null_error(array.name);
  };
  (look(arrays), ...);
  return found;
}

// Calls `work` with the prepared spec if no pointer that it uses is NULL.
template <class Work, class... Arrays>
int call(posenc_error* error, const posenc_encoding* encoding, Work work, const Arrays&... arrays) {
  return c::guarded(error, 0, [&]() -> Result<void> {
    if (auto fault = missing(encoding, arrays...)) return *fault;
    return work(encoding->prepared);
  });
}

// Calls `work` with a value of the element type of the caller's memory.
template <class Work>
Result<void> typed(posenc_type type, Work work) {
  if (type == POSENC_F32) return work(float{});
  if (type == POSENC_F64) return work(double{});
  return Error{ErrorCode::bad_argument, "type",
               "must be POSENC_F32 or POSENC_F64, got " + std::to_string(static_cast<int>(type))};
}

template <class T>
std::span<T> as(void* numbers, std::size_t count) {
  return {static_cast<T*>(numbers), count};
}
template <class T>
std::span<const T> as(const void* numbers, std::size_t count) {
  return {static_cast<const T*>(numbers), count};
}

// Copies a computed list into memory of the caller.
Result<void> copied(const Result<std::vector<double>>& made, std::span<double> out) {
  if (!made) return made.error();
  if (made->size() != out.size())
    return Error{ErrorCode::bad_shape, "out",
                 "must have " + std::to_string(made->size()) + " numbers, got " +
                     std::to_string(out.size())};
  std::ranges::copy(*made, out.begin());
  return {};
}

// Writes as much as the caller's structure holds: the caller may be compiled with a shorter one.
Result<void> write_shape(const Shape& s, posenc_shape* out, std::size_t size) {
  if (out == nullptr) return c::null_error("out");
  const posenc_shape all{s.axes,     s.width,         s.pairs,     s.heads,
                         s.head_dim, s.rotated_width, s.score_dim, s.score_terms.size(),
                         s.cells};
  std::memcpy(out, &all, std::min(size, sizeof all));
  return {};
}

Result<Side> side_of(posenc_side side) {
  if (side == POSENC_QUERY) return Side::query;
  if (side == POSENC_KEY) return Side::key;
  if (side == POSENC_OUTPUT) return Side::output;
  return Error{ErrorCode::bad_argument, "side",
               "must be POSENC_QUERY, POSENC_KEY or POSENC_OUTPUT, got " +
                   std::to_string(static_cast<int>(side))};
}

Result<CosSinLayout> layout_of(posenc_layout layout) {
  switch (layout) {
    case POSENC_HALF:
      return CosSinLayout::half;
    case POSENC_CONCATENATED:
      return CosSinLayout::concatenated;
    case POSENC_DOUBLED:
      return CosSinLayout::doubled;
    case POSENC_REPEATED:
      return CosSinLayout::repeated;
  }
  return Error{ErrorCode::bad_argument, "layout",
               "must be POSENC_HALF, POSENC_CONCATENATED, POSENC_DOUBLED or POSENC_REPEATED, got " +
                   std::to_string(static_cast<int>(layout))};
}

}  // namespace

extern "C" {

posenc_encoding* posenc_prepare(const char* spec, posenc_error* error) {
  return c::guarded(error, static_cast<posenc_encoding*>(nullptr),
                    [&]() -> Result<posenc_encoding*> {
                      if (spec == nullptr) return c::null_error("spec");
                      const Result<Spec> read = spec_from_json(spec);
                      if (!read) return read.error();
                      Result<Prepared> prepared = prepare(*read);
                      if (!prepared) return prepared.error();
                      return new posenc_encoding{std::move(prepared).value()};
                    });
}
void posenc_release(posenc_encoding* encoding) { delete encoding; }

int posenc_shape_of(const posenc_encoding* encoding, posenc_shape* out, size_t size,
                    posenc_error* error) {
  return call(error, encoding,
              [&](const Prepared& p) { return write_shape(p.shape(), out, size); });
}

int posenc_frequencies(const posenc_encoding* encoding, double* out, size_t out_count,
                       posenc_error* error) {
  const Array to{"out", out, out_count};
  return call(
      error, encoding, [&](const Prepared& p) { return copied(p.frequencies(), to.span()); }, to);
}

int posenc_table(const posenc_encoding* encoding, const double* positions, size_t position_count,
                 posenc_type type, void* out, size_t out_count, posenc_error* error) {
  const Array at{"positions", positions, position_count};
  return call(
      error, encoding,
      [&](const Prepared& p) {
        return typed(type, [&]<class T>(T) { return p.table(at.span(), as<T>(out, out_count)); });
      },
      at, Array{"out", static_cast<char*>(out), out_count});
}

int posenc_table_range(const posenc_encoding* encoding, double start, double step, size_t count,
                       posenc_type type, void* out, size_t out_count, posenc_error* error) {
  return call(
      error, encoding,
      [&](const Prepared& p) {
        return typed(type, [&]<class T>(T) {
          return p.table(Range(start, step, count), as<T>(out, out_count));
        });
      },
      Array{"out", static_cast<char*>(out), out_count});
}

int posenc_derivative(const posenc_encoding* encoding, const double* positions,
                      size_t position_count, size_t axis, double* out, size_t out_count,
                      posenc_error* error) {
  const Array at{"positions", positions, position_count};
  const Array to{"out", out, out_count};
  return call(
      error, encoding, [&](const Prepared& p) { return p.derivative(at.span(), to.span(), axis); },
      at, to);
}

int posenc_cos_sin(const posenc_encoding* encoding, double start, size_t count, posenc_type type,
                   posenc_layout layout, void* cos, size_t cos_count, void* sin, size_t sin_count,
                   posenc_error* error) {
  return call(
      error, encoding,
      [&](const Prepared& p) -> Result<void> {
        const Result<CosSinLayout> put = layout_of(layout);
        if (!put) return put.error();
        if (type == POSENC_BF16 || type == POSENC_F16)
          return p.cos_sin(start, count, *put,
                           type == POSENC_BF16 ? ShortFloat::bf16 : ShortFloat::f16,
                           as<std::uint16_t>(cos, cos_count), as<std::uint16_t>(sin, sin_count));
        if (type != POSENC_F32 && type != POSENC_F64)
          return Error{ErrorCode::bad_argument, "type",
                       "must be POSENC_F32, POSENC_F64, POSENC_BF16 or POSENC_F16, got " +
                           std::to_string(static_cast<int>(type))};
        return typed(type, [&]<class T>(T) {
          return p.cos_sin(start, count, *put, as<T>(cos, cos_count), as<T>(sin, sin_count));
        });
      },
      Array{"cos", static_cast<char*>(cos), cos_count},
      Array{"sin", static_cast<char*>(sin), sin_count});
}

int posenc_kernel_profile(const posenc_encoding* encoding, const double* offsets,
                          size_t offset_count, double* out, size_t out_count, posenc_error* error) {
  const Array from{"offsets", offsets, offset_count};
  const Array to{"out", out, out_count};
  return call(
      error, encoding,
      [&](const Prepared& p) { return copied(p.kernel_profile(from.span()), to.span()); }, from,
      to);
}

int posenc_decay_bound(const posenc_encoding* encoding, const double* offsets, size_t offset_count,
                       double* out, size_t out_count, posenc_error* error) {
  const Array from{"offsets", offsets, offset_count};
  const Array to{"out", out, out_count};
  return call(
      error, encoding,
      [&](const Prepared& p) { return copied(p.decay_bound(from.span()), to.span()); }, from, to);
}

int posenc_gram(const posenc_encoding* encoding, const double* positions, size_t position_count,
                double* out, size_t out_count, posenc_error* error) {
  const Array at{"positions", positions, position_count};
  const Array to{"out", out, out_count};
  return call(
      error, encoding, [&](const Prepared& p) { return p.gram(at.span(), to.span()); }, at, to);
}

int posenc_rotate(const posenc_encoding* encoding, const double* positions, size_t position_count,
                  posenc_side side, posenc_type type, const void* x, size_t x_count, void* out,
                  size_t out_count, posenc_error* error) {
  const Array at{"positions", positions, position_count};
  return call(
      error, encoding,
      [&](const Prepared& p) -> Result<void> {
        const Result<Side> as_side = side_of(side);
        if (!as_side) return as_side.error();
        return typed(type, [&]<class T>(T) {
          return p.rotate(at.span(), as<T>(x, x_count), as<T>(out, out_count), *as_side);
        });
      },
      at, Array{"x", static_cast<const char*>(x), x_count},
      Array{"out", static_cast<char*>(out), out_count});
}

int posenc_attention_bias(const posenc_encoding* encoding, size_t head, size_t n_query,
                          size_t n_key, float* out, size_t out_count, posenc_error* error) {
  const Array to{"out", out, out_count};
  return call(
      error, encoding,
      [&](const Prepared& p) { return p.attention_bias(head, n_query, n_key, to.span()); }, to);
}

int posenc_relative_map(const posenc_encoding* encoding, size_t n_query, size_t n_key, double* out,
                        size_t out_count, posenc_error* error) {
  const Array to{"out", out, out_count};
  return call(
      error, encoding, [&](const Prepared& p) { return p.relative_map(n_query, n_key, to.span()); },
      to);
}

int posenc_attention_scores(const posenc_encoding* encoding, const double* query_positions,
                            size_t query_position_count, const double* q, size_t q_count,
                            const double* key_positions, size_t key_position_count, const double* k,
                            size_t k_count, size_t head, double* out, size_t out_count,
                            posenc_error* error) {
  const Array queries_at{"query_positions", query_positions, query_position_count};
  const Array queries{"q", q, q_count};
  const Array keys_at{"key_positions", key_positions, key_position_count};
  const Array keys{"k", k, k_count};
  const Array to{"out", out, out_count};
  return call(
      error, encoding,
      [&](const Prepared& p) {
        return p.attention_scores(queries_at.span(), queries.span(), keys_at.span(), keys.span(),
                                  to.span(), head);
      },
      queries_at, queries, keys_at, keys, to);
}

posenc_facts* posenc_facts_of(const posenc_encoding* encoding, posenc_error* error) {
  return c::guarded(error, static_cast<posenc_facts*>(nullptr), [&]() -> Result<posenc_facts*> {
    if (encoding == nullptr) return c::null_error("encoding");
    Result<Facts> made = encoding->prepared.facts();
    if (!made) return made.error();
    auto facts = std::make_unique<posenc_facts>();
    for (Fact& fact : *made)
      facts->all.push_back(
          {std::string(fact.name), std::string(fact.doc), std::move(fact.values), fact.cols});
    return facts.release();
  });
}
void posenc_facts_release(posenc_facts* facts) { delete facts; }
size_t posenc_facts_count(const posenc_facts* facts) {
  return facts == nullptr ? 0 : facts->all.size();
}
const char* posenc_fact_name(const posenc_facts* facts, size_t index) {
  return index < posenc_facts_count(facts) ? facts->all[index].name.c_str() : nullptr;
}
const char* posenc_fact_doc(const posenc_facts* facts, size_t index) {
  return index < posenc_facts_count(facts) ? facts->all[index].doc.c_str() : nullptr;
}
const double* posenc_fact_values(const posenc_facts* facts, size_t index, size_t* count,
                                 size_t* cols) {
  if (index >= posenc_facts_count(facts)) return nullptr;
  const posenc_facts::Named& fact = facts->all[index];
  if (count != nullptr) *count = fact.values.size();
  if (cols != nullptr) *cols = fact.cols;
  return fact.values.data();
}
}
