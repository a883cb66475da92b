#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// The text between the quotes of a JSON string, as sent.
struct json_text {
  std::string_view raw;
  bool is_plain = true; ///< ASCII without escapes or control characters: `raw` is the text itself.
};

/// Walks JSON text token by token without copying. It checks only the structure; the reader checks the content of
/// strings: `json_guard` refuses, the bank feed repairs. Every `take_…` skips white space and returns whether the token
/// was there.
class json_cursor {
public:
  explicit json_cursor(std::string_view text) : begin_{text.data()}, at_{begin_}, end_{begin_ + text.size()} {}

  /// The next byte that is not white space, without taking it; U+0000 at the end.
  char peek() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    return at_ == end_ ? '\0' : *at_;
  }
  bool take(char token) {
    if (peek() != token || at_ == end_) return false;
    ++at_;
    return true;
  }
  bool is_at_end() { return peek() == '\0' && at_ == end_; }

  bool take_string(json_text& text);
  bool take_number(std::string_view& number); ///< By JSON's grammar.
  bool take_word(std::string_view word);      ///< `true`, `false`, `null`.

  /// Skips one value, whatever it is, nested at most `depth_max` deep.
  bool skip_value(int depth_max);

  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  /// The text taken since `offset`.
  std::string_view since(std::size_t from) const { return {begin_ + from, offset() - from}; }

private:
  bool skip_members(int depth_max);
  bool take_digits();
  const char* begin_;
  const char* at_;
  const char* end_;
};

/// Appends the text of a JSON string, with escapes resolved. Invalid parts are repaired: broken UTF-8, lone surrogates
/// and unknown escapes become U+FFFD, U+0000 is dropped.
void append_unescaped(std::string& out, std::string_view raw);

/// The four digits of a `\u` escape at the front of `digits`; negative if they are not hexadecimal.
int hex_unit(std::string_view digits);

} // namespace paylink
