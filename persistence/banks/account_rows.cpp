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

std::string overview_row::columns() {
  return std::string{account_row::columns} +
         ", a.created_at, CASE WHEN EXISTS (SELECT 1 FROM virtual_accounts v WHERE v.account_row = a.row) THEN 1 ELSE "
         "0 "
         "END, (SELECT MAX(t.made_at) FROM transactions t WHERE t.account_row = a.row AND t.made_at >= 0)";
}

account_overview overview_row::read() const {
  account_overview found{.account = account.read(), .has_virtual_accounts = has_virtual_accounts.value != 0};
  if (found.account.state != account_state::pending) found.connected_at = from_millis(created_at.value);
  if (!last_heard_at.is_null()) found.last_heard_at = from_millis(last_heard_at.value);
  return found;
}

} // namespace paylink
