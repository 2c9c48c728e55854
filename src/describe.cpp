// Prints the registries and error codes as JSON. web/tools/gen.mjs generates types, menus, docs and
// property tests from it.
#include <cstdio>

#include "analyses/analysis.hpp"
#include "core/limits.hpp"
#include "core/single_wave.hpp"
#include "core/where.hpp"
#include "identify/mistakes.hpp"
#include "posenc.hpp"
#include "train/experiment.hpp"
#include "train/token_positions.hpp"

namespace {
using namespace posenc;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;  // the registries have no control characters (checked by gen.mjs, which parses this)
  }
  return out + "\"";
}

class Object {
 public:
  Object& raw(std::string_view name, const std::string& json) {
    body_ += (body_.empty() ? "" : ",") + quoted(name) + ":" + json;
    return *this;
  }
  Object& text(std::string_view name, std::string_view value) { return raw(name, quoted(value)); }
  Object& number(std::string_view name, double value) { return raw(name, to_text(value)); }
  Object& boolean(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }
  std::string json() const { return "{" + body_ + "}"; }

 private:
  std::string body_;
};

template <class Items, class Print>
std::string array(const Items& items, Print print) {
  std::string body;
  for (const auto& item : items) body += (body.empty() ? "" : ",") + print(item);
  return "[" + body + "]";
}

std::string_view kind_name(ParamKind kind) {
  switch (kind) {
    case ParamKind::integer:
      return "integer";
    case ParamKind::number:
      return "number";
    case ParamKind::boolean:
      return "boolean";
    case ParamKind::choice:
      return "choice";
    default:
      return "numbers";
  }
}

std::string describe(const ParamInfo& p, std::span<const ParamInfo> row) {
  Object o;
  o.text("name", p.name)
      .text("kind", kind_name(p.kind))
      .text("doc", p.doc)
      .boolean("required", p.required);
  if (p.initial == p.initial) {
    if (p.kind == ParamKind::choice)
      o.text("initial", p.choices[static_cast<std::size_t>(p.initial)]);
    else if (p.kind == ParamKind::boolean)
      o.boolean("initial", p.initial != 0);
    else
      o.number("initial", p.initial);
  }
  if (p.min != -kInfinity) o.number("min", p.min);
  if (p.max != kInfinity) o.number("max", p.max);
  if (p.min_exclusive) o.boolean("minExclusive", true);
  if (p.slider.min != p.slider.max) {
    Object slider;
    slider.number("min", p.slider.min).number("max", p.slider.max);
    if (p.slider.log) slider.boolean("log", true);
    o.raw("slider", slider.json());
  }
  if (p.kind == ParamKind::numbers) o.number("maxLength", static_cast<double>(p.most));
  if (!p.where.empty()) {
    Object where;
    where.text("rule", p.where).text("words", in_words(p.where, row));
    o.raw("where", where.json());
  }
  if (p.trainable) o.boolean("trainable", true);
  if (!p.choices.empty())
    o.raw("choices", array(p.choices, [](std::string_view c) { return quoted(c); }));
  return o.json();
}

template <class Row>
Object describe_row(const Row& row) {
  Object o;
  o.text("id", row.id)
      .text("title", row.title)
      .text("formula", row.formula)
      .text("citation", row.citation);
  o.raw("params", array(row.params, [&](const ParamInfo& p) { return describe(p, row.params); }));
  return o;
}

std::string describe(const EncodingInfo& e) {
  std::vector<std::string_view> stages;
  if (e.has_waves()) stages = {"frequencies", "table", "derivative", "kernelProfile", "decayBound"};
  if (e.row_table != nullptr) stages.push_back("table");
  if (e.has_table()) stages.push_back("gram");
  if (e.rotates()) stages.push_back("rotate");
  if (e.bias != nullptr) stages.insert(stages.end(), {"attentionBias", "biasVector"});
  if (e.relative_map != nullptr) stages.push_back("relativeMap");
  if (e.has_scores()) stages.push_back("attentionScores");
  if (e.facts != nullptr) stages.push_back("facts");
  if (e.geometric != nullptr) stages.push_back("precision");
  if (e.scalable) stages.push_back("report");
  const auto list = [](std::span<const std::string_view> items) {
    return array(items, [](std::string_view s) { return quoted(s); });
  };
  Object o = describe_row(e);
  if (!e.note.empty()) o.text("note", e.note);
  if (e.has_table())
    o.text("accuracy", e.has_waves()
                           ? "float32 entries are correctly rounded, float64 ones within 1 ulp."
                           : e.accuracy);
  return o.text("family", e.family)
      .raw("axes", list(e.axes))
      .boolean("scalable", e.scalable)
      .raw("stages", list(stages))
      .json();
}

std::string describe(const ScalingInfo& s) {
  Object o = describe_row(s);
  if (!s.hf_type.empty()) o.text("hfType", s.hf_type);
  return o.json();
}

