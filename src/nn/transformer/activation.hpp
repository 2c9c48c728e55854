// Activations of an MLP with their derivatives. float32 computes four elements at a time; float64
// uses the functions of core/real.hpp.
#pragma once
#include <cstddef>
#include <string_view>

namespace posenc {

inline constexpr std::string_view kActivations[] = {"gelu", "relu"};
enum class ActivationKind : unsigned char { gelu, relu };  // GELU exact: x·Φ(x)

// Writes φ(x) to `value`, which may be x, and φ'(x) to `derivative`.
template <class T>
void activate(ActivationKind, const T* x, std::size_t n, T* value, T* derivative);

// Softmax of a row in place: e^(x - largest) over their sum. -infinity gives 0. In float32 elements
// 60 below the largest also give 0.
template <class T>
void softmax(T* x, std::size_t n);

}  // namespace posenc
