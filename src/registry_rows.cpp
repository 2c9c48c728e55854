#include "encodings/encoding.hpp"
#include "posenc/registry.hpp"
#include "posenc/version.hpp"

namespace posenc {
namespace {

constexpr std::string_view kKinds[] = {"integer", "number", "boolean", "choice", "numbers"};

std::vector<Parameter> parameters(std::span<const ParamInfo> infos) {
  std::vector<Parameter> all;
  const auto bound = [](double x, double none) {
    return x == none ? std::nullopt : std::optional(x);
  };
  for (const ParamInfo& p : infos)
    all.push_back({.name = p.name,
                   .doc = p.doc,
                   .kind = kKinds[static_cast<std::size_t>(p.kind)],
                   .required = p.required,
                   .initial = p.initial == p.initial ? std::optional(p.initial) : std::nullopt,
                   .min = bound(p.min, -kInfinity),
                   .max = bound(p.max, kInfinity),
                   .min_exclusive = p.min_exclusive,
                   .choices = p.choices,
                   .where = p.where,
                   .trainable = p.trainable});
  return all;
}

}  // namespace

std::span<const Row> encoding_rows() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all;
    for (const EncodingInfo* e : described_encodings())
      all.push_back({e->id, e->title, e->formula, e->citation, e->family, e->note, e->accuracy,
                     e->axes, e->scalable, parameters(e->params)});
    return all;
  }();
  return rows;
}

std::span<const Row> extension_rows() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all;
    for (const ScalingInfo* s : described_scalings())
      all.push_back({.id = s->id,
                     .title = s->title,
                     .formula = s->formula,
                     .citation = s->citation,
                     .parameters = parameters(s->params)});
    return all;
  }();
  return rows;
}

std::string_view version() { return POSENC_VERSION; }

}  // namespace posenc
