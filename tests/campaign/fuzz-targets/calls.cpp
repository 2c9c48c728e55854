// The first bytes choose a call and its sizes, which may be wrong by one; the rest is the spec.
// Memory has exactly the passed sizes, so that AddressSanitizer detects accesses beyond.
// tests/encodings/largest_parameters_test.cpp covers large specs: they would only be slow here.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "encodings/raw_spec.hpp"
#include "posenc/c.h"
#include "posenc/json.hpp"
#include "targets.hpp"

namespace posenc::fuzz {
namespace {

constexpr double kLargest = 64;       // of an integer in a spec
constexpr std::size_t kMost = 65536;  // elements of a result

bool is_small(std::string_view json) {
  const Result<Spec> read = spec_from_json(json);
  if (!read) return true;
  const Result<EncodingSpec> raw = raw_spec(*read);
  if (!raw) return true;
  const auto row = std::ranges::find(encodings(), raw->encoding, &EncodingInfo::id);
  for (const ParamInfo& param : (*row)->params) {
    const auto given = raw->values.numbers.find(param.name);
    if (param.kind == ParamKind::integer && given != raw->values.numbers.end() &&
        given->second > kLargest)
      return false;
    const auto list = raw->values.arrays.find(param.name);
    if (list != raw->values.arrays.end() &&
        std::ranges::any_of(list->second, [](double x) { return x > kLargest; }))
      return false;
  }
  return true;
}

void must_tell(const posenc_error& error) {
  const auto ends = [](const auto& text) {
    return std::ranges::find(text, '\0') != std::end(text);
  };
  must(ends(error.code) && ends(error.field) && ends(error.message), "texts of an error end");
  must(error.code[0] != '\0' && error.message[0] != '\0', "an error has a code and a message");
  must(std::strcmp(error.code, "internal") != 0, "no error is the library's own fault");
}

struct Chosen {
  std::uint8_t call, n, m, type, side, wrong;
  double start, step;
};

// Calls one of the functions. Returns whether it succeeded.
bool made(const posenc_encoding* of, const posenc_shape& shape, const Chosen& c,
          posenc_error* error) {
  const std::size_t n = c.n % 6, m = c.m % 6;
  const auto axes = static_cast<std::size_t>(shape.axes);
  std::vector<double> at(n * axes), keys_at(m * axes);
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = c.start + static_cast<double>(i) * c.step;
  for (std::size_t i = 0; i < keys_at.size(); ++i) keys_at[i] = static_cast<double>(i);
  const auto type = static_cast<posenc_type>(c.type % 4);
  // the right size, or one more or less
  const auto off = [&](std::uint64_t size) {
    const auto right = static_cast<std::size_t>(std::min<std::uint64_t>(size, kMost));
    return c.wrong % 8 == 1 ? right + 1 : c.wrong % 8 == 2 && right > 0 ? right - 1 : right;
  };
  const auto doubles = [&](std::uint64_t size) { return std::vector<double>(off(size), 0.25); };
  const auto bytes_of = [&](std::size_t count) {
    return std::vector<double>(type == POSENC_F64 ? count : (count + 1) / 2);
  };
  switch (c.call % 12) {
    case 0: {
      auto out = doubles(shape.pairs * shape.axes);
      return posenc_frequencies(of, out.data(), out.size(), error) != 0;
    }
    case 1: {
      const std::size_t size = off(n * shape.width);
      auto out = bytes_of(size);
      return posenc_table(of, at.data(), at.size(), type, out.data(), size, error) != 0;
    }
    case 2: {
      const std::size_t size = off(n * shape.width);
      auto out = bytes_of(size);
      return posenc_table_range(of, c.start, c.step, n, type, out.data(), size, error) != 0;
    }
    case 3: {
      auto out = doubles(n * shape.width);
      return posenc_derivative(of, at.data(), at.size(), c.m, out.data(), out.size(), error) != 0;
    }
    case 4: {
      const auto layout = static_cast<posenc_layout>(c.m % 4);
      const std::uint64_t each = n * shape.pairs * (layout == POSENC_HALF ? 1 : 2);
      const std::size_t first = off(each), second = layout == POSENC_CONCATENATED ? 0 : first;
      auto cos = bytes_of(first), sin = bytes_of(second);
      return posenc_cos_sin(of, c.start, n, type, layout, cos.data(), first,
                            second == 0 ? nullptr : sin.data(), second, error) != 0;
    }
    case 5: {
      auto out = doubles(at.size());
      return posenc_kernel_profile(of, at.data(), at.size(), out.data(), out.size(), error) != 0;
    }
    case 6: {
      auto out = doubles(at.size());
      return posenc_decay_bound(of, at.data(), at.size(), out.data(), out.size(), error) != 0;
    }
    case 7: {
      auto out = doubles(n * n);
      return posenc_gram(of, at.data(), at.size(), out.data(), out.size(), error) != 0;
    }
    case 8: {
      const std::size_t in = off(n * shape.head_dim), size = off(n * shape.rotated_width);
      const auto x = bytes_of(in);
      auto out = bytes_of(size);
      return posenc_rotate(of, at.data(), at.size(), static_cast<posenc_side>(c.side % 2), type,
                           x.data(), in, out.data(), size, error) != 0;
    }
    case 9: {
      const std::size_t rows = shape.cells > 0 && c.side % 2 == 0 ? shape.cells : n;
      const std::size_t cols = shape.cells > 0 && c.side % 2 == 0 ? shape.cells : m;
      if (rows * cols > kMost) return true;  // skips the call
      std::vector<float> out(off(rows * cols));
      return posenc_attention_bias(of, c.side, rows, cols, out.data(), out.size(), error) != 0;
    }
    case 10: {
      const std::size_t rows = shape.cells > 0 && c.side % 2 == 0 ? shape.cells : n;
      const std::size_t cols = shape.cells > 0 && c.side % 2 == 0 ? shape.cells : m;
      if (rows * cols > kMost) return true;  // skips the call
      auto out = doubles(rows * cols);
      return posenc_relative_map(of, rows, cols, out.data(), out.size(), error) != 0;
    }
    default: {
      const std::uint64_t d = shape.score_dim > 0 ? shape.score_dim : 4;
      const auto q = doubles(n * d), k = doubles(m * d);
      auto out = doubles(n * m * shape.score_terms);
      return posenc_attention_scores(of, at.data(), at.size(), q.data(), q.size(), keys_at.data(),
                                     keys_at.size(), k.data(), k.size(), c.side, out.data(),
                                     out.size(), error) != 0;
    }
  }
}

void look_at_facts(const posenc_encoding* of) {
  posenc_error error{};
  posenc_facts* facts = posenc_facts_of(of, &error);
  if (facts == nullptr) return must_tell(error);
  for (std::size_t i = 0; i < posenc_facts_count(facts); ++i) {
    std::size_t count = 0, cols = 0;
    const double* values = posenc_fact_values(facts, i, &count, &cols);
    must(values != nullptr || count == 0, "a fact has its numbers");
    must(cols > 0 && count % cols == 0, "a fact has whole rows");
  }
  must(posenc_fact_name(facts, posenc_facts_count(facts)) == nullptr, "facts end");
  posenc_facts_release(facts);
}

}  // namespace

void calls(Input input) {
  constexpr std::size_t kHead = 8;
  if (input.size() < kHead) return;
  const auto number = [](std::uint8_t b) { return (static_cast<double>(b) - 64) / 4; };
  const Chosen chosen{input[0], input[1], input[2],         input[3],
                      input[4], input[5], number(input[6]), number(input[7])};
  const std::string json(text(input.subspan(kHead)));
  if (!is_small(json.c_str())) return;  // the C interface also reads only up to the first 0
  posenc_error error{};
  posenc_encoding* of = posenc_prepare(json.c_str(), &error);
  if (of == nullptr) return must_tell(error);
  posenc_shape shape{};
  must(posenc_shape_of(of, &shape, sizeof shape, &error) == 1, "what is prepared has a shape");
  if (std::max({shape.axes, shape.width, shape.pairs, shape.head_dim, shape.rotated_width,
                shape.score_dim}) <= kMost / 8) {
    if (!made(of, shape, chosen, &error) && chosen.wrong % 8 > 2) must_tell(error);
    if (chosen.wrong >= 128) look_at_facts(of);
  }
  posenc_release(of);
}

}  // namespace posenc::fuzz
