// Real functions in float64, using only + - * / and sqrt, so that every compiler and engine gives
// the same bits (libm differs between them). Use turn.hpp for waves of large arguments; sin and cos
// here are the same waves at one radian per unit.
//
//   exp, log, sin, cos              within 1 ulp of the exact value
//   log1p, log2, atan2              within 2 ulp
//   expm1, sigmoid, softplus, tanh  within 3 ulp
//   pow                             within 2 ulp where |y ln x| <= 64, 16 ulp elsewhere
//   erf                             within 16 ulp
// Tested by tests/core/real_test.cpp against Wide.
#pragma once

namespace posenc {
inline constexpr double kPi = 3.141592653589793;
}  // namespace posenc

namespace posenc::real {

double exp(double x);               // +infinity above 709.79
double exp(double x, double tail);  // e^(x + tail), |tail| <= ulp(x)
double expm1(double x);             // exp(x) - 1
double log(double x);               // x > 0
double log1p(double x);             // ln(1 + x), x > -1
double log2(double x);              // x > 0; exact for powers of two
double pow(double x, double y);     // x > 0, or x = 0 and y > 0
double erf(double x);
double tanh(double x);
double sigmoid(double x);   // 1 / (1 + e^-x)
double softplus(double x);  // ln(1 + e^x)
double gelu(double x);      // x·(1 + erf(x/√2))/2
double gelu_derivative(double x);
double sin(double x);              // |x| <= 2^53
double cos(double x);              // |x| <= 2^53
double atan2(double y, double x);  // in [-π, π]; 0 for (0, 0)

}  // namespace posenc::real
