// The exports of core.wasm (declared for TypeScript in web/lib/types/core.ts). This file only
// connects: js_values.hpp converts values, posenc.hpp does the work. Failures are returned as {
// error }, never thrown.
#include <emscripten/bind.h>

#include <bit>

#include "js_spec.hpp"
#include "js_values.hpp"
#include "memory.hpp"
#include "session.hpp"

namespace {
using namespace posenc;
using emscripten::val;

Session session;

enum Kind { table_f32 = 0, table_f64 = 1, derivative_f64 = 2 };

val gone() { return js::error({ErrorCode::internal, "handle", "no such plan"}); }
val too_large(std::size_t rows) {
  return js::error(
      {ErrorCode::internal, "rows", std::to_string(rows) + " rows exceed the scratch buffer"});
}

double address(const void* data) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(data));
}

// The address of the values; an object would cost more than a small block of them.
template <class T>
val block(const Result<T>& done, const void* data) {
  return done ? val(address(data)) : js::error(done.error());
}

// Makes `count` elements of type T with `make(plan, output)`.
template <class T, class Make>
val produce(int handle, Count count, std::size_t rows, Make make) {
  Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  T* out = session.output<T>(count);
  if (out == nullptr) return too_large(rows);
  return block(make(*plan, out), out);
}

Count width(int handle) {
  const Plan* plan = session.find(handle);
  return plan == nullptr ? 0 : plan->width();
}

std::size_t axes(int handle) {
  const Plan* plan = session.find(handle);
  return plan == nullptr ? 0 : plan->axes();
}

// Copies of a list when making a plan: as given, checked, and in the form of its stages.
constexpr int kCopies = 6;

val make_plan(const val& raw) {
  const Count bytes =
      Count(static_cast<std::uint64_t>(js::list_numbers(raw))) * sizeof(double) * kCopies;
  if (!memory::has_room(bytes)) return js::error(memory::out_of_memory(bytes, ""));
  Result<Plan> plan = Plan::create(js::spec(raw));
  if (!plan) return js::error(plan.error());
  val out = val::object();
  const auto set = [&](const char* name, std::size_t n) { out.set(name, static_cast<double>(n)); };
  set("width", plan->width());
  set("pairs", plan->pairs());
  set("axes", plan->axes());
  set("heads", plan->heads());
  set("headDim", plan->head_dim());
  set("rotatedWidth", plan->rotated_width());
  set("scoreDim", plan->score_dim());
  set("cells", plan->cells());
  const auto sizes = plan->extent();
  out.set("toeplitz", plan->has_bias_vector());
  out.set("keysApart", plan->keys_apart());
  out.set("extent", js::copy(std::vector<double>(sizes.begin(), sizes.end())));
  out.set("terms", js::list(plan->score_terms()));
  out.set("handle", session.add(std::move(plan).value()));
  return out;
}

void release(int handle) { session.remove(handle); }
bool memory_ended() { return memory::ended; }
int live_handles() { return static_cast<int>(session.live()); }
double scratch_bytes() { return static_cast<double>(Session::kScratchBytes); }
// returns 0 if out of memory
double input(double n) {
  const Count bytes = Count(static_cast<std::uint64_t>(n)) * sizeof(double);
  if (bytes > session.input_bytes() && !memory::has_room(bytes + Storage::kPage)) return 0;
  return address(session.input(static_cast<std::size_t>(n)));
}

val frequencies(int handle) {
  const Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto values = plan->frequencies();
  if (!values) return js::error(values.error());
  val out = val::object();
  out.set("values", js::copy(*values));
  return out;
}

val table_range(int handle, int kind, double start, double step, double count) {
  const auto rows = static_cast<std::size_t>(count);
  const Count n = width(handle) * rows;
  if (kind == table_f32)
    return produce<float>(handle, n, rows,
                          [&](Plan& p, float* out) { return p.table_f32(start, step, rows, out); });
  return produce<double>(handle, n, rows, [&](Plan& p, double* out) {
    return kind == table_f64 ? p.table_f64(start, step, rows, out)
                             : p.derivative(start, step, rows, out);
  });
}

