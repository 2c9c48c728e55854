// The spec of an encoding, already checked by web/lib/requests/spec.ts.
#pragma once
#include "encodings/encoding.hpp"
#include "js_values.hpp"

namespace posenc::js {

inline EncodingSpec spec(const val& v) {
  EncodingSpec s;
  s.encoding = v["encoding"].as<std::string>();
  s.values = raw_values(v);
  const val scaling = v["scaling"];
  s.has_scaling = !scaling.isUndefined();
  if (s.has_scaling) s.scaling = {scaling["type"].as<std::string>(), raw_values(scaling)};
  return s;
}

}  // namespace posenc::js
