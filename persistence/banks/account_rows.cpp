#include "persistence/banks/account_rows.hpp"

#include "persistence/sql/stored_words.hpp"

namespace paylink {
namespace {

constexpr stored_word<account_state> account_words[] = {{account_state::pending, "pending"},
                                                        {account_state::connected, "connected"},
                                                        {account_state::disconnected, "disconnected"}};
constexpr stored_word<account_type> type_words[] = {{account_type::main, "main"},
                                                    {account_type::main_with_virtual, "main_with_virtual"}};
constexpr stored_word<virtual_account_status> virtual_words[] = {{virtual_account_status::active, "active"},
                                                                 {virtual_account_status::closed, "closed"}};

const sql_statement<overview_row(sql_text, sql_text)> read_overview_sql{[](dialect) {
  return "SELECT " + sql_columns<overview_row>() + overview_row::tables() +
         "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL";
}};

const sql_statement<virtual_account_row(sql_text, sql_text)> read_virtual_account_sql{[](dialect) {
  return "SELECT " + sql_columns<virtual_account_row>() + std::string{virtual_account_row::tables} +
         "WHERE a.workspace_id = :workspace AND v.id = :id";
}};

} // namespace

std::string_view word_of(account_state value) { return text_in(account_words, value); }
std::string_view word_of(account_type value) { return text_in(type_words, value); }
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
          .state = value_in(account_words, state.view()),
          .type = value_in(type_words, type.view())};
}

virtual_account virtual_account_row::read() const {
  return {.row = row.value,
          .id = virtual_account_id::from_store(id.view()),
          .main_account = bank_account_id::from_store(main_account.view()),
          .number = account_number.value,
          .name = name.value,
          .status = value_in(virtual_words, status.view())};
}

std::string overview_row::tables() {
  return std::string{account_row::tables} + "LEFT JOIN account_connections c ON c.account_row = a.row ";
}

account_overview overview_row::read() const {
  account_overview found{.account = account.read(), .connection_id = connection_id.value};
  if (!connected_at.is_null()) found.connected_at = from_millis(connected_at.value);
  if (!last_heard_at.is_null()) found.last_heard_at = from_millis(last_heard_at.value);
  if (expires_at.is_null()) return found;
  connection_in_progress connection{.proof =
                                        verification_text.is_null() ? ownership_proof::otp : ownership_proof::transfer,
                                    .connection_id = new_connection.value,
                                    .verification_text = std::string{verification_text.view()},
                                    .expires_at = from_millis(expires_at.value),
                                    .otp_tries = static_cast<int>(otp_tries.value),
                                    .otp_sends = static_cast<int>(otp_sends.value)};
  if (!otp_until.is_null()) connection.otp_until = from_millis(otp_until.value);
  found.connection = std::move(connection);
  return found;
}

std::optional<account_overview> read_overview(connection& db, workspace_id in, bank_account_id id) {
  auto& found = db[read_overview_sql];
  if (!found.first(in.view(), id.view())) return std::nullopt;
  return found.out().read();
}

std::optional<virtual_account> read_virtual_account(connection& db, workspace_id in, std::string_view id) {
  auto& found = db[read_virtual_account_sql];
  if (!found.first(in.view(), id)) return std::nullopt;
  return found.out().read();
}

} // namespace paylink