val table_list(int handle, int kind, double count, double axis) {
  const auto rows = static_cast<std::size_t>(count);
  const Count n = width(handle) * rows;
  const auto positions = session.positions(rows * axes(handle));
  if (kind == table_f32)
    return produce<float>(handle, n, rows,
                          [&](const Plan& p, float* out) { return p.table_f32(positions, out); });
  return produce<double>(handle, n, rows, [&](const Plan& p, double* out) {
    return kind == table_f64 ? p.table_f64(positions, out)
                             : p.derivative(positions, out, static_cast<std::size_t>(axis));
  });
}

// Kinds as in web/lib/wasm/methods/cos-sin.ts.
val cos_sin(int handle, int kind, double start, double count) {
  const auto rows = static_cast<std::size_t>(count);
  const Count n = width(handle) * rows;
  const auto make = [&](auto... format) {
    return [=](Plan& p, auto* out) { return p.cos_sin(start, rows, format..., out); };
  };
  if (kind == 0) return produce<float>(handle, n, rows, make());
  if (kind == 1) return produce<double>(handle, n, rows, make());
  return produce<std::uint16_t>(handle, n, rows, make(kind == 2 ? kBf16 : kHalf));
}

val kernel_profile(int handle, double count) {
  const auto n = static_cast<std::size_t>(count);
  return produce<double>(handle, n, n, [&](const Plan& p, double* out) {
    return p.kernel_profile(session.positions(n * p.axes()), out);
  });
}

val decay_bound(int handle, double count) {
  const auto n = static_cast<std::size_t>(count);
  return produce<double>(handle, n, n, [&](const Plan& p, double* out) {
    return p.decay_bound(session.positions(n), out);
  });
}

val gram(int handle, double count, double first_row, double rows, double first_col, double cols) {
  const auto n = static_cast<std::size_t>(count);
  const Part down{static_cast<std::size_t>(first_row), static_cast<std::size_t>(rows)};
  const Part across{static_cast<std::size_t>(first_col), static_cast<std::size_t>(cols)};
  return produce<double>(handle, Count(down.count) * across.count, down.count,
                         [&](Plan& p, double* out) {
                           return p.gram(session.positions(n * p.axes()), down, across, out);
                         });
}

val gram_profile(int handle, double count) {
  Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto n = static_cast<std::size_t>(count);
  const auto profile = plan->gram_profile(session.positions(n * plan->axes()));
  if (!profile) return js::error(profile.error());
  val out = val::object();
  out.set("dataPtr", address(profile->data()));
  out.set("rows", static_cast<double>(profile->size()));
  return out;
}

// Computes more of the values that gram() and gramProfile() read.
val prepare_gram(int handle, double count, double most) {
  Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto n = static_cast<std::size_t>(count);
  const auto done =
      plan->prepare_gram(session.positions(n * plan->axes()), static_cast<std::size_t>(most));
  if (!done) return js::error(done.error());
  val out = val::object();
  out.set("done", *done);
  return out;
}

val channel_gram(int handle, double start, double step, double count, double first_row,
                 double rows) {
  const auto r = static_cast<std::size_t>(rows);
  return produce<double>(handle, width(handle) * r, r, [&](Plan& p, double* out) {
    return p.channel_gram(start, step, count, static_cast<std::size_t>(first_row), r, out);
  });
}

// Lanes of eight words for shaders: at and by (low word first), amplitude, channels, 0.
val wave_lanes(int handle, double start, double step) {
  const Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto lanes = plan->wave_lanes(start, step);
  if (!lanes) return js::error(lanes.error());
  std::vector<std::uint32_t> words;
  for (const auto& [at, by, amplitude, sine, cosine] : *lanes)
    words.insert(words.end(), {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at >> 32),
                               static_cast<std::uint32_t>(by), static_cast<std::uint32_t>(by >> 32),
                               std::bit_cast<std::uint32_t>(amplitude), sine, cosine, 0});
  val out = val::object();
  out.set("words", js::copy(words));
  out.set("rotary", plan->rotates_lanes());
  return out;
}

