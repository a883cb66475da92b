#pragma once
#include "domain/banks/transaction.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the stores take and give about transactions.
namespace paylink {

/// What a person writes beside a transaction; what is none stays as it is.
struct annotate_transaction {
  using reply = bank_transaction;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  transaction_id transaction;
  std::optional<std::string> note;
  std::optional<bool> settled;
};

/// The filters of the list of transactions; empty ones do not filter.
struct transaction_filter {
  std::vector<workspace_id> workspaces{}; ///< That the caller may read, or the one of the path.
  std::optional<timestamp> from{}, to{};  ///< Of the bank's time: `from` inclusive, `to` exclusive.
  std::optional<bank_account_id> account{};
  std::optional<transfer_type> type{};
  std::optional<money> min_amount{}, max_amount{};
  std::optional<paylink::classification> classified{};
  bool without_link = false; ///< Those that named none, and have no classification.
  std::string content{};     ///< Occurs in the transfer text, in capital letters or small ones.
  bool needs_attention = false;
  bool ascending = false;
  int limit = 20;
  /// The place of the last row of the page before: when its id was made, and its number.
  std::optional<std::pair<timestamp, std::int64_t>> after{};
};

using transaction_verbs = verbs<annotate_transaction>;

} // namespace paylink
