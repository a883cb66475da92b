#pragma once
#include "domain/errors/field_fault.hpp"
#include "http/statements/statement.hpp"
#include "http/wire/feed_codec.hpp"
#include "http/wire/record_writer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace paylink {

/// What an import is about, and what is known of the statement's entries: for its answer and for the audit log.
struct import_summary {
  static constexpr std::size_t shown_max = 100; ///< Transactions and unusable entries in an answer.

  struct unusable_entry {
    std::size_t place = 0;
    std::string reason;
  };
  std::string format, sha256; ///< Of the file.
  bool completes = false;     ///< It may complete links and orders by itself.
  std::size_t entries = 0, ignored = 0, unusable = 0;
  std::size_t of_others = 0; ///< Of the ignored ones.
  std::vector<unusable_entry> shown{};
  std::optional<std::int64_t> opening{}, closing{};
  std::int64_t credits = 0, debits = 0; ///< Sums of the account's usable entries.

  void note_balances(const bank_statement& read, std::string_view account_number);
  void add(const bank_entry& entry);
  /// By how much the balances differ from what the entries come to; none without both balances.
  std::optional<std::int64_t> unexplained() const;

  /// What is wrong with the balances, if the call names `accepted` as the amount that they leave unexplained.
  field_faults faults_of_balances(const std::optional<std::string>& accepted) const;

  void append_counts(record_writer& to, const std::vector<entry_answer>& answers) const;
  void append_balances(record_writer& to) const;
  /// JSON for the audit log: before the import, and after it.
  std::string described() const;
  std::string described(const std::vector<entry_answer>& answers) const;

private:
  void append_file(record_writer& to) const;
};

} // namespace paylink
