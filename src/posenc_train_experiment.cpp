#include "posenc_train_experiment.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "encodings/raw_spec.hpp"
#include "json/parsed.hpp"
#include "json/values.hpp"
#include "posenc/json.hpp"

namespace posenc {
namespace {

using nlohmann::json;

// A member that is an object of parameters, and of nothing else but the `skipped` names.
Result<RawValues> values_of(const json& object, std::span<const ParamInfo> params,
                            const std::string& name,
                            std::initializer_list<std::string_view> skipped = {}) {
  if (!object.is_object()) return bad_param(name, "must be an object, got ", object.dump());
  const std::string prefix = name.empty() ? "" : name + ".";
  const Result<Values> values = values_from_json(object, skipped, prefix);
  if (!values) return values.error();
  return raw_values(params, *values, name.empty() ? "an experiment" : "the " + name, prefix);
}

Result<RawPosition> position_of(json spec) {
  if (!spec.is_object())
    return bad_param("positions", R"(must be objects such as {"encoding": "learned"}, got )",
                     spec.dump());
  json own = json::object();  // what is said of the position and not of the encoding
  for (const ParamInfo& param : position_params()) {
    const std::string name(param.name);
    if (spec.contains(name)) own[name] = spec[name], spec.erase(name);
  }
  Result<RawValues> values = values_of(own, position_params(), "positions");
  if (!values) return values.error();
  const Result<Spec> read = spec_from_json(spec.dump());
  if (!read) return read.error();
  Result<EncodingSpec> raw = raw_spec(*read);
  if (!raw) return raw.error();
  return RawPosition{std::move(*raw), std::move(*values)};
}

}  // namespace

Result<RawExperiment> experiment_of(const std::string& text) {
  const Result<json> parsed = parsed_object(text, R"({"task": {"id": "latin-square"}})");
  if (!parsed) return parsed.error();
  const json& object = *parsed;
  RawExperiment out;
  const json task = object.value("task", json());
  if (!task.is_object() || !task.contains("id") || !task["id"].is_string())
    return Error{ErrorCode::missing_param, "task.id", "is needed: a task's name"};
  out.task = task["id"].get<std::string>();
  const auto row = std::ranges::find(tasks(), out.task, &TaskInfo::id);
  const json model = object.value("model", json::object());
  struct {
    RawValues& to;
    Result<RawValues> read;
  } const parts[] = {
      {out.task_values, row == tasks().end() ? RawValues{}  // run_plan() tells which there are
                                             : values_of(task, (*row)->params, "task", {"id"})},
      {out.model, values_of(model, model_params(), "model")},
      {out.training, values_of(object, training_params(), "", {"task", "model", "positions"})},
  };
  for (const auto& part : parts) {
    if (!part.read) return part.read.error();
    part.to = *part.read;
  }
  for (const json& position : object.value("positions", json::array())) {
    Result<RawPosition> one = position_of(position);
    if (!one) return one.error();
    out.positions.push_back(std::move(*one));
  }
  return out;
}

}  // namespace posenc
