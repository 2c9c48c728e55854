// Correlation of two long lists, and the ranks by which rank correlation is the same of them.
#pragma once
#include <optional>
#include <vector>

namespace posenc {

// Numbers up to 10^-12 apart are ties: cosines differ by that from rounding.

// Pearson's; nothing where one of the lists, of one length > 0, is all ties.
std::optional<double> correlation(const std::vector<double>& x, const std::vector<double>& y);

// From 0; tied numbers share their mean rank. Of ranks the correlation is Spearman's.
std::vector<double> ranks(const std::vector<double>& x);

}  // namespace posenc
