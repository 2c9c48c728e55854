// Parameters of activations a·f(b x + c) or a·f(b x) + c.
#pragma once
#include "core/params.hpp"

namespace posenc {

inline constexpr ParamInfo kAffineParams[] = {
    number("a", "Factor a, by which the output is multiplied.", 1, {-1e6, 1e6}),
    number("b", "Factor b, by which the input is multiplied.", 1, {-1e3, 1e3}),
    number("c", "Shift c, which is added where the formula of the layer has it.", 0, {-1e6, 1e6}),
};
struct Affine {
  double a, b, c;
};
inline Affine affine(const Params& p) { return {p.number("a"), p.number("b"), p.number("c")}; }

}  // namespace posenc
