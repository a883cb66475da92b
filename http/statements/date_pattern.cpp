#include "http/statements/date_pattern.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/local_time.hpp"

#include <array>

namespace paylink {
namespace {

constexpr std::string_view letters = "yMdHms";
constexpr char rest_mark = '*';

/// How often the first character of a text is repeated there.
std::size_t run_of(std::string_view text) {
  const auto end = text.find_first_not_of(text.front());
  return end == text.npos ? text.size() : end;
}

} // namespace

std::optional<date_pattern> date_pattern::parse(std::string_view text) {
  const bool is_open = text.ends_with(rest_mark);
  if (is_open) text.remove_suffix(1);
  std::array<int, letters.size()> seen{};
  for (auto rest = text; !rest.empty();) {
    const auto run = run_of(rest);
    if (const auto letter = letters.find(rest.front()); letter != letters.npos) {
      const bool fits = rest.front() == 'y' ? run == 2 || run == 4 : run <= 2;
      if (!fits || ++seen.at(letter) > 1) return std::nullopt;
    } else if (is_ascii_letter(rest.front()) || is_digit(rest.front())) {
      return std::nullopt;
    }
    rest.remove_prefix(run);
  }
  return seen[0] == 1 && seen[1] == 1 && seen[2] == 1 ? std::optional{date_pattern{text, is_open}} : std::nullopt;
}

std::optional<timestamp> date_pattern::read(std::string_view text) const {
  text = trimmed(text);
  std::array<unsigned, letters.size()> parts{};
  for (std::string_view rest = text_; !rest.empty();) {
    const auto run = run_of(rest);
    const auto letter = letters.find(rest.front());
    if (letter == letters.npos) {
      if (text.substr(0, run) != rest.substr(0, run)) return std::nullopt;
      text.remove_prefix(run);
    } else {
      const std::size_t most = run == 1 ? 2 : run;
      std::size_t digits = 0;
      auto& part = parts.at(letter);
      for (; digits < most && digits < text.size() && is_digit(text[digits]); ++digits)
        part = part * 10 + static_cast<unsigned>(text[digits] - '0');
      if (digits < run) return std::nullopt;
      if (rest.front() == 'y' && run == 2) part += 2000;
      text.remove_prefix(digits);
    }
    rest.remove_prefix(run);
  }
  // A number that goes on is another one.
  if (!text.empty() && (!is_open_ || is_digit(text.front()))) return std::nullopt;
  std::string written = "0000-00-00 00:00:00";
  constexpr std::array<std::size_t, letters.size()> places{0, 5, 8, 11, 14, 17};
  for (std::size_t i = 0; i < parts.size(); ++i) write_padded(written.data() + places[i], parts[i], i == 0 ? 4 : 2);
  return parse_bank_time(written);
}

} // namespace paylink
