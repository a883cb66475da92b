#include "persistence/banks/account_rows.hpp"
#include "persistence/context/reading.hpp"

namespace paylink {
namespace {

std::string from_accounts() { return "SELECT " + sql_columns<account_row>() + std::string{account_row::tables}; }

// Only a connected account receives what feeds report.
std::string of_feed_sql(bool with_bin) {
  return from_accounts() + "WHERE a.number = :number AND (a.feed = :feed OR a.bin = :heard_bin)" +
         (with_bin ? " AND a.bin = :bin" : "") +
         " AND (a.state || '') = 'connected' AND a.removed_at IS NULL ORDER BY a.row DESC LIMIT 1";
}

constexpr std::chrono::days conflicts_shown_for{30};

const sql_statement<account_row(sql_text, sql_text, sql_text)> account_of_feed_sql{
    [](dialect) { return of_feed_sql(false); }};
const sql_statement<account_row(sql_text, sql_text, sql_text, sql_text)> account_of_feed_and_bin_sql{
    [](dialect) { return of_feed_sql(true); }};

const sql_statement<account_row(sql_text, sql_text)> find_bank_account_sql{[](dialect) {
  return from_accounts() + "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL";
}};

const sql_statement<overview_row(sql_text)> list_account_overviews_sql{[](dialect) {
  return "SELECT " + sql_columns<overview_row>() + overview_row::tables() +
         "WHERE a.workspace_id = :workspace AND a.removed_at IS NULL ORDER BY a.id";
}};

const sql_statement<sql_row<sql_number, sql_text, sql_number, sql_number>(sql_number)> upkeep_of_account_sql{
    "SELECT fetched_at, fetch_fault, imported_at, stated_to FROM bank_accounts WHERE row = :row"};

const sql_statement<sql_row<sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number>(sql_number,
                                                                                                            sql_number)>
    newest_of_account_sql{
        "SELECT t.id, t.occurred_at, t.received_at, t.feed, t.amount, t.type, (SELECT b.dong FROM transaction_balances "
        "b WHERE b.transaction_row = t.row) FROM transactions t WHERE t.account_row = :account AND t.made_at >= 0 "
        "ORDER BY t.made_at DESC, t.row DESC LIMIT :most"};

const sql_statement<sql_row<sql_number>(sql_text, sql_number)> held_of_account_sql{
    "SELECT COUNT(*) FROM (SELECT row FROM kept_entries WHERE workspace_id = :workspace AND reason = 'held' AND "
    "processed_at IS NULL AND account_row + 0 = :account LIMIT 1000) held"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> conflicts_of_account_sql{
    "SELECT COUNT(*) FROM (SELECT row FROM kept_entries WHERE account_row = :account AND reason = 'conflict' AND "
    "received_at >= :since LIMIT 1000) reported_otherwise"};

std::string virtual_accounts_sql(std::string_view where) {
  return "SELECT " + sql_columns<virtual_account_row>() + std::string{virtual_account_row::tables} + std::string{where};
}

const sql_statement<virtual_account_row(sql_text)> list_all_virtual_accounts_sql{
    [](dialect) { return virtual_accounts_sql("WHERE a.workspace_id = :workspace ORDER BY v.id"); }};

const sql_statement<virtual_account_row(sql_text, sql_text)> list_virtual_accounts_sql{[](dialect) {
  return virtual_accounts_sql(
      "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL ORDER BY v.id");
}};

std::optional<timestamp> time_if_set(const sql_number& stored) {
  return stored.is_null() ? std::nullopt : std::optional{from_millis(stored.value)};
}

} // namespace

std::vector<account_overview> answer(reading& at, const list_account_overviews& wanted) {
  std::vector<account_overview> found;
  at.db[list_account_overviews_sql].each([&](const overview_row& row) { found.push_back(row.read()); },
                                         wanted.in.view());
  return found;
}

result<account_overview> answer(reading& at, const find_account_overview& wanted) {
  auto found = read_overview(at.db, wanted.in, wanted.id);
  if (!found) return errc::not_found;
  return std::move(*found);
}

result<account_health> answer(reading& at, const find_account_health& wanted) {
  auto overview = read_overview(at.db, wanted.in, wanted.id);
  if (!overview) return errc::not_found;
  account_health health{.account = std::move(*overview)};
  const auto row = health.account.account.row;
  at.db[upkeep_of_account_sql].each(
      [&](const auto& columns) {
        const auto& [fetched_at, fault, imported_at, stated_to] = columns.fields;
        health.fetched_at = time_if_set(fetched_at);
        health.fetch_fault = fault.value;
        health.imported_at = time_if_set(imported_at);
        health.stated_to = time_if_set(stated_to);
      },
      row);
  at.db[newest_of_account_sql].each(
      [&](const auto& columns) {
        const auto& [transaction, occurred_at, received_at, feed, amount, type, balance] = columns.fields;
        const bool is_debit = type.value == static_cast<int>(transfer_type::debit);
        health.newest.push_back({{transaction_id::from_store(transaction.view()), from_millis(occurred_at.value),
                                  is_debit ? -amount.value : amount.value, balance.maybe()},
                                 feed.value,
                                 from_millis(received_at.value)});
      },
      row, health_looks_at);
  if (auto& held = at.db[held_of_account_sql]; held.first(wanted.in.view(), row)) health.held = held.column<0>().value;
  auto& conflicts = at.db[conflicts_of_account_sql];
  if (conflicts.first(row, to_millis(wanted.now - conflicts_shown_for))) health.conflicts = conflicts.column<0>().value;
  return health;
}

std::vector<virtual_account> answer(reading& at, const list_virtual_accounts& wanted) {
  std::vector<virtual_account> found;
  at.db[list_virtual_accounts_sql].each([&](const virtual_account_row& row) { found.push_back(row.read()); },
                                        wanted.in.view(), wanted.of.view());
  return found;
}

std::vector<virtual_account> answer(reading& at, const list_all_virtual_accounts& wanted) {
  std::vector<virtual_account> found;
  at.db[list_all_virtual_accounts_sql].each([&](const virtual_account_row& row) { found.push_back(row.read()); },
                                            wanted.in.view());
  return found;
}

result<bank_account> answer(reading& at, const find_account& wanted) {
  auto& found = at.db[find_bank_account_sql];
  if (!found.first(wanted.in.view(), wanted.id.view())) return errc::not_found;
  return found.out().read();
}

result<virtual_account> answer(reading& at, const find_virtual_account& wanted) {
  auto found = read_virtual_account(at.db, wanted.in, wanted.id.view());
  if (!found) return errc::not_found;
  return std::move(*found);
}

result<bank_account> answer(reading& at, const find_account_of_feed& wanted) {
  const auto& [feed, bin, number] = wanted;
  // Several banks may use one number: on the switch's feed it does not identify an account by itself.
  if (feed == switch_code && bin.empty()) return errc::not_found;
  const auto known_bin = bin_heard_on(feed, bin);
  const auto heard_bin = known_bin.empty() ? std::nullopt : std::optional{known_bin};
  if (bin.empty()) {
    auto& found = at.db[account_of_feed_sql];
    if (!found.first(number, feed, heard_bin)) return errc::not_found;
    return found.out().read();
  }
  auto& found = at.db[account_of_feed_and_bin_sql];
  if (!found.first(number, feed, heard_bin, bin)) return errc::not_found;
  return found.out().read();
}

} // namespace paylink
