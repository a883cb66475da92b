#pragma once
#include "persistence/credits/new_transaction.hpp"
#include "persistence/deliveries/new_delivery.hpp"

namespace paylink {

/// What is looked up for an entry of a batch.
struct wanted_entry {
  std::size_t place = 0;    ///< In the batch.
  std::int64_t account = 0; ///< Its row.
  std::string_view source, feed;
  std::optional<std::int64_t> link{}; ///< The reference of the one that it names.
  std::int64_t print = 0;
};

inline constexpr auto wanted_entry_columns = columns_of<wanted_entry>(
    new_column{"place", [](const wanted_entry& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"account", [](const wanted_entry& one) { return one.account; }},
    new_column{"source", [](const wanted_entry& one) { return one.source; }},
    new_column{"feed", [](const wanted_entry& one) { return one.feed; }},
    new_column{"link", [](const wanted_entry& one) { return one.link; }},
    new_column{"print", [](const wanted_entry& one) { return one.print; }});
static_assert(wanted_entry_columns.has_each_once());

/// A transaction of a batch.
struct bulk_transaction {
  std::size_t place = 0; ///< In the batch.
  new_transaction made;
  std::string_view owner_id; ///< Who pays for it.
  bool completes_link = false;
  std::int64_t turn = 0; ///< Among equal transfers.

  operator const new_transaction&() const { return made; }
};

inline constexpr auto bulk_transaction_columns = transaction_columns.within<bulk_transaction>(
    new_column{"place", [](const bulk_transaction& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"owner_id", [](const bulk_transaction& one) { return one.owner_id; }},
    new_column{"completes", [](const bulk_transaction& one) { return std::int64_t{one.completes_link}; }},
    new_column{"transfer_turn", [](const bulk_transaction& one) { return one.turn; }});
static_assert(bulk_transaction_columns.has_each_once());

/// A delivery that a transaction of a batch raises.
struct bulk_delivery {
  std::size_t place = 0;  ///< Among the batch's deliveries.
  std::size_t credit = 0; ///< The transaction's place.
  const new_delivery& made;

  operator const new_delivery&() const { return made; }
};

inline constexpr auto bulk_delivery_columns = delivery_columns.within<bulk_delivery>(
    new_column{"place", [](const bulk_delivery& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"credit", [](const bulk_delivery& one) { return static_cast<std::int64_t>(one.credit); }});
static_assert(bulk_delivery_columns.has_each_once());

} // namespace paylink
