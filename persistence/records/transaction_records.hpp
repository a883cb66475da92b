#pragma once
#include "domain/banks/account_day.hpp"
#include "domain/banks/transaction.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/statistics/open_counts.hpp"
#include "domain/statistics/period_counts.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The stores' records about transactions.
namespace paylink {

/// What a person notes about a transaction; unset members stay unchanged. `not_found`.
struct annotate_transaction {
  using reply = bank_transaction;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  transaction_id transaction;
  std::optional<std::string> note;
  std::optional<bool> settled;
  act by{};
};
result<bank_transaction> carry_out(writing& at, const annotate_transaction& command);

/// The filters of the list of transactions; empty ones do not filter.
struct transaction_filter {
  std::vector<workspace_id> workspaces{}; ///< Those that the caller may read, or the one in the path.
  std::optional<timestamp> from{}, to{};  ///< The bank's time: `from` inclusive, `to` exclusive.
  std::optional<bank_account_id> account{};
  std::optional<transfer_type> type{};
  std::optional<money> min_amount{}, max_amount{};
  std::optional<paylink::classification> classified{};
  bool without_link = false; ///< Those that name no link and have no classification.
  std::string content{};     ///< Occurs in the transfer text, in upper or lower case.
  bool needs_attention = false;
  bool ascending = false;
  int limit = 20;
  /// The position of the previous page's last row: its id's time and its row number.
  std::optional<std::pair<timestamp, std::int64_t>> after{};
};

struct list_transactions {
  const transaction_filter& filter;
};
page<bank_transaction> answer(reading& at, const list_transactions& wanted);

/// `not_found`.
struct find_transaction {
  workspace_id in;
  transaction_id id;
};
result<bank_transaction> answer(reading& at, const find_transaction& wanted);

/// What was recorded in a day: a row for each account of the Workspaces that is connected or was, by their ids.
struct list_account_days {
  const std::vector<workspace_id>& in;
  timestamp from, to;
};
std::vector<account_day> answer(reading& at, const list_account_days& wanted);

/// The periods in which something happened, in order; `from` and `to` are beginnings of periods.
struct list_periods {
  workspace_id in;
  timestamp from, to;
  period_length length;
};
std::vector<period_counts> answer(reading& at, const list_periods& wanted);

/// What is open in a Workspace.
struct count_open {
  workspace_id in;
  timestamp now;
};
open_counts answer(reading& at, const count_open& wanted);

using transaction_verbs = verbs<annotate_transaction>;

} // namespace paylink
