#pragma once
#include "persistence/dialect.hpp"
#include "persistence/records.hpp"
#include "persistence/statement.hpp"

namespace paylink {

/// Knows entries that tell of what is recorded already: once more over the same feed, or over another feed of the
/// account. Two entries of different feeds are one transfer when direction, amount, minute of booking and folded text
/// are the same.
class feed_pairing {
public:
  feed_pairing(soci::session& session, dialect spoken);

  /// The transaction for which an entry of this feed and source id came before.
  struct first_notice {
    std::int64_t row = 0;
    transaction_id transaction;
    std::optional<paylink::classification> classified;
    bool conflict = false; ///< What the entry says is not what came before.
  };
  /// None when nothing is recorded or paired under the entry's feed and source id.
  std::optional<first_notice> find_first(const record_entry& command);

  /// Whether the entry was paired with a transaction of another feed.
  bool is_paired(const record_entry& command);

  /// Pairs an entry that is new with the oldest transaction of another feed that tells of the same transfer and is
  /// still without a pair. From then on `find_first` finds it. False: the entry is known, or the money is its own.
  bool pair(const record_entry& command);

  /// What the entries of one transfer have in common. The minute stands in front, so that an index over it grows at its
  /// end.
  static std::int64_t print_of(const bank_entry& entry);

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

  std::int64_t find_unpaired(const record_entry& command);

  statement<row<number>, row<number>> lock_account_;
  statement<row<number, text, text>, stored_entry> find_recorded_;
  statement<row<number, text, text>, row<number>> is_paired_;
  statement<row<number, text, text>, stored_entry> find_paired_;
  statement<row<number, number, text>, stored_entry> find_unpaired_;
  statement<row<text, number>> pair_;
};

} // namespace paylink
