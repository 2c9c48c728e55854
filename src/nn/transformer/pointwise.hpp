// Activations of a perceptron's rows, with their slopes: float32 four at a time, float64 as
// core/real.hpp has them.
#pragma once
#include <cstddef>
#include <string_view>

namespace posenc {

inline constexpr std::string_view kPointwise[] = {"gelu", "relu"};
enum class Pointwise : unsigned char { gelu, relu };  // GELU exact: x·Φ(x)

// value may be x
template <class T>
void pointwise(Pointwise, const T* x, std::size_t n, T* value, T* slope);

// Softmax of a row in place: e^(x - largest) over their sum. -infinity gives 0; so does what lies
// 60 below the largest, where x is float32.
template <class T>
void softmax(T* x, std::size_t n);

}  // namespace posenc
