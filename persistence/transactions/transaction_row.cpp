#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

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

} // namespace paylink
