// The registry of the C interface: the public rows as JSON.
#include <nlohmann/json.hpp>
#include <string>

#include "c/guarded.hpp"
#include "posenc/registry.hpp"
#include "posenc/version.hpp"

namespace posenc::c {
namespace {

using nlohmann::json;

json described(const Parameter& p) {
  json out = {{"name", p.name}, {"kind", p.kind}, {"doc", p.doc}, {"required", p.required}};
  if (p.initial && p.kind == "boolean")
    out["initial"] = *p.initial != 0;
  else if (p.initial && p.kind == "choice")
    out["initial"] = p.choices[static_cast<std::size_t>(*p.initial)];
  else if (p.initial)
    out["initial"] = *p.initial;
  if (p.min) out["min"] = *p.min;
  if (p.max) out["max"] = *p.max;
  if (p.min_exclusive) out["minExclusive"] = true;
  if (!p.choices.empty()) out["choices"] = p.choices;
  if (!p.where.empty()) out["where"] = p.where;
  if (p.trainable) out["trainable"] = true;
  return out;
}

json described(std::span<const Row> rows) {
  json out = json::array();
  for (const Row& row : rows) {
    json one = {{"id", row.id},
                {"title", row.title},
                {"formula", row.formula},
                {"citation", row.citation},
                {"params", json::array()}};
    for (const Parameter& p : row.parameters) one["params"].push_back(described(p));
    if (!row.family.empty()) {
      one["family"] = row.family;
      one["axes"] = row.axes;
      one["scalable"] = row.takes_extension;
    }
    if (!row.note.empty()) one["note"] = row.note;
    if (!row.accuracy.empty()) one["accuracy"] = row.accuracy;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace
}  // namespace posenc::c

extern "C" {

uint32_t posenc_abi_version(void) { return POSENC_ABI_VERSION; }

const char* posenc_version(void) {
  // a string literal, hence null-terminated
  return posenc::version().data();
}

const char* posenc_registry(posenc_error* error) {
  using namespace posenc;
  return c::guarded(error, static_cast<const char*>(nullptr), []() -> Result<const char*> {
    static const std::string text = nlohmann::json{{"version", version()},
                                                   {"errorCodes", kErrorCodes},
                                                   {"encodings", c::described(encoding_rows())},
                                                   {"scalings", c::described(extension_rows())}}
                                        .dump();
    return text.c_str();
  });
}
}
