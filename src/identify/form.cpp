#include "identify/form.hpp"

namespace posenc::identification {
namespace {

template <class ColumnOf>
Form form(std::string text, std::size_t pairs, std::size_t columns, ColumnOf column_of) {
  Form out{std::move(text), pairs, {}};
  for (std::size_t c = 0; c < columns; ++c) out.columns.push_back(column_of(c));
  return out;
}

// n pairs: each once; all of them twice; each twice in succession; two waves, one after the other
// or in turn
Form once(Wave wave, const std::string& text, std::size_t n) {
  return form(text, n, n, [=](std::size_t c) { return Column{c, wave}; });
}
Form halves(Wave wave, const std::string& text, std::size_t n) {
  Form out = form(text + ", the half twice", n, 2 * n, [=](std::size_t c) {
    return Column{c % n, wave};
  });
  out.layout = "half";
  return out;
}
Form doubled(Wave wave, const std::string& text, std::size_t n) {
  Form out = form(text + ", each twice", n, 2 * n, [=](std::size_t c) {
    return Column{c / 2, wave};
  });
  out.layout = "interleaved";
  return out;
}
Form beside(Wave first, Wave second, const std::string& text, std::size_t n) {
  return form(text, n, 2 * n, [=](std::size_t c) { return Column{c % n, c < n ? first : second}; });
}
Form in_turn(Wave first, Wave second, const std::string& text, std::size_t n) {
  return form(text, n, 2 * n, [=](std::size_t c) {
    return Column{c / 2, c % 2 == 0 ? first : second};
  });
}

void add_frequencies(std::vector<Form>& out, std::size_t columns, bool even) {
  const std::string text = "frequencies";
  out.push_back(once(Wave::frequency, text, columns));
  if (even) {
    out.push_back(halves(Wave::frequency, text, columns / 2));
    out.push_back(doubled(Wave::frequency, text, columns / 2));
  }
  if (columns < 3) return;
  const std::size_t half = (columns + 1) / 2;
  out.push_back(
      form("frequencies, those of even pairs first", columns, columns, [=](std::size_t c) {
        return Column{c < half ? 2 * c : 2 * (c - half) + 1, Wave::frequency};
      }));
  out.push_back(
      form("frequencies, those of the two halves in turn", columns, columns, [=](std::size_t c) {
        return Column{c % 2 == 0 ? c / 2 : half + (c - 1) / 2, Wave::frequency};
      }));
  for (std::size_t last = 1; last <= 2; ++last) out[out.size() - last].permuted = true;
}

// cosines of one form, then sines of the same
void add_both(std::vector<Form>& out, std::size_t columns) {
  const std::string text = "cosines and sines";
  const std::size_t n = columns / 2;
  out.push_back(beside(Wave::cosine, Wave::sine, text, n));
  if (n % 2 != 0) return;
  for (Form each : {halves(Wave::cosine, text, n / 2), doubled(Wave::cosine, text, n / 2)}) {
    for (std::size_t c = 0; c < n; ++c) each.columns.push_back({each.columns[c].pair, Wave::sine});
    out.push_back(std::move(each));
  }
}

void add_table(std::vector<Form>& out, std::size_t columns, bool even) {
  const std::size_t n = columns / 2;
  out.push_back(once(Wave::cosine, "cosines", columns));
  out.push_back(once(Wave::sine, "sines", columns));
  if (!even) return;
  out.push_back(halves(Wave::cosine, "cosines", n));
  out.push_back(doubled(Wave::cosine, "cosines", n));
  out.push_back(halves(Wave::sine, "sines", n));
  out.push_back(doubled(Wave::sine, "sines", n));
  out.push_back(beside(Wave::cosine, Wave::sine, "cosines, then sines", n));
  out.push_back(beside(Wave::sine, Wave::cosine, "sines, then cosines", n));
  out.push_back(in_turn(Wave::cosine, Wave::sine, "cosine and sine in turn", n));
  out.push_back(in_turn(Wave::sine, Wave::cosine, "sine and cosine in turn", n));
}

}  // namespace

std::vector<Form> forms_of(Subject subject, std::size_t columns) {
  const bool even = columns % 2 == 0 && columns > 1;
  std::vector<Form> out;
  if (subject == Subject::frequencies)
    add_frequencies(out, columns, even);
  else if (subject == Subject::cos_sin)
    add_both(out, columns);
  else
    add_table(out, columns, even);
  return out;
}

bool fits(const Form& form, std::size_t pairs, std::string_view layout, bool exchanged) {
  if (form.pairs != pairs) return false;
  if (form.permuted) return exchanged;
  return form.layout.empty() ? !exchanged : (form.layout != layout) == exchanged;
}

}  // namespace posenc::identification
