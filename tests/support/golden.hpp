// Comparison with the golden files of tests/golden (70-digit arithmetic, rounded once) at their
// stated tolerance. null in a file means "masked".
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "spec_json.hpp"

namespace posenc::test {

void flatten(const json& j, std::vector<double>& out);
std::vector<double> numbers_of(const json& j);

// |got - expected| within the file's tolerance; if expected is null, got must not be finite
void check_all(const json& golden, const std::vector<double>& got, const json& expected);

// the table at the file's positions (or the given ones) against its `expected`
void check_table(const std::string& file, const json& spec);
void check_table(const std::string& file, const json& spec, const std::vector<double>& positions,
                 const json& expected);

}  // namespace posenc::test
