#include "persistence/banks/account_rows.hpp"

#include "persistence/sql/stored_words.hpp"

namespace paylink {
namespace {

constexpr stored_word<account_state> account_words[] = {{account_state::pending, "pending"},
                                                        {account_state::connected, "connected"},
                                                        {account_state::disconnected, "disconnected"}};
constexpr stored_word<virtual_account_status> virtual_words[] = {{virtual_account_status::active, "active"},
                                                                 {virtual_account_status::closed, "closed"}};

} // namespace

std::string_view word_of(account_state value) { return text_in(account_words, value); }
std::string_view word_of(virtual_account_status value) { return text_in(virtual_words, value); }

bank_account account_row::read() const {
  return {.row = row.value,
          .id = bank_account_id::from_store(id.view()),
          .workspace = workspace_id::from_store(workspace.view()),
          .owner = user_id::from_store(owner.view()),
          .feed = feed.value,
          .bank = bank.value,
          .bin = bin.value,
          .number = account_number.value,
          .holder_name = holder_name.value,
          .state = value_in(account_words, state.view())};
}

virtual_account virtual_account_row::read() const {
  return {.row = row.value,
          .id = virtual_account_id::from_store(id.view()),
          .main_account = bank_account_id::from_store(main_account.view()),
          .number = account_number.value,
          .name = name.value,
          .status = value_in(virtual_words, status.view())};
}

} // namespace paylink
