// A layer of a network: a dense layer or an activation. A new layer is one file in nn/layers and
// one row in layers.cpp; analyses of infinite and of finite networks use it through this interface.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/params.hpp"

namespace posenc {

// The functions of an activation φ. Each works on a whole row.
struct Activation {
  // Infinite width: (u, v) ~ N(0, [[q11, k], [k, q22]]) for each of n pairs that share q11, with
  // the roots √q22, which are the same for every row; k ← E φ(u)φ(v), theta ← theta · E φ'(u)φ'(v).
  // Null if there is no closed form: then HermiteDuals computes it from `values`, which must be
  // smooth.
  void (*duals)(const Params&, double q11, const double* q22, const double* roots, double* k,
                double* theta, std::size_t n) = nullptr;
  // Finite networks: value ← φ(x), derivative ← φ'(x), of n elements; `value` may be x itself.
  void (*values)(const Params&, const double* x, double* value, double* derivative,
                 std::size_t n) = nullptr;
};

struct LayerInfo {
  std::string_view id, title, formula, citation;
  std::span<const ParamInfo> params = {};
  Activation activation = {};  // empty for dense layers
  bool dense() const { return activation.values == nullptr; }
};
std::span<const LayerInfo* const> layers() noexcept;

// A layer from the caller: an item of the list `layers` of an analysis.
struct LayerSpec {
  std::string layer;
  RawValues values;
};

struct Layer {  // checked
  const LayerInfo* info;
  Params params;
};

// A file of nn/layers defines a type constructed from the parameters, with functions for one pair
// and for one number; activation_of<Type> applies them to rows.
struct Dual {
  double value, derivative;  // E φφ, E φ'φ'
};
struct ValueAndDerivative {
  double value, derivative;  // φ, φ'
};
template <class Type>
inline constexpr Activation activation_of = {
    .duals =
        [](const Params& params, double q11, const double* q22, const double*, double* k,
           double* theta, std::size_t n) {
          const Type activation(params);
          for (std::size_t i = 0; i < n; ++i) {
            const Dual dual = activation.dual(q11, k[i], q22[i]);
            k[i] = dual.value;
            theta[i] *= dual.derivative;
          }
        },
    .values =
        [](const Params& params, const double* x, double* value, double* derivative,
           std::size_t n) {
          const Type activation(params);
          for (std::size_t i = 0; i < n; ++i) {
            const ValueAndDerivative at = activation.at(x[i]);
            value[i] = at.value;
            derivative[i] = at.derivative;
          }
        },
};

// An activation from a smooth function whose duals have no closed form.
template <ValueAndDerivative (*Function)(double)>
inline constexpr Activation smooth_activation = {
    .values =
        [](const Params&, const double* x, double* value, double* derivative, std::size_t n) {
          for (std::size_t i = 0; i < n; ++i) {
            const ValueAndDerivative at = Function(x[i]);
            value[i] = at.value;
            derivative[i] = at.derivative;
          }
        },
};

}  // namespace posenc
