// Rotated vectors and attention logits of a plan, for tests: short calls, checked results.
#pragma once
#include <cmath>

#include "spec_json.hpp"

namespace posenc::test {

// n values in (-2, 2), equal in every run
std::vector<double> some_numbers(std::size_t n, double start = 0.3);

// positions (n, axes), x (n, head_dim)
std::vector<double> rotated(Plan& plan, const std::vector<double>& positions,
                            const std::vector<double>& x, Side side = Side::query);

double dot(const std::vector<double>& a, const std::vector<double>& b);

// the logit of one query and one key, the sum of its terms
double score(Plan& plan, const std::vector<double>& query_position, const std::vector<double>& q,
             const std::vector<double>& key_position, const std::vector<double>& k);

const Fact& fact(const Facts& facts, const std::string& name);

// Checks that the spec is rejected with an error on the given field.
void check_refused(const json& spec, const std::string& field,
                   ErrorCode code = ErrorCode::bad_param);

}  // namespace posenc::test
