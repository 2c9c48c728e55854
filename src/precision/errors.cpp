#include "precision/errors.hpp"

#include <cmath>  // std::sqrt, std::fabs
#include <optional>

#include "core/text.hpp"

namespace posenc {
namespace {

// Returns the larger of two errors; NaN is the largest.
double worse(double a, double b) { return a > b || a != a ? a : b; }

// A compensated sum (Kahan 1965).
class CarriedSum {
 public:
  void add(double x) {
    const double y = x - carry_, next = value_ + y;
    carry_ = (next - value_) - y;
    value_ = next;
  }
  double value() const { return value_; }

 private:
  double value_ = 0, carry_ = 0;
};

std::optional<Error> bad_position(std::span<const double> positions, std::size_t keys_before = 0) {
  const double least = static_cast<double>(keys_before) - 0x1p53;
  for (const double p : positions) {
    if (p >= least && p <= 0x1p53) continue;  // not NaN
    std::string message = "must be finite and at most 2^53 in size";
    if (keys_before > 0) message += ", with the " + std::to_string(keys_before) + " before it";
    return refusal(ErrorCode::bad_positions, "positions", {message, "; got ", to_text(p)});
  }
  return std::nullopt;
}

std::optional<Error> bad_frequencies(const GeometricFrequencies& g) {
  if (!(g.base >= 1 && g.base <= 1e30))
    return bad_param("base",
                     "must be 1 … 1e30, where no wave turns faster than 1 rad per position; got ",
                     to_text(g.base));
  constexpr std::size_t kMostPairs = 65536;
  if (g.pairs > kMostPairs)
    return bad_param("pairs", "must be at most ", kMostPairs, ", got ", g.pairs);
  if (!(g.denominator > 0 && g.denominator <= kMostPairs &&
        g.denominator + 1 >= static_cast<double>(g.pairs)))
    return bad_param("denominator", "must be above 0, at least pairs - 1 and at most ", kMostPairs,
                     ", got ", to_text(g.denominator), " for ", g.pairs, " pairs");
  return std::nullopt;
}

}  // namespace

Result<PrecisionErrors> PrecisionErrors::create(std::string_view method,
                                                const GeometricFrequencies& g) {
  if (auto error = bad_frequencies(g)) return *error;
  if (const PrecisionMethod* found = find_precision_method(method))
    return PrecisionErrors(*found, g);
  std::string ids;
  for (const PrecisionMethod& m : bare_precision_methods())
    ids += (ids.empty() ? "" : ", ") + std::string(m.id);
  return bad_argument("method", "there is no method '", method, "'; give one of ", ids);
}

void PrecisionErrors::pair_errors(double position, std::vector<CosSin>& waves, double* out) const {
  emulation_.waves(position, waves);
  const Position p(position);
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const SinCos exact = wave(emulation_.exact()[i], p);
    const double x = (waves[i].cos - exact.cos) - exact.cos_tail;
    const double y = (waves[i].sin - exact.sin) - exact.sin_tail;
    out[i] = std::sqrt(x * x + y * y);
  }
}

Result<void> PrecisionErrors::of_pairs(double position, double* out) const {
  if (auto error = bad_position({&position, 1})) return *error;
  std::vector<CosSin> waves;
  pair_errors(position, waves, out);
  return {};
}

Result<void> PrecisionErrors::rotation(std::span<const double> positions, double* out) const {
  if (auto error = bad_position(positions)) return *error;
  std::vector<CosSin> waves;
  std::vector<double> errors(pairs());
  for (std::size_t k = 0; k < positions.size(); ++k) {
    pair_errors(positions[k], waves, errors.data());
    out[k] = 0;
    for (const double e : errors) out[k] = worse(e, out[k]);
  }
  return {};
}

Result<void> PrecisionErrors::scores(std::span<const double> positions, double* out,
                                     std::size_t most_offset) const {
  constexpr std::size_t kMostOffset = std::size_t{1} << 20;
  if (most_offset > kMostOffset)
    return bad_argument("mostOffset", "must be at most ", kMostOffset, ", got ", most_offset);
  if (auto error = bad_position(positions, most_offset)) return *error;
  // The exact score depends on the offset only.
  std::vector<double> exact(most_offset + 1);
  for (std::size_t offset = 0; offset <= most_offset; ++offset) {
    const Position p(static_cast<double>(offset));
    CarriedSum sum;
    for (const TurnFrequency& f : emulation_.exact()) sum.add(wave(f, p).cos);
    exact[offset] = sum.value();
  }
  const auto n = static_cast<double>(pairs());
  std::vector<CosSin> query, key;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    emulation_.waves(positions[k], query);
    out[k] = 0;
    for (std::size_t offset = 0; offset <= most_offset && n > 0; ++offset) {
      emulation_.waves(positions[k] - static_cast<double>(offset), key);
      CarriedSum sum;
      for (std::size_t i = 0; i < query.size(); ++i)
        sum.add(query[i].cos * key[i].cos + query[i].sin * key[i].sin);
      out[k] = worse(std::fabs(sum.value() - exact[offset]) / n, out[k]);
    }
  }
  return {};
}

Result<void> PrecisionErrors::held(std::span<const double> positions, double* out) const {
  if (auto error = bad_position(positions)) return *error;
  for (std::size_t k = 0; k < positions.size(); ++k) out[k] = emulation_.position(positions[k]);
  return {};
}

}  // namespace posenc
