#include "linalg/semidefinite.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <string>

#include "core/text.hpp"

namespace posenc {

Result<double> semidefinite_floor(const std::vector<double>& eigenvalues, std::string_view field) {
  const double high = eigenvalues.front(), low = eigenvalues.back(),
               top = std::max(std::fabs(high), std::fabs(low));
  if (low < -1e-6 * top)
    return bad_argument(field, "must be positive semi-definite; its least eigenvalue is ",
                        to_text(low), " where the largest is ", to_text(high));
  return std::max(static_cast<double>(eigenvalues.size()) * 0x1p-52 * top, -low);
}

}  // namespace posenc
