#include "persistence/transactions/transaction_row.hpp"

#include "domain/banks/recorded_text.hpp"

namespace paylink {
namespace {

const sql_statement<transaction_row(transaction_row::find_parameters)> read_transaction_sql{
    [](dialect spoken) { return transaction_row::find_sql(spoken, sql_columns<transaction_row>()); }};

const sql_statement<sql_row<sql_text>(sql_number)> find_whole_text_sql{
    "SELECT content FROM transaction_texts WHERE transaction_row = :row"};

} // namespace

// The numbers on disk are those of the enumerations: an enumeration may grow at its end, and nowhere else.
static_assert(static_cast<int>(classification::underpaid) == 2 && static_cast<int>(classification::duplicate) == 3);
static_assert(static_cast<int>(classification::rejected) == 6 && static_cast<int>(classification::late) == 4);
static_assert(static_cast<int>(transfer_type::debit) == 1 && static_cast<int>(transaction_source::statement) == 2);

bank_transaction transaction_row::read() const {
  bank_transaction one;
  one.row = row.value;
  one.id = transaction_id::from_store(id.view());
  one.workspace = workspace_id::from_store(workspace.view());
  one.account = bank_account_id::from_store(account.view());
  one.virtual_account = virtual_account_id::from_store(virtual_account.view());
  one.account_number = account_number.value;
  one.bank = bank.value;
  one.amount = {amount.value};
  one.type = static_cast<transfer_type>(type.value);
  one.content = content.value;
  one.occurred_at = from_millis(occurred_at.value);
  one.recorded_at = from_millis(received_at.value);
  one.listed_at = from_millis(listed_at.value);
  one.bank_reference = bank_reference.value;
  if (!classified.is_null()) one.classified = static_cast<classification>(classified.value);
  one.link = payment_link_id::from_store(link.view());
  one.ambiguous = ambiguous.value != 0;
  one.likely_link = payment_link_id::from_store(likely_link.view());
  one.note = note.value;
  one.settled = settled.value != 0;
  one.order = order.view();
  one.source = static_cast<transaction_source>(source.value);
  one.is_unproven = unproved.value != 0;
  one.imported_by = imported_by.view();
  one.assigned_by = assigned_by.view();
  return one;
}

std::optional<bank_transaction> read_transaction(connection& db, workspace_id in, transaction_id id) {
  auto& found = db[read_transaction_sql];
  const auto is_found =
      transaction_place{in, id}.with_parameters([&](const auto&... place) { return found.first(place..., id.view()); });
  if (!is_found) return std::nullopt;
  return found.out().read();
}

bank_transaction with_whole_text(connection& db, bank_transaction one) {
  if (!looks_cut(one.content)) return one;
  if (auto& found = db[find_whole_text_sql]; found.first(one.row)) one.whole_content = found.column<0>().value;
  return one;
}

} // namespace paylink
