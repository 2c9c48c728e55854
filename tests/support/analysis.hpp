// Analyses as JSON, for the C++ tests.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "analyses/analysis.hpp"
#include "golden.hpp"

namespace posenc::test {

// a list of rows, or a list of numbers as one column
Matrix matrix_of(const json& j);

// { "analysis": …, params…, "layers": [{ "layer": …, params… }] }
AnalysisSpec analysis_of(const json& j);

Inputs inputs_of(const json& j);

Outputs outputs_of(const json& spec, const Inputs& inputs);
const Matrix& output(const Outputs& outputs, const std::string& name);
double number(const Outputs& outputs, const std::string& name);

// |got - expected| <= abs + rel·|expected|, for the tolerance of a kernels golden file
void check_close(const std::vector<double>& got, const json& expected, const json& tolerance);

}  // namespace posenc::test
