#include "analyses/network_input.hpp"

#include "core/text.hpp"

namespace posenc {

Result<Count> pairs_of_inputs(const Sizes& sizes) {
  constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;
  for (const char* name : {"x", "covariance", "profile"}) {
    if (!sizes.has(name)) continue;
    const Size size = sizes[name];
    const bool profile = std::string_view(name) == "profile", x = std::string_view(name) == "x";
    const Count pairs = profile                   ? size.numbers()
                        : x && sizes.has("other") ? size.rows * sizes["other"].rows
                                                  : size.rows * size.rows;
    if (auto error = too_large(pairs, kMostPairs, name, "pairs of inputs")) return *error;
    return pairs;
  }
  return Count(0);
}

Result<NetworkInput> network_input(const Params& params, const Inputs& inputs) {
  const auto find = [&](const char* name) { return inputs.has(name) ? &inputs[name] : nullptr; };
  const Matrix *x = find("x"), *other = find("other"), *profile = find("profile"),
               *covariance = find("covariance"), *tangent = find("tangent");
  const int given = (x != nullptr) + (profile != nullptr) + (covariance != nullptr);
  if (given != 1)
    return refusal(
        ErrorCode::missing_param, "x",
        {"give one of x, covariance and, where it is taken, profile; got ", given, " of them"});
  if (other != nullptr && x == nullptr) return bad_argument("other", "goes with x");
  if (tangent != nullptr && covariance == nullptr)
    return bad_argument("tangent", "goes with covariance");
  std::optional<double> dim;
  if (params.has("inputDim")) dim = params.number("inputDim");
  if (x != nullptr && dim && *dim != static_cast<double>(x->cols))
    return bad_param("inputDim", "x has ", x->cols, " columns, got ", to_text(*dim));
  if (x != nullptr) return NetworkInput::of_rows(*x, other);
  if (covariance != nullptr) return NetworkInput::of_covariance(*covariance, tangent, dim);
  if (!dim)
    return Error{ErrorCode::missing_param, "inputDim",
                 "is needed with a profile, whose inner products are divided by it"};
  return NetworkInput::of_profile(*profile, *dim);
}

}  // namespace posenc
