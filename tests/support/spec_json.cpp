#include "spec_json.hpp"

#include <fstream>

#include "encodings/raw_spec.hpp"
#include "posenc/json.hpp"

namespace posenc::test {

json load_json(const std::string& name) {
  std::ifstream file(std::string(POSENC_GOLDEN_DIR) + "/" + name + ".json");
  REQUIRE_MESSAGE(file.good(), "cannot open tests/golden/" << name << ".json");
  return json::parse(file);
}

void add_value(RawValues& out, std::span<const ParamInfo> infos, const std::string& name,
               const json& value) {
  if (value.is_array()) {
    out.arrays[name] = value.get<std::vector<double>>();
  } else if (value.is_boolean()) {
    out.numbers[name] = value.get<bool>() ? 1 : 0;
  } else if (value.is_string()) {
    double index = -1;
    for (const ParamInfo& p : infos)
      for (std::size_t i = 0; i < p.choices.size(); ++i)
        if (p.name == name && p.choices[i] == value.get<std::string>())
          index = static_cast<double>(i);
    out.numbers[name] = index;
  } else {
    out.numbers[name] = value.get<double>();
  }
}

EncodingSpec spec_of(const json& j) {
  const Result<Spec> spec = spec_from_json(j.dump());
  REQUIRE_MESSAGE(
      spec.has_value(),
      j.dump() << ": " << (spec ? "" : spec.error().field + " " + spec.error().message));
  Result<EncodingSpec> raw = raw_spec(*spec);
  REQUIRE_MESSAGE(raw.has_value(),
                  j.dump() << ": " << (raw ? "" : raw.error().field + " " + raw.error().message));
  return std::move(raw).value();
}

Plan plan_of(const json& spec) {
  Result<Plan> plan = Plan::create(spec_of(spec));
  REQUIRE_MESSAGE(
      plan.has_value(),
      spec.dump() << ": " << (plan ? "" : plan.error().field + " " + plan.error().message));
  return std::move(plan).value();
}

std::vector<double> table64(const Plan& plan, const std::vector<double>& positions) {
  std::vector<double> out(positions.size() / plan.axes() * plan.width());
  CHECK(plan.table_f64(positions, out.data()));
  return out;
}

std::vector<double> sample_positions(const Plan& plan, std::size_t n,
                                     const std::vector<double>& coordinates) {
  const std::vector<std::size_t> extent = plan.extent();
  std::vector<double> positions;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t a = 0; a < plan.axes(); ++a)
      positions.push_back(extent.empty()
                              ? coordinates[(i + 3 * a) % coordinates.size()]
                              : static_cast<double>((5 * i + 3 * a + i / 7) % extent[a]));
  return positions;
}

std::vector<json> every_spec(int dim) {
  const auto value = [&](const ParamInfo& p) -> json {
    if (p.name == "dim") return dim;
    if (p.name == "heads") return 6;
    if (p.name == "originalContext") return 64;
    if (p.name == "base") return 500000.0;
    if (p.name == "fraction") return 0.5;
    if (p.kind == ParamKind::numbers) {  // factors, one per pair
      json list = json::array();
      for (int i = 0; i < dim / 2; ++i) list.push_back(1 + 0.25 * i);
      return list;
    }
    return 4.0;  // factor
  };
  std::vector<json> specs;
  for (const EncodingInfo* row : encodings()) {
    json spec = {{"encoding", row->id}};
    for (const ParamInfo& p : row->params)
      if (p.required) spec[std::string(p.name)] = value(p);
    specs.push_back(spec);
    for (const ParamInfo& p : row->params)
      for (const std::string_view choice : p.choices) {
        json variant = spec;
        variant[std::string(p.name)] = choice;
        // some apply only with another choice
        if (p.where.empty() || Plan::create(spec_of(variant))) specs.push_back(variant);
      }
    if (!row->scalable) continue;
    for (const ScalingInfo* scaling : scalings()) {
      json inner = {{"type", scaling->id}};
      for (const ParamInfo& p : scaling->params)
        if (p.required || p.name == "factor") inner[std::string(p.name)] = value(p);
      json variant = spec;
      variant["scaling"] = inner;
      specs.push_back(variant);
    }
  }
  return specs;
}

}  // namespace posenc::test
