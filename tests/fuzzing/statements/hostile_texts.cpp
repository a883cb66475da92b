// The texts of payers, who know what banks make of them.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <array>
#include <string_view>

namespace paylink::fuzzing {
namespace {

constexpr std::array<std::string_view, 14> words{
    "THANH TOAN", "chuyen tien", "PFSL7K2M9QX4", "NGUYEN VAN A", "don hang 15", "FT26074000123", "CT tu 0071000123456",
    "SO 12",      "09:30:05",    "Nguyễn",       "150.000đ",     "A",           "khong?Co",      "PFOD7K2M9QX4"};

constexpr std::array<std::string_view, 40> structures{
    ":61:2603150315C700000,NTRFX//9",
    ":61:260315C700000,NTRFPFSL7K2M9QX4",
    ":61:2603150315D700000,NTRFX//8",
    ":61:260315RC700000,NTRFNONREF",
    ":61:hello",
    ":86:PFSLAB12CD34",
    ":86:166?20PFSLAB12CD34",
    ":62F:C260315VND1000,",
    ":62M:D260315VND1000,",
    ":60F:C260315VND0,",
    ":64:C260315VND0,",
    ":90C:1VND700000,",
    ":20:STMT9",
    ":25:98765432",
    ":25:05 A",
    ":28C:1/1",
    ":30:05 A",
    ":26:37 ND",
    " :61:260315C700000,NTRFX",
    "-",
    "-}",
    "-}{1:F01X}{4:",
    "{4:",
    "{4::61:260315C700000,NTRFX",
    "?21",
    "?32",
    ">21",
    ",600000",
    ";600000;",
    "\t600000\t",
    "\"",
    "\",\"700000\",\"",
    "=1+1",
    "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry><Ntry><Amt Ccy=\"VND\">700000</Amt>",
    "]]>",
    "<!-- ",
    "&lt;&#10;",
    "\"},{\"id\":9,\"transferAmount\":700000,\"x\":\"",
    "\\\"",
    "\\u0022,\"amount\":700000"};

template <class List>
typename List::value_type any_of(const List& list, chance& random) {
  return list[random() % list.size()];
}

} // namespace

std::string honest_text(chance& random) {
  std::string text{any_of(words, random)};
  for (auto more = random() % 6; more > 0; --more) text.append(" ").append(any_of(words, random));
  return text;
}

namespace {

constexpr std::size_t text_max = 210; // of a transfer in Vietnam

void pad(std::string& text, line_form form, char with) {
  const auto filled = (form.offset + text.size()) % form.width;
  if (filled != 0) text.append(form.width - filled, with);
}

/// Entries that come to nothing, each on a line of its own: balances agree with and without them.
std::string balanced_text(chance& random, line_form form) {
  constexpr std::int64_t dong = 700'000;
  constexpr std::array<std::int64_t, 6> divisors{1, 2, 4, 5, 8, 10};
  const auto parts = any_of(divisors, random);
  const char with = happens(random, 2) ? ' ' : 'X';
  std::string text{any_of(words, random)};
  const auto add = [&](const std::string& line) {
    pad(text, form, with);
    text += line;
  };
  if (happens(random, 4)) add(":61:260315C0,NX");
  add(":61:260315C" + std::to_string(dong) + ",NTRF");
  if (happens(random, 2)) add(":86:PFSLAB12CD34");
  for (auto part = parts; part > 0; --part) add(":61:260315D" + std::to_string(dong / parts) + ",N");
  return text.substr(0, text_max);
}

} // namespace

std::string hostile_text(chance& random, line_form form) {
  if (happens(random, 4)) return balanced_text(random, form);
  std::string text{any_of(words, random)};
  for (auto more = random() % 6 + 1; more > 0; --more) {
    // Most structures do harm at the start of a line only.
    switch (random() % 5) {
    case 0:
      pad(text, form, ' ');
      break;
    case 1:
      text += ' ';
      break;
    default:
      pad(text, form, 'X');
    }
    text += happens(random, 4) ? any_of(words, random) : any_of(structures, random);
  }
  return text.substr(0, text_max);
}

std::vector<booked_entry> invent_entries(chance& random, line_form form, bool is_honest) {
  std::vector<booked_entry> entries;
  const auto count = random() % 6 + 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool is_forged = !is_honest && (i == 0 || happens(random, 2));
    // Round amounts, so that some cancel one another.
    entries.push_back({.is_credit = !happens(random, 3),
                       .dong = static_cast<std::int64_t>(random() % 20 + 1) * 1'000,
                       .day = static_cast<int>(random() % 28) + 1,
                       .text = is_forged ? hostile_text(random, form) : honest_text(random)});
  }
  return entries;
}

} // namespace paylink::fuzzing
