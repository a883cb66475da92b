#pragma once
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/column_table.hpp"

namespace paylink {

/// An entry that is to be recorded as a transaction.
struct new_transaction {
  const record_entry& command;
  std::optional<paylink::classification> classified; ///< When it is for a link or an order.
  std::int64_t link_row = 0, order_row = 0;          ///< Of one of them at most.
  std::int64_t print = 0;                            ///< What it has in common with entries of other feeds.
  timestamp received_at;
  const record_entry* repeated_by = nullptr; ///< The entry of another feed that tells of the same transfer.
};

/// All columns but `transfer_turn`, which counts what is stored, and within a batch what the batch stores.
inline constexpr auto transaction_columns = columns_of<new_transaction>(
    new_column{"id", [](const new_transaction& one) { return one.command.new_transaction.view(); }},
    new_column{"workspace_id", [](const new_transaction& one) { return one.command.workspace.view(); }},
    new_column{"account_row", [](const new_transaction& one) { return one.command.account_row; }},
    new_column{"virtual_account_row",
               [](const new_transaction& one) { return row_or_null(one.command.virtual_account_row); }},
    new_column{"feed", [](const new_transaction& one) { return std::string_view{one.command.feed}; }},
    new_column{"source_id",
               [](const new_transaction& one) { return std::string_view{one.command.entry.bank_reference}; }},
    new_column{"amount", [](const new_transaction& one) { return one.command.entry.amount.dong; }},
    new_column{"type", [](const new_transaction& one) { return static_cast<std::int64_t>(one.command.entry.type); }},
    new_column{"content", [](const new_transaction& one) { return std::string_view{one.command.entry.content}; }},
    new_column{"occurred_at", [](const new_transaction& one) { return to_millis(one.command.entry.occurred_at); }},
    new_column{"received_at", [](const new_transaction& one) { return to_millis(one.received_at); }},
    new_column{"classification",
               [](const new_transaction& one) {
                 return one.classified ? std::optional{static_cast<std::int64_t>(*one.classified)} : null_number;
               }},
    new_column{"link_row", [](const new_transaction& one) { return row_or_null(one.link_row); }},
    new_column{"order_row", [](const new_transaction& one) { return row_or_null(one.order_row); }},
    new_column{"ambiguous", [](const new_transaction& one) { return std::int64_t{one.command.ambiguous}; }},
    new_column{"made_at", [](const new_transaction& one) { return to_millis(one.received_at); }},
    new_column{"transfer_print", [](const new_transaction& one) { return one.print; }},
    new_column{"fetched", [](const new_transaction& one) { return std::int64_t{one.command.entry.is_fetched}; }},
    new_column{"paired_source_id", [](const new_transaction& one) {
                 return one.repeated_by ? std::optional<std::string_view>{one.repeated_by->entry.bank_reference}
                                        : std::nullopt;
               }});
static_assert(transaction_columns.has_each_once());

} // namespace paylink
