// A value that is one of some words, which are part of its type:
//
//   using Rule = Choice<"released", "geometric">;
//   if (params.choice<Rule>("rule") == "geometric") …
//
// It holds the index of its word. A word that is not among them does not compile.
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
  // with its length: clang++ 14 asks for it before it has seen the words
  static constexpr std::string_view kWords[sizeof...(words)] = {
      {words.text, sizeof(words.text) - 1}...};

  constexpr Choice() = default;  // its first word
  consteval Choice(const char* word) {
    while (kWords[index_] != word)
      if (++index_ == sizeof...(words)) trap();  // cannot be compiled: no such word
  }
  explicit constexpr Choice(std::size_t index) : index_(index) {}
  constexpr std::size_t index() const { return index_; }
  friend constexpr bool operator==(Choice, Choice) = default;

 private:
  std::size_t index_ = 0;
};

}  // namespace posenc
