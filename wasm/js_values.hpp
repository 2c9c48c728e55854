// Conversions between JavaScript values and C++ for all modules. Internal to the package:
// TypeScript checks the arguments (web/lib/requests/spec.ts), so they are not checked again.
#pragma once
#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "posenc/result.hpp"

namespace posenc::js {

using emscripten::val;

inline val error(const Error& e) {
  val inner = val::object();
  inner.set("code", std::string(name(e.code)));
  inner.set("field", e.field);
  inner.set("message", e.message);
  val out = val::object();
  out.set("error", inner);
  return out;
}

// Returns a copy that JavaScript owns: callers never return a view of the heap.
template <class T>
val copy(const std::vector<T>& values) {
  return val(emscripten::typed_memory_view(values.size(), values.data()))
      .template call<val>("slice");
}

inline val list(const std::vector<std::string_view>& texts) {
  val out = val::array();
  for (const std::string_view text : texts) out.call<void>("push", std::string(text));
  return out;
}

inline std::vector<std::string> keys(const val& v) {
  return emscripten::vecFromJSArray<std::string>(val::global("Object").call<val>("keys", v));
}

// total length of the lists of a spec
inline double list_numbers(const val& v) {
  double sum = 0;
  const val arrays = v["arrays"];
  for (const std::string& key : keys(arrays)) sum += arrays[key]["length"].as<double>();
  return sum;
}

inline RawValues raw_values(const val& v) {
  RawValues values;
  const val numbers = v["numbers"], arrays = v["arrays"];
  for (const std::string& key : keys(numbers))
    values.numbers.emplace(key, numbers[key].as<double>());
  for (const std::string& key : keys(arrays))
    values.arrays.emplace(key, emscripten::convertJSArrayToNumberVector<double>(arrays[key]));
  return values;
}

}  // namespace posenc::js