// Rows of equal width are rotated in place, so that a block takes half the cache. With `check`,
// returns an error unless every value is known to be finite; the caller then looks for it.
template <class T>
val rotate_as(int handle, std::size_t n, std::size_t dim, Side side, bool check) {
  Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const std::size_t numbers = n * plan->axes(), width = plan->rotated_width();
  const auto [positions, x] = session.input<T>(numbers, n * dim);
  T* const out = width == dim ? x : session.output<T>(Count(n) * width);
  if (out == nullptr) return too_large(n);
  const Result<bool> finite = plan->rotate({positions, numbers}, x, dim, out, side);
  if (check && finite && !finite.value())
    return js::error({ErrorCode::bad_argument, "x.data", "must have finite numbers"});
  return block(finite, out);
}

val rotate(int handle, double count, double head_dim, int side, int single, int check) {
  const auto n = static_cast<std::size_t>(count), dim = static_cast<std::size_t>(head_dim);
  const auto make = single != 0 ? rotate_as<float> : rotate_as<double>;
  return make(handle, n, dim, static_cast<Side>(side), check != 0);
}

val attention_bias(int handle, double head, double n_query, double n_key, double first_row,
                   double rows) {
  const auto nq = static_cast<std::size_t>(n_query), nk = static_cast<std::size_t>(n_key),
             r = static_cast<std::size_t>(rows);
  return produce<float>(handle, Count(r) * nk, r, [&](Plan& p, float* out) {
    return p.attention_bias(static_cast<std::size_t>(head), nq, nk,
                            static_cast<std::size_t>(first_row), r, out);
  });
}

val bias_keys(int handle, double head, double n_query, double n_key, double row, double first_key,
              double keys) {
  const Part part{static_cast<std::size_t>(first_key), static_cast<std::size_t>(keys)};
  return produce<float>(handle, part.count, part.count, [&](const Plan& p, float* out) {
    return p.attention_bias(static_cast<std::size_t>(head), static_cast<std::size_t>(n_query),
                            static_cast<std::size_t>(n_key), static_cast<std::size_t>(row), part,
                            out);
  });
}

val generating_vector(int handle, double head, double n_query, double n_key, double first,
                      double count) {
  const Part part{static_cast<std::size_t>(first), static_cast<std::size_t>(count)};
  return produce<float>(handle, part.count, part.count, [&](const Plan& p, float* out) {
    return p.bias_vector(static_cast<std::size_t>(head), static_cast<std::size_t>(n_query),
                         static_cast<std::size_t>(n_key), part, out);
  });
}

val relative_map(int handle, double n_query, double n_key, double first_row, double rows) {
  const auto nk = static_cast<std::size_t>(n_key), r = static_cast<std::size_t>(rows);
  return produce<double>(handle, Count(r) * nk, r, [&](const Plan& p, double* out) {
    return p.relative_map(static_cast<std::size_t>(n_query), nk,
                          static_cast<std::size_t>(first_row), r, out);
  });
}

// Input: positions of the rows' queries, the queries, positions of all keys, the keys.
val attention_scores(int handle, double head, double n_query, double all_keys, double n_key,
                     double dim, double rows) {
  const Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto nk = static_cast<std::size_t>(n_key), d = static_cast<std::size_t>(dim),
             r = static_cast<std::size_t>(rows), a = plan->axes();
  const double* at = session.input((r + nk) * (a + d));
  const double *q = at + r * a, *at_keys = q + r * d, *k = at_keys + nk * a;
  return produce<double>(
      handle, Count(r) * plan->score_terms().size() * nk, r, [&](Plan& p, double* out) {
        return p.attention_scores({.rows = r,
                                   .of = static_cast<std::size_t>(n_query),
                                   .positions = at,
                                   .q = q,
                                   .dim = d,
                                   .head = static_cast<std::size_t>(head),
                                   .of_keys = static_cast<std::size_t>(all_keys)},
                                  {nk, at_keys, k}, out);
      });
}

