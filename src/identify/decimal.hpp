// Decimal digits of numbers.
#pragma once
#include <string>

namespace posenc::identification {

// x rounded to this many significant decimal digits, at least 1.
double to_digits(double x, int digits);

// Number of digits of the shortest decimal that reads back as x, up to 15; 1 for zero.
int digits_of(double x);

// x with six digits at most.
std::string short_text(double x);

}  // namespace posenc::identification
