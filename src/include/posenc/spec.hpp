// A spec names a row of the registry, its parameters, and optionally a context extension. Names and
// values are the same as in JSON.
#pragma once
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace posenc {

// A parameter's value: true or false, a number, a choice by its name, or a list of numbers.
class Value {
 public:
  template <class T>
  requires(std::integral<T> || std::floating_point<T>) Value(T x) : value_(number(x)) {}
  Value(std::string_view choice) : value_(std::string(choice)) {}
  Value(const std::string& choice) : value_(choice) {}
  Value(const char* choice) : value_(std::string(choice)) {}
  Value(std::vector<double> list) : value_(std::move(list)) {}

  const std::variant<bool, double, std::string, std::vector<double>>& get() const { return value_; }

 private:
  using Held = std::variant<bool, double, std::string, std::vector<double>>;
  template <class T>
  static Held number(T x) {
    if constexpr (std::same_as<T, bool>)
      return x;
    else
      return static_cast<double>(x);
  }
  Held value_;
};
using Values = std::map<std::string, Value, std::less<>>;

// A context extension of rotary frequencies.
struct Extension {
  std::string type;
  Values values = {};
};

// Spec{"rope", {{"dim", 128}, {"base", 500000}}, Extension{"yarn", {{"factor", 4}}}}
struct Spec {
  std::string encoding;
  Values values = {};
  std::optional<Extension> scaling = {};
};

}  // namespace posenc
