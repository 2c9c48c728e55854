// Correlation of two long lists, and the ranks by which rank correlation is the same of them.
#pragma once
#include <optional>
#include <vector>

#include "core/steps.hpp"

namespace posenc {

// Numbers up to 10^-12 apart are ties: cosines differ by that from rounding.

// Pearson's; nothing where one of the lists, of one length > 0, is all ties.
Steps correlation(const std::vector<double>& x, const std::vector<double>& y,
                  std::optional<double>& out);

// From 0; tied numbers share their mean rank. Of ranks the correlation is Spearman's.
Steps ranks(const std::vector<double>& x, std::vector<double>& out);

}  // namespace posenc
