// The plain frequencies are others.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

#include "core/real.hpp"
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

// The making whose plain frequencies are changed and extended as before; none if the extension is
// in the base.
template <class Change>
void add_extended(std::vector<Making>& out, const Making& m, Change change) {
  constexpr std::array<std::string_view, 5> kOfPlain = {"default", "linear", "yarn", "longrope",
                                                        "proportional"};
  const Scaling scaling = m.spec.scaling();
  const bool llama3 = scaling.is("llama3");
  if (!llama3 && std::ranges::find(kOfPlain, scaling.type()) == kOfPlain.end()) return;
  const Part part = llama3 ? *part_of(scaling, 0, 0) : Part();
  out.push_back(with_step(m, [=, factor = scaling.factor()](Rates& rates) {
    for (std::size_t i = 0; i < rates.plain.size(); ++i) {
      const double plain = rates.plain[i], changed = change(plain);
      if (part) {
        const double divided = part(changed, static_cast<double>(i));
        rates.scaled[i] = (1 - divided) * changed + divided * changed / factor;
      } else {
        rates.scaled[i] = plain == 0 ? 0 : changed * (rates.scaled[i] / plain);
      }
      rates.plain[i] = changed;
    }
  }));
}

// b^(-2i/w) with w = the head's width, r/2, 2r or r - 2 instead of r; for sinusoids, the other
// denominator.
inline constexpr MistakeInfo kExponentWidth = {
    .id = "exponent-width",
    .stage = "frequencies",
    .title = "the exponent is divided by a width other than that of the rotated channels",
    .sources =
        "pie-project/pie#602 rasbt/LLMs-from-scratch#410 hkproj/pytorch-llama#3 "
        "wenet-e2e/wenet#2141",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const double width = m.spec.rotary_dim();
      const bool last = m.meant.sinusoidal() && m.meant.text("denominator", "d/2") == "d/2-1";
      const double own = last ? width - 2 : width;
      std::vector<Making> out;
      std::vector<double> tried = {own};
      for (const double other : {m.spec.dim(), width, width / 2, 2 * width, width - 2}) {
        if (other <= 0 || std::ranges::find(tried, other) != tried.end()) continue;
        tried.push_back(other);
        add_extended(out, m,
                     [=](double plain) { return plain == 0 ? 0 : real::pow(plain, own / other); });
      }
      return out;
    },
};

// b^(-2(i + k)/r): k = 1 if pairs count from one, -1 if the paper's 2(i - 1) is used with i = 0,
// 1/2 for 2i - 1.
inline constexpr MistakeInfo kIndexShifted = {
    .id = "index-shifted",
    .stage = "frequencies",
    .title = "the pairs are not counted from 0",
    .sources = "bkitano/llama-from-scratch#8 stanford-cs336/assignment1-basics#22",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      std::vector<Making> out;
      for (const double shift : {1.0, -1.0, 0.5}) {
        const double factor = real::pow(m.spec.base(), -2 * shift / m.spec.rotary_dim());
        add_extended(out, m, [=](double plain) { return plain * factor; });
      }
      return out;
    },
};

// b^(+2i/r), which is a period divided by 2 pi; or the period itself.
inline constexpr MistakeInfo kPeriods = {
    .id = "periods",
    .stage = "frequencies",
    .title = "periods instead of frequencies: the sign of the exponent or a division is missing",
    .sources = "labmlai/annotated_deep_learning_paper_implementations#313",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      const auto inverse = [&](double turn) {
        return with_step(m, [=](Rates& rates) {
          for (std::vector<double>* list : {&rates.scaled, &rates.plain})
            for (double& rate : *list) rate = rate == 0 ? 0 : turn / rate;
        });
      };
      return {inverse(1), inverse(kTurn)};
    },
};

}  // namespace posenc::identification
