// Parameters of a registry row: their descriptions, and the checked values of one spec.
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice.hpp"
#include "core/text.hpp"  // to_text, for the messages of every row
#include "posenc/result.hpp"

namespace posenc {

enum class ParamKind { integer, number, boolean, choice, numbers };

inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();
// The largest integer that no other integer rounds to, JavaScript's Number.MAX_SAFE_INTEGER.
inline constexpr double kMostInteger = 0x1p53 - 1;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Slider {
  double min = 0, max = 0;  // a sensible range for a control; no range if equal
  bool log = false;
};

struct ParamInfo {
  std::string_view name, doc;
  ParamKind kind = ParamKind::number;
  bool required = false;
  double initial = kNotGiven;  // the index for a choice; not given = optional without default
  double min = -kInfinity, max = kInfinity;
  bool min_exclusive = false;
  Slider slider = {};
  std::span<const std::string_view> choices = {};
  std::size_t most = 32768;  // maximum length of a list
  // When it has an effect (core/where.hpp); otherwise it is rejected. Empty: always.
  std::string_view where = {};
  // Training changes it: a stage's `trained` holds its values, `adjoint` their gradient
  // (encodings/trained.hpp). It is kept in min … max.
  bool trainable = false;
};

// The value of a parameter that is not given: a number, none, or an error.
struct Initial {
  double value = kNotGiven;
  bool required = false;
  constexpr Initial(double number) : value(number) {}  // NOLINT: `8` reads better than Initial(8)
  constexpr Initial(double number, bool needed) : value(number), required(needed) {}
};
inline constexpr Initial kOptional{kNotGiven, false}, kRequired{kNotGiven, true};

struct Bounds {
  double min = -kInfinity, max = kInfinity;
  bool min_exclusive = false;
};
constexpr Bounds above(double min, double max = kInfinity) { return {min, max, true}; }

// Builders for the parameters of registry rows, one for each kind.
constexpr ParamInfo number(std::string_view name, std::string_view doc, Initial initial,
                           Bounds bounds = {}, Slider slider = {}) {
  return {.name = name,
          .doc = doc,
          .required = initial.required,
          .initial = initial.value,
          .min = bounds.min,
          .max = bounds.max,
          .min_exclusive = bounds.min_exclusive,
          .slider = slider};
}
constexpr ParamInfo integer(std::string_view name, std::string_view doc, Initial initial,
                            Bounds bounds = {}, Slider slider = {}) {
  ParamInfo info = number(name, doc, initial, bounds, slider);
  info.kind = ParamKind::integer;
  return info;
}
// `most`: maximum length of the list.
constexpr ParamInfo numbers(std::string_view name, std::string_view doc, Initial initial,
                            Bounds bounds = {}, std::size_t most = ParamInfo{}.most) {
  ParamInfo info = number(name, doc, initial, bounds);
  info.kind = ParamKind::numbers;
  info.most = most;
  return info;
}
constexpr ParamInfo on_off(std::string_view name, std::string_view doc, bool initial = false) {
  ParamInfo info = number(name, doc, static_cast<double>(initial));
  info.kind = ParamKind::boolean;
  return info;
}
// `initial` is the index of the default, by default the first choice.
constexpr ParamInfo one_of(std::string_view name, std::string_view doc,
                           std::span<const std::string_view> choices, Initial initial = 0) {
  ParamInfo info = number(name, doc, initial);
  info.kind = ParamKind::choice;
  info.choices = choices;
  return info;
}

// For a Choice (core/choice.hpp); defaults to its first word.
template <class Words>
requires requires { Words::kWords; }
constexpr ParamInfo one_of(std::string_view name, std::string_view doc, Words initial = {}) {
  return one_of(name, doc, Words::kWords, static_cast<double>(initial.index()));
}

// Values from the caller: choices as their index, booleans as 0 or 1.
struct RawValues {
  std::map<std::string, double, std::less<>> numbers;
  std::map<std::string, std::vector<double>, std::less<>> arrays;
};

// Checked values with defaults filled in. Looking up a name that the row does not have is a bug in
// the program and ends it.
class Params {
 public:
  bool has(std::string_view name) const;  // given, or has a default
  double number(std::string_view name) const;
  double number_or(std::string_view name, double otherwise) const;
  std::int64_t integer(std::string_view name) const;
  // for an integer >= 0
  std::size_t count(std::string_view name) const { return static_cast<std::size_t>(integer(name)); }
  bool flag(std::string_view name) const { return number(name) != 0; }
  std::size_t choice(std::string_view name) const { return static_cast<std::size_t>(number(name)); }
  // as a Choice, or an enumeration in the same order
  template <class Words>
  Words choice(std::string_view name) const {
    return static_cast<Words>(choice(name));
  }
  std::span<const double> numbers(std::string_view name) const;
  std::vector<double> numbers_or(std::string_view name, std::vector<double> otherwise) const;
  void set(std::string_view name, double value);

 private:
  friend Result<Params> check(std::span<const ParamInfo>, const RawValues&, std::string_view prefix,
                              std::span<const std::string> inputs);
  RawValues values_;
};

// Restricts a parameter to specs in which `where` holds.
constexpr ParamInfo only_where(ParamInfo info, std::string_view where) {
  info.where = where;
  return info;
}
constexpr ParamInfo trainable(ParamInfo info) {
  info.trainable = true;
  return info;
}

// `prefix` is put before field names in errors ("scaling."); `inputs` are the names of matrices
// given in addition to the parameters. Parameters without effect are rejected.
Result<Params> check(std::span<const ParamInfo> infos, const RawValues& given,
                     std::string_view prefix, std::span<const std::string> inputs = {});

}  // namespace posenc
