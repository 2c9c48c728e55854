// Parameters of activations a·f(b x + c) or a·f(b x) + c.
#pragma once
#include "core/params.hpp"

namespace posenc {

inline constexpr ParamInfo kAffineParams[] = {
    {.name = "a", .doc = "Factor of the output.", .initial = 1, .min = -1e6, .max = 1e6},
    {.name = "b", .doc = "Factor of the input.", .initial = 1, .min = -1e3, .max = 1e3},
    {.name = "c", .doc = "Shift: see the formula.", .initial = 0, .min = -1e6, .max = 1e6},
};
struct Affine {
  double a, b, c;
};
inline Affine affine(const Params& p) { return {p.number("a"), p.number("b"), p.number("c")}; }

}  // namespace posenc
