#include "domain/banks/bank_status.hpp"

#include "domain/banks/bank.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/word_list.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr word_list<bank_status, 3> status_words{{{bank_status::active, "Active"},
                                                  {bank_status::maintenance, "Maintenance"},
                                                  {bank_status::discontinued, "Discontinued"}}};
static_assert(status_words.is_in_order());

} // namespace

std::string_view to_text(bank_status value) { return status_words.word(value); }

std::optional<bank_status> parse_bank_status(std::string_view text) {
  for (const auto& [value, word] : status_words.rows)
    if (ascii_lowered(word) == ascii_lowered(text)) return value;
  return std::nullopt;
}

bool is_served(std::string_view code, banking_mode mode, const configured_bank* configured) {
  if (mode == banking_mode::open_banking && !has_open_banking(code)) return false;
  return !configured || configured->modes.empty() ||
         std::ranges::find(configured->modes, mode) != configured->modes.end();
}

} // namespace paylink
