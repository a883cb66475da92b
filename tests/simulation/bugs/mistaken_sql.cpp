#include "tests/simulation/bugs/mistaken_sql.hpp"

#include <algorithm>

namespace paylink::planted {
namespace {

constexpr const char* white_space = " \n";

/// How much of the text's beginning says `sought`; nothing if it says something else.
std::size_t length_of(std::string_view sought, std::string_view text) {
  std::size_t at = 0;
  for (const char sign : sought) {
    const bool is_blank = sign == ' ';
    if (at == text.size() || (is_blank ? text.find_first_of(white_space, at) != at : text[at] != sign)) return 0;
    at = is_blank ? std::min(text.find_first_not_of(white_space, at), text.size()) : at + 1;
  }
  return at;
}

void replace(std::string& text, std::string_view before, std::string_view after) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (const auto length = length_of(before, std::string_view{text}.substr(at)); length > 0) {
      text.replace(at, length, after);
      return;
    }
}

} // namespace

std::string mistaken_sql(std::string sql) {
  for (const auto& [is_made, before, after] : sql_slips)
    if (is_made) replace(sql, before, after);
  return sql;
}

} // namespace paylink::planted
