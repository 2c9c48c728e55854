#include "analysis.hpp"

namespace posenc::test {

Matrix matrix_of(const json& j) {
  Matrix m;
  m.rows = j.size();
  m.cols = m.rows > 0 && j[0].is_array() ? j[0].size() : 1;
  m.data = numbers_of(j);
  return m;
}

AnalysisSpec analysis_of(const json& j) {
  AnalysisSpec spec;
  spec.analysis = j.at("analysis").get<std::string>();
  std::span<const ParamInfo> infos;
  for (const AnalysisInfo* row : analyses())
    if (row->id == spec.analysis) infos = row->params;
  for (const auto& [name, value] : j.items()) {
    if (name == "analysis") continue;
    if (name != "layers") {
      add_value(spec.values, infos, name, value);
      continue;
    }
    for (const json& item : value) {
      LayerSpec layer;
      layer.layer = item.at("layer").get<std::string>();
      std::span<const ParamInfo> params;
      for (const LayerInfo* row : layers())
        if (row->id == layer.layer) params = row->params;
      for (const auto& [key, v] : item.items())
        if (key != "layer") add_value(layer.values, params, key, v);
      spec.layers.push_back(std::move(layer));
    }
  }
  return spec;
}

Inputs inputs_of(const json& j) {
  Inputs inputs;
  for (const auto& [name, value] : j.items()) inputs.set(name, matrix_of(value));
  return inputs;
}

Outputs outputs_of(const json& spec, const Inputs& inputs) {
  Result<Outputs> outputs = analyse(analysis_of(spec), inputs);
  REQUIRE_MESSAGE(
      outputs.has_value(),
      spec.dump() << ": "
                  << (outputs ? "" : outputs.error().field + " " + outputs.error().message));
  return std::move(outputs).value();
}

const Matrix& output(const Outputs& outputs, const std::string& name) {
  for (const Output& o : outputs)
    if (o.name == name) return o.values;
  FAIL("no output " << name);
  static const Matrix none;
  return none;
}

double number(const Outputs& outputs, const std::string& name) {
  return output(outputs, name).data.at(0);
}

void check_close(const std::vector<double>& got, const json& expected, const json& tolerance) {
  const std::vector<double> want = numbers_of(expected);
  REQUIRE(got.size() == want.size());
  const double abs = tolerance.value("abs", 0.0), rel = tolerance.value("rel", 0.0);
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    worst = std::fmax(worst, std::fabs(got[i] - want[i]) / (abs + rel * std::fabs(want[i])));
  CHECK(worst <= 1);
}

}  // namespace posenc::test
