#include "chat/chat_outcome.hpp"

#include <array>
#include <cstddef>

namespace paylink {

namespace {

struct fault_row {
  chat_fault fault;
  std::string_view word;
  bool disables;
};

constexpr std::array fault_rows{
    fault_row{chat_fault::none, "none", false},
    fault_row{chat_fault::token_refused, "token_refused", true},
    fault_row{chat_fault::forbidden, "forbidden", true},
    fault_row{chat_fault::chat_not_found, "chat_not_found", true},
    fault_row{chat_fault::thread_not_found, "thread_not_found", false},
    fault_row{chat_fault::no_rights, "no_rights", false},
    fault_row{chat_fault::text_refused, "text_refused", false},
    fault_row{chat_fault::wrong_address, "wrong_address", false},
    fault_row{chat_fault::refused, "refused", false},
};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < fault_rows.size(); ++place)
    if (static_cast<std::size_t>(fault_rows[place].fault) != place || fault_rows[place].word.empty()) return false;
  return true;
}
static_assert(is_in_order());

} // namespace

std::string_view to_text(chat_fault value) { return fault_rows.at(static_cast<std::size_t>(value)).word; }

bool disables_channel(chat_fault value) { return fault_rows.at(static_cast<std::size_t>(value)).disables; }

} // namespace paylink
