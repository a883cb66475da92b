#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// Knows entries that tell of what is recorded already: once more over the same feed, or over another feed of the
/// account. Two entries of different feeds are one transfer when direction, amount, minute of booking and folded text
/// are the same, and they do not name two virtual accounts: one feed may know of these and the other not.
class feed_pairing {
public:
  explicit feed_pairing(soci::session& session);

  /// The transaction for which an entry of this feed and source id came before.
  struct first_notice {
    std::int64_t row = 0;
    transaction_id transaction;
    std::optional<paylink::classification> classified;
    bool conflict = false; ///< What the entry says is not what came before.
  };
  /// None when nothing is recorded or paired under the entry's feed and source id.
  std::optional<first_notice> find_first(const record_entry& command);

  /// A transaction that tells of the same transfer as an entry of another feed.
  struct partner {
    std::int64_t row = 0;
    bool is_paired = false;       ///< With this very entry, before.
    bool has_its_account = false; ///< It names a virtual account, or is for a link.
  };
  /// The entry's partner of before, or the one that it is to be paired with: the oldest that is still without a pair,
  /// and rather one that was paid on the same virtual account. None for an entry that is recorded itself.
  std::optional<partner> find_partner(const record_entry& command);
  /// From now on `find_first` finds the entry. Throws `write_conflict` when another node was faster.
  void pair(const record_entry& command, const partner& with);

  /// What the entries of one transfer have in common. The minute stands in front, so that an index over it grows at its
  /// end.
  static std::int64_t print_of(const bank_entry& entry);

  /// How well a transaction tells of the same transfer as an entry with the same print; texts that differ may share it.
  enum class likeness { other, same, same_account };
  static likeness compare(std::int64_t amount, std::int64_t type, std::string_view content,
                          std::int64_t virtual_account_row, const record_entry& command);

private:
  struct stored_entry {
    number row, amount, type;
    text content, transaction;
    number classification;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(amount), visitor(type), visitor(content), visitor(transaction), visitor(classification);
    }
    bool has_same_amount(const bank_entry& entry) const;
  };
  static first_notice notice_of(const stored_entry& stored, bool same);

  statement<row<number, text, text>, stored_entry> find_recorded_;
  statement<row<number, text, text>, stored_entry> find_paired_;
  statement<row<number, text, text, number, number, text>, row<number, number, number, number, text, number, number>>
      find_beside_;
  statement<row<text, number>> pair_;
};

} // namespace paylink