std::string describe(const PrecisionMethod& m) {
  const bool iterated = m.frequencies == FrequencyRule::iterated;
  const bool exact = m.frequencies == FrequencyRule::exact;
  Object o;
  o.text("id", m.id).text("title", m.title).text("doc", m.doc).text("source", m.source);
  o.text("arithmetic", exact ? "exact" : name(m.arithmetic))
      .text("operands", exact ? "exact" : name(m.operands))
      .text("table", name(m.table))
      .boolean("iterated", iterated)
      .number("exactTo", static_cast<double>(first_lost_integer(m.operands) - 1));
  return o.json();
}

std::string describe(const AnalysisInfo& a) {
  Object o = describe_row(a);
  if (!a.note.empty()) o.text("note", a.note);
  o.text("family", a.family).boolean("layered", a.layered);
  if (a.trains) o.boolean("trains", true);
  o.raw("inputs", array(a.inputs, [](const InputInfo& i) {
          return Object()
              .text("name", i.name)
              .text("doc", i.doc)
              .boolean("required", i.required)
              .boolean("square", i.square)
              .text("form", i.form)
              .json();
        }));
  o.raw("outputs", array(a.outputs, [](const OutputInfo& out) {
          constexpr std::string_view kinds[] = {"scalar", "vector", "matrix"};
          return Object()
              .text("name", out.name)
              .text("doc", out.doc)
              .text("kind", kinds[static_cast<std::size_t>(out.kind)])
              .boolean("optional", out.optional)
              .json();
        }));
  return o.json();
}

std::string describe(const TaskInfo& t) {
  return Object()
      .text("id", t.id)
      .text("title", t.title)
      .text("doc", t.doc)
      .text("citation", t.citation)
      .raw("params", array(t.params, [&](const ParamInfo& p) { return describe(p, t.params); }))
      .json();
}

// The parameters of an experiment other than its task.
std::string describe_experiment() {
  struct ParamGroup {
    std::string_view id;
    std::span<const ParamInfo> params;
  };
  const ParamGroup groups[] = {
      {"model", model_params()}, {"position", position_params()}, {"training", training_params()}};
  return array(groups, [](const ParamGroup& group) {
    return Object()
        .text("id", group.id)
        .raw("params",
             array(group.params, [&](const ParamInfo& p) { return describe(p, group.params); }))
        .json();
  });
}

// Constants of the shaders.
std::string describe_single_wave() {
  using namespace single_wave;
  const auto list = [](std::span<const float> numbers) {
    return array(numbers, [](float x) { return to_text(x); });
  };
  return Object()
      .raw("sine", list(kSine))
      .raw("cosine", list(kCosine))
      .number("turn", kTurn)
      .number("smallTurn", kSmallTurn)
      .number("unit", kUnit)
      .number("leading", kLeading)
      .number("trailingBits", kTrailingBits)
      .number("noChannel", Plan::WaveLane::kNone)
      .json();
}

std::string describe(const identification::MistakeInfo& m) {
  return Object()
      .text("id", m.id)
      .text("stage", m.stage)
      .text("title", m.title)
      .raw("sources", array(m.threads(), [](std::string_view s) { return quoted(s); }))
      .json();
}

// Limits by which TypeScript splits work, or which the core enforces itself.
std::string describe_limits() {
  return Object()
      .number("fewestUniformRows", limits::kFewestUniformRows)
      .number("rowsOfAnAnchor", limits::kRowsOfAnAnchor)
      .number("mostKeptBias", limits::kMostKeptBias)
      .raw("fittedSizes", array(kFittedSizes, [](std::string_view name) { return quoted(name); }))
      .json();
}

}  // namespace

int main() {
  Object all;
  all.raw("errorCodes", array(kErrorCodes, [](std::string_view c) { return quoted(c); }));
  all.raw("bands", array(kBands, [](std::string_view b) { return quoted(b); }));
  all.raw("encodings",
          array(described_encodings(), [](const EncodingInfo* e) { return describe(*e); }));
  all.raw("scalings",
          array(described_scalings(), [](const ScalingInfo* s) { return describe(*s); }));
  all.raw("precisionMethods",
          array(precision_methods(), [](const PrecisionMethod& m) { return describe(m); }));
  all.raw("analyses", array(analyses(), [](const AnalysisInfo* a) { return describe(*a); }));
  all.raw("layers", array(layers(), [](const LayerInfo* l) { return describe_row(*l).json(); }));
  all.raw("tasks", array(tasks(), [](const TaskInfo* t) { return describe(*t); }));
  all.raw("experiment", describe_experiment());
  all.raw("mistakes", array(identification::mistakes(),
                            [](const identification::MistakeInfo* m) { return describe(*m); }));
  all.raw("singleWave", describe_single_wave());
  all.raw("limits", describe_limits());
  std::puts(all.json().c_str());
}
