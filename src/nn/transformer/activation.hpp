// Activations of an MLP with their derivatives. In float32 four numbers are computed at a time; in
// float64 the functions are those of core/real.hpp.
#pragma once
#include <cstddef>
#include <string_view>

namespace posenc {

inline constexpr std::string_view kActivations[] = {"gelu", "relu"};
enum class ActivationKind : unsigned char { gelu, relu };  // GELU exact: x·Φ(x)

// Writes φ(x) to `value`, which may be x, and φ'(x) to `derivative`.
template <class T>
void activate(ActivationKind, const T* x, std::size_t n, T* value, T* derivative);

// Softmax of a row in place: e^(x - largest) over their sum. -infinity gives 0. In float32 a number
// that is 60 below the largest gives 0, too.
template <class T>
void softmax(T* x, std::size_t n);

}  // namespace posenc
