// MT940 as banks write it: lines of many widths, broken at the width or at blanks, with numbered parts or without.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace paylink::fuzzing {
namespace {

enum class breaking { hard, trimmed, at_blanks };

struct mt940_style {
  std::size_t width = 65;
  breaking how = breaking::hard;
  char mark = '\0';     ///< Of numbered parts; 0: none.
  std::string before{}; ///< Words of the bank.
  bool has_second_line = false;
  bool counts_tag = false; ///< `:86:` fills the first line, too.
};

/// SWIFT's characters, and some that are not, as careless banks leave them.
std::string in_ascii(std::string_view text, char but) {
  std::string out;
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f)
      out += c == but && but != 0 ? '.' : c;
  return out;
}

std::string numbered(std::string_view text, char mark) {
  std::string out = "166";
  out.append(1, mark).append("00CREDIT");
  constexpr std::size_t part = 27;
  for (std::size_t at = 0, number = 20; at < text.size() && number < 30; at += part, ++number)
    out.append(1, mark).append(std::to_string(number)).append(text.substr(at, part));
  return out.append(1, mark).append("32NGUYEN VAN A");
}

std::string lines_of(std::string text, const mt940_style& style) {
  std::string out = ":86:";
  bool is_first = true;
  while (text.size() > style.width - (is_first && style.counts_tag ? 4 : 0)) {
    auto end = style.width - (is_first && style.counts_tag ? 4 : 0);
    is_first = false;
    bool drops_blank = false;
    if (style.how == breaking::at_blanks) {
      const auto blank = text.rfind(' ', end);
      drops_blank = blank != text.npos && blank > 0;
      if (drops_blank) end = blank;
    }
    auto line = text.substr(0, end);
    if (style.how != breaking::hard) line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    text.erase(0, end + (drops_blank ? 1 : 0));
  }
  return out + text + '\n';
}

std::string balance_of(std::string_view tag, std::int64_t dong) {
  return ":" + std::string{tag} + (dong < 0 ? ":D" : ":C") + "260331VND" + std::to_string(std::abs(dong)) + ",\n";
}

} // namespace

written_statement write_mt940(chance& random) {
  constexpr std::array<std::size_t, 6> widths{24, 27, 35, 50, 65, 65};
  constexpr std::array<char, 5> marks{'?', '>', '<', '~', '^'};
  mt940_style style{.width = widths[random() % widths.size()], .how = static_cast<breaking>(random() % 3)};
  if (happens(random, 3)) style.mark = marks[random() % marks.size()];
  if (style.mark == '\0' && happens(random, 2)) style.before = "MBVCB.9593192710.165540.";
  style.has_second_line = happens(random, 5);
  style.counts_tag = happens(random, 2);
  written_statement out{.form =
                            "mt940 " + std::to_string(style.width) + " " +
                            std::array<const char*, 3>{"hard", "trimmed", "at blanks"}[static_cast<int>(style.how)] +
                            " " + (style.mark ? style.mark : '-')};
  out.is_honest = happens(random, 5);
  // A payer cannot count on the marks: of numbered parts he aligns to the parts.
  const line_form form{style.mark ? 27 : style.width,
                       style.mark ? 0 : style.before.size() + (style.counts_tag ? 4 : 0)};
  out.entries = invent_entries(random, form, out.is_honest);
  std::ranges::stable_sort(out.entries, {}, &booked_entry::day);
  std::int64_t balance = static_cast<std::int64_t>(random() % 1'000'000);
  // Without balances, only lines of one width tell.
  const bool has_balances = style.how != breaking::hard || !happens(random, 10);
  std::string& file = out.body;
  file = ":20:STMT1\n:25:0123456789\n:28C:1/1\n";
  if (has_balances) file += balance_of("60F", balance);
  int number = 0;
  for (auto& entry : out.entries) {
    entry.text = style.before + in_ascii(entry.text, style.mark);
    balance += entry.is_credit ? entry.dong : -entry.dong;
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), ":61:2603%02d03%02d%c%lld,NTRFNONREF//FT26074%06d\n", entry.day, entry.day,
                  entry.is_credit ? 'C' : 'D', static_cast<long long>(entry.dong), ++number);
    file += line.data();
    if (style.has_second_line) file += "SECOND LINE\n";
    file += lines_of(style.mark ? numbered(entry.text, style.mark) : entry.text, style);
  }
  if (has_balances) file += balance_of("62F", balance);
  file += "-\n";
  return out;
}

} // namespace paylink::fuzzing
