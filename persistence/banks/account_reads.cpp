#include "persistence/banks/account_reads.hpp"

namespace paylink {
namespace {

std::string from_accounts() { return "SELECT " + std::string{account_row::columns} + std::string{account_row::tables}; }

// Only a connected account receives what feeds report.
std::string of_feed_sql(bool with_bin) {
  return from_accounts() + "WHERE a.number = :number AND (a.feed = :feed OR a.bin = :heard_bin)" +
         (with_bin ? " AND a.bin = :bin" : "") +
         " AND (a.state || '') = 'connected' AND a.removed_at IS NULL ORDER BY a.row DESC LIMIT 1";
}

constexpr std::chrono::days conflicts_shown_for{30};

constexpr const char* newest_sql =
    "SELECT t.id, t.occurred_at, t.received_at, t.feed, t.amount, t.type, (SELECT b.dong FROM transaction_balances b "
    "WHERE b.transaction_row = t.row) FROM transactions t WHERE t.account_row = :account AND t.made_at >= 0 ORDER BY "
    "t.made_at DESC, t.row DESC LIMIT :most";

constexpr const char* held_sql = "SELECT COUNT(*) FROM (SELECT row FROM kept_entries WHERE workspace_id = :workspace "
                                 "AND reason = 'held' AND processed_at IS NULL AND account_row + 0 = :account LIMIT "
                                 "1000) held";
constexpr const char* conflicts_sql =
    "SELECT COUNT(*) FROM (SELECT row FROM kept_entries WHERE account_row = :account AND reason = 'conflict' AND "
    "received_at >= :since LIMIT 1000) told_otherwise";

std::optional<timestamp> time_or_none(const sql_number& stored) {
  return stored.is_null() ? std::nullopt : std::optional{from_millis(stored.value)};
}

} // namespace

account_reads::account_reads(soci::session& session)
    : all_virtual_{session, "SELECT " + std::string{virtual_account_row::columns} +
                                std::string{virtual_account_row::tables} +
                                "WHERE a.workspace_id = :workspace ORDER BY v.id"},
      overviews_{session, "SELECT " + overview_row::columns() + overview_row::tables() +
                              "WHERE a.workspace_id = :workspace AND a.removed_at IS NULL ORDER BY a.id"},
      overview_{session, "SELECT " + overview_row::columns() + overview_row::tables() +
                             "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL"},
      upkeep_{session, "SELECT fetched_at, fetch_fault, imported_at, stated_to FROM bank_accounts WHERE row = :row"},
      newest_{session, newest_sql}, held_{session, held_sql}, conflicts_{session, conflicts_sql},
      virtual_of_account_{session, "SELECT " + std::string{virtual_account_row::columns} +
                                       std::string{virtual_account_row::tables} +
                                       "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL "
                                       "ORDER BY v.id"},
      account_{session, from_accounts() + "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL"},
      virtual_account_{session, "SELECT " + std::string{virtual_account_row::columns} +
                                    std::string{virtual_account_row::tables} +
                                    "WHERE a.workspace_id = :workspace AND v.id = :id"},
      of_feed_{session, of_feed_sql(false)}, of_feed_with_bin_{session, of_feed_sql(true)} {}

std::vector<virtual_account> account_reads::list_virtual_accounts(workspace_id in) {
  std::vector<virtual_account> found;
  all_virtual_.each([&](const virtual_account_row& row) { found.push_back(row.read()); }, in.view());
  return found;
}

std::vector<account_overview> account_reads::list_overviews(workspace_id in) {
  std::vector<account_overview> found;
  overviews_.each([&](const overview_row& row) { found.push_back(row.read()); }, in.view());
  return found;
}

result<account_overview> account_reads::find_overview(workspace_id in, bank_account_id id) {
  if (!overview_.first(in.view(), id.view())) return errc::not_found;
  return overview_.out().read();
}

result<account_health> account_reads::find_health(workspace_id in, bank_account_id id, timestamp now) {
  auto overview = find_overview(in, id);
  if (!overview) return overview.error();
  account_health health{.account = std::move(*overview)};
  const auto row = health.account.account.row;
  upkeep_.each(
      [&](const auto& columns) {
        const auto& [fetched_at, fault, imported_at, stated_to] = columns.fields;
        health.fetched_at = time_or_none(fetched_at);
        health.fetch_fault = fault.value;
        health.imported_at = time_or_none(imported_at);
        health.stated_to = time_or_none(stated_to);
      },
      row);
  newest_.each(
      [&](const auto& columns) {
        const auto& [transaction, occurred_at, received_at, feed, amount, type, balance] = columns.fields;
        const bool is_debit = type.value == static_cast<int>(transfer_type::debit);
        health.newest.push_back({{transaction_id::from_store(transaction.view()), from_millis(occurred_at.value),
                                  is_debit ? -amount.value : amount.value, balance.maybe()},
                                 feed.value,
                                 from_millis(received_at.value)});
      },
      row, health_looks_at);
  if (held_.first(in.view(), row)) health.held = held_.column<0>().value;
  if (conflicts_.first(row, to_millis(now - conflicts_shown_for))) health.conflicts = conflicts_.column<0>().value;
  return health;
}

std::vector<virtual_account> account_reads::list_virtual_accounts(workspace_id in, bank_account_id of) {
  std::vector<virtual_account> found;
  virtual_of_account_.each([&](const virtual_account_row& row) { found.push_back(row.read()); }, in.view(), of.view());
  return found;
}

result<bank_account> account_reads::find_account(workspace_id in, bank_account_id id) {
  if (!account_.first(in.view(), id.view())) return errc::not_found;
  return account_.out().read();
}

result<virtual_account> account_reads::find_virtual_account(workspace_id in, virtual_account_id id) {
  if (!virtual_account_.first(in.view(), id.view())) return errc::not_found;
  return virtual_account_.out().read();
}

result<bank_account> account_reads::find_account_of_feed(std::string_view feed, std::string_view bin,
                                                         std::string_view number) {
  // Several banks may use one number: on the switch's feed it does not identify an account by itself.
  if (feed == switch_code && bin.empty()) return errc::not_found;
  const auto known_bin = bin_heard_on(feed, bin);
  const auto heard_bin = known_bin.empty() ? std::nullopt : std::optional{known_bin};
  if (bin.empty()) {
    if (!of_feed_.first(number, feed, heard_bin)) return errc::not_found;
    return of_feed_.out().read();
  }
  if (!of_feed_with_bin_.first(number, feed, heard_bin, bin)) return errc::not_found;
  return of_feed_with_bin_.out().read();
}

} // namespace paylink
