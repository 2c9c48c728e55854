// One of several words, which are part of the type:
//
//   using Rule = Choice<"released", "geometric">;
//   if (params.choice<Rule>("rule") == "geometric") …
//
// It holds the index of its word. An unknown word does not compile.
#pragma once
#include <algorithm>  // std::copy_n
#include <cstddef>
#include <string_view>

#include "posenc/trap.hpp"

namespace posenc {

template <std::size_t size>
struct Word {
  char text[size];
  consteval Word(const char (&word)[size]) { std::copy_n(word, size, text); }
};

template <Word... words>
class Choice {
 public:
  // with its size, because clang++ 14 needs it before it has parsed the words
  static constexpr std::string_view kWords[sizeof...(words)] = {
      {words.text, sizeof(words.text) - 1}...};

  constexpr Choice() = default;  // the first word
  consteval Choice(const char* word) {
    while (kWords[index_] != word)
      if (++index_ == sizeof...(words)) trap();  // no such word: a compile error
  }
  explicit constexpr Choice(std::size_t index) : index_(index) {}
  constexpr std::size_t index() const { return index_; }
  friend constexpr bool operator==(Choice, Choice) = default;

 private:
  std::size_t index_ = 0;
};

}  // namespace posenc