val facts(int handle) {
  const Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto all = plan->facts();
  if (!all) return js::error(all.error());
  val list = val::array();
  for (const Fact& fact : *all) {
    val item = val::object();
    item.set("name", std::string(fact.name));
    item.set("doc", std::string(fact.doc));
    item.set("values", js::copy(fact.values));
    item.set("cols", static_cast<double>(fact.cols));
    list.call<void>("push", item);
  }
  val out = val::object();
  out.set("facts", list);
  return out;
}

// The errors at n positions, the rounded positions, and with `scores` the score errors.
val precision(int handle, double method, double count, bool scores) {
  const auto n = static_cast<std::size_t>(count), m = static_cast<std::size_t>(method);
  return produce<double>(handle, Count(n) * (scores ? 3 : 2), n,
                         [&](Plan& p, double* out) -> Result<void> {
                           const auto methods = bare_precision_methods();
                           const auto errors = p.precision(m < methods.size() ? methods[m].id : "");
                           if (!errors) return errors.error();
                           const auto positions = session.positions(n);
                           const auto rotation = (*errors)->rotation(positions, out);
                           if (!rotation) return rotation;
                           const auto held = (*errors)->held(positions, out + n);
                           if (!held || !scores) return held;
                           return (*errors)->scores(positions, out + 2 * n);
                         });
}

val report(int handle, double trained_context, double context_length) {
  const Plan* plan = session.find(handle);
  if (plan == nullptr) return gone();
  const auto r = plan->report(trained_context, context_length);
  if (!r) return js::error(r.error());
  val out = val::object();
  out.set("frequency", js::copy(r->frequency));
  out.set("unscaledFrequency", js::copy(r->unscaled_frequency));
  out.set("wavelength", js::copy(r->wavelength));
  out.set("turnsTrained", js::copy(r->turns_trained));
  out.set("turnsContext", js::copy(r->turns_context));
  std::vector<std::uint8_t> band, unseen;
  for (const Band b : r->band) band.push_back(static_cast<std::uint8_t>(b));
  for (const bool u : r->unseen) unseen.push_back(u ? 1 : 0);
  out.set("band", js::copy(band));
  out.set("unseen", js::copy(unseen));
  out.set("attentionFactor", r->attention_factor);
  out.set("softmaxMultiplier", r->softmax_multiplier);
  out.set("regime", r->regime);
  return out;
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  memory::note_the_end();
  emscripten::function("memoryEnded", &memory_ended);
  emscripten::function("plan", &make_plan);
  emscripten::function("release", &release);
  emscripten::function("liveHandles", &live_handles);
  emscripten::function("scratchBytes", &scratch_bytes);
  emscripten::function("input", &input);
  emscripten::function("frequencies", &frequencies);
  emscripten::function("tableRange", &table_range);
  emscripten::function("tableList", &table_list);
  emscripten::function("cosSin", &cos_sin);
  emscripten::function("kernelProfile", &kernel_profile);
  emscripten::function("decayBound", &decay_bound);
  emscripten::function("gram", &gram);
  emscripten::function("prepareGram", &prepare_gram);
  emscripten::function("gramProfile", &gram_profile);
  emscripten::function("channelGram", &channel_gram);
  emscripten::function("waveLanes", &wave_lanes);
  emscripten::function("rotate", &rotate);
  emscripten::function("attentionBias", &attention_bias);
  emscripten::function("biasKeys", &bias_keys);
  emscripten::function("biasVector", &generating_vector);
  emscripten::function("relativeMap", &relative_map);
  emscripten::function("attentionScores", &attention_scores);
  emscripten::function("facts", &facts);
  emscripten::function("precision", &precision);
  emscripten::function("report", &report);
}
