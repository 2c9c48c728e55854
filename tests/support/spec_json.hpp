// Specs and golden files as JSON, for the C++ tests: the same specs as in the JavaScript API.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "json.hpp"
#include "posenc.hpp"

namespace posenc::test {

json load_json(const std::string& name);

void add_value(RawValues& out, std::span<const ParamInfo> infos, const std::string& name,
               const json& value);

EncodingSpec spec_of(const json& j);

Plan plan_of(const json& spec);

// positions (n, axes), row-major
std::vector<double> table64(const Plan& plan, const std::vector<double>& positions);

// n positions of the plan's table: cells of a finite one, otherwise the given coordinates in turn.
std::vector<double> sample_positions(const Plan& plan, std::size_t n,
                                     const std::vector<double>& coordinates);

// A spec of every registry row and of every context extension, with the given width, for the
// property tests. A new row is included automatically if its required parameters are among those
// below.
std::vector<json> every_spec(int dim = 16);

}  // namespace posenc::test
