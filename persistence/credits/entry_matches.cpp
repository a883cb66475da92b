#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

/// What the audit log tells of a match, before and after.
std::string described_match(const recorded_entry& settled, bool is_confirmed) {
  std::string text = R"({"classification":)";
  text += is_confirmed ? '"' + std::string{to_text(*settled.classified)} + '"' : "null";
  if (!settled.link.empty()) text.append(R"(,"payment_link_id":")").append(settled.link.view()).append("\"");
  if (!settled.order.empty()) text.append(R"(,"order_id":")").append(settled.order.view()).append("\"");
  return text + '}';
}

} // namespace

entry_writes::target entry_writes::find_target(const record_entry& command, const std::optional<reference>& named,
                                               timestamp now) {
  const auto& entry = command.entry;
  target found{.link = find_link(command, named), .order = orders_.find(command)};
  found.is_held_up = (!found.link && is_held_up(command, named)) || (!found.order && orders_.is_held_up(command));
  // Another node may have closed the virtual account's link before its row was locked here.
  if (found.link && !command.link && !found.link->is_pending(now)) found.link = nullptr;
  if (found.link) found.classified = found.link->classify(entry, now);
  if (found.order) {
    const auto& order = *found.order;
    found.classified = classify(order.status, order.amount, order.expires_at, entry.status, entry.amount, now);
  }
  return found;
}

// Another node may settle it meanwhile: its row is changed only if it is still unsettled.
std::optional<entry_writes::unsettled> entry_writes::find_unsettled(std::int64_t transaction_row) {
  if (!find_unsettled_.first(transaction_row)) return std::nullopt;
  const auto& found = find_unsettled_.out();
  unsettled told{.row = transaction_row, .command = {}, .received_at = from_millis(found.received_at.value)};
  auto& command = told.command;
  command.account_row = found.account_row.value;
  command.account = bank_account_id::from_store(found.account.view());
  command.workspace = workspace_id::from_store(found.workspace.view());
  command.virtual_account_row = found.virtual_account.or_zero();
  if (!found.reference.is_null()) command.link = reference_of(found.reference.value);
  told.is_unproved = found.unproved.value != 0;
  told.is_settled = found.settled.value != 0;
  command.new_transaction = transaction_id::from_store(found.id.view());
  command.entry.amount = {found.amount.value};
  command.entry.content = found.content.value;
  command.entry.occurred_at = from_millis(found.occurred_at.value);
  return told;
}

recorded_entry entry_writes::settle_as(const unsettled& told, const target& at, std::string_view confirmed_by,
                                       timestamp now, recorded_entry reply) {
  const auto& [row, command, received_at, is_unproved, is_settled] = told;
  reply.result = entry_result::duplicate;
  reply.transaction = command.new_transaction;
  reply.classified = at.classified;
  const auto by = confirmed_by.empty() ? std::nullopt : std::optional{confirmed_by};
  // Another node has settled it meanwhile: the whole batch sees that the next time.
  if (settle_.run(row_or_null(command.virtual_account_row), static_cast<std::int64_t>(*at.classified),
                  at.link ? std::optional<std::int64_t>{at.link->row.value} : null_number,
                  at.order ? std::optional<std::int64_t>{at.order->row} : null_number, by, row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_match_confirmed);
  tally_.classify_credit(command.workspace, command.entry.amount, *at.classified, received_at);
  if (at.link) {
    reply.link = payment_link_id::from_store(at.link->id.view());
    if (is_news_for_payers(*at.classified)) reply.public_id = at.link->public_id.value;
  }
  if (at.order) reply.order = at.order->id;
  if (!completes(*at.classified)) return reply;
  if (at.link) complete(command, *at.link, row, now, reply);
  if (!at.order) return reply;
  orders_.complete({at.order->row, command.entry.amount, row}, now);
  if (!holders_.of(command.account_row).has_webhooks) return reply;
  std::vector<new_delivery> raised;
  events_.raise_success(*at.order, command.entry.amount, now, raised);
  for (auto& one : raised) deliver(std::move(one), row, reply);
  return reply;
}

// What an import has found is replaced by what the bank says. What the bank does not contradict waits on.
std::optional<result<write_reply>> entry_writes::settle_by(const record_entry& command, std::int64_t transaction_row,
                                                           const moment& when) {
  auto told = find_unsettled(transaction_row);
  if (!told) return std::nullopt;
  auto& known = told->command;
  const bool names_one = command.link || command.goes_by_virtual_account();
  const bool was_unproved = told->is_unproved, waits = known.link.has_value();
  const bool had_account = known.virtual_account_row != 0;
  if (!was_unproved) {
    if (!names_one || told->is_settled) return std::nullopt;
    // Of its virtual account, the bank has told already.
    if (!command.link && !waits && had_account) return std::nullopt;
  }
  // With a wrong clock, it is unknown which links are still pending.
  if (names_one && !when.clock_is_sound) return errc::service_unavailable;
  const auto at = names_one ? find_target(command, named_by(command, when.now), when.now) : target{};
  if (at.is_held_up) return write_reply{held_up{}};
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = known.new_transaction;
  if (was_unproved) {
    prove(command, *told);
    tell_others(command, told->row, known.new_transaction, when.now, reply);
  } else if (at.classified) {
    add_account(command, told->row, known.new_transaction, when.now, reply);
  } else {
    return std::nullopt;
  }
  if (command.virtual_account_row != 0) known.virtual_account_row = command.virtual_account_row;
  if (at.classified) return write_reply{settle_as(*told, at, {}, when.now, std::move(reply))};
  return write_reply{std::move(reply)};
}

void entry_writes::prove(const record_entry& command, unsettled& told) {
  auto& known = told.command;
  const auto& entry = command.entry;
  // What the import has named waits on only if the bank's text may name it, too.
  const std::int64_t waits = known.link && !command.ambiguous && says_the_same(known.entry.content, entry) ? 1 : 0;
  // Another node has been faster: the whole batch sees that the next time. If a feed tells of it, the transaction
  // becomes that one's afterwards, with its source.
  if (prove_.run(entry.bank_reference, entry.content, std::int64_t{command.ambiguous},
                 row_or_null(command.virtual_account_row), waits, waits, told.row) != 1)
    throw write_conflict{};
  drop_text_.run(told.row);
  if (const auto text = text_beside(entry); !text.empty()) insert_text_.run(told.row, text);
  known.entry.content = entry.content;
  known.virtual_account_row = command.virtual_account_row;
  PAYLINK_FAILPOINT(after_transaction_proved);
  if (!waits) notes_.note_near_miss(command, told.row);
}

void entry_writes::add_account(const record_entry& command, std::int64_t transaction_row,
                               const transaction_id& transaction, timestamp now, recorded_entry& reply) {
  if (command.virtual_account_row == 0 || add_account_.run(command.virtual_account_row, transaction_row) != 1) return;
  tell_others(command, transaction_row, transaction, now, reply);
}

void entry_writes::tell_others(const record_entry& command, std::int64_t transaction_row,
                               const transaction_id& transaction, timestamp now, recorded_entry& reply) {
  const auto& holder = holders_.of(command.account_row);
  if (!holder.has_webhooks) return;
  auto again = command;
  again.new_transaction = transaction;
  std::vector<new_delivery> raised;
  events_.raise_to_others(again, transaction_row, holder.bank, now, raised);
  events_.payloads().share(raised);
  for (auto& one : raised) deliver(std::move(one), transaction_row, reply);
}

result<write_reply> entry_writes::state_again(const record_entry& command, const statement_pairing::stated& known,
                                              const moment& when) {
  const auto& first = *known.first;
  std::optional<result<write_reply>> settled;
  // Else, one of the two is not what the bank says: people decide.
  const bool proves_more = !command.entry.is_unproved && !first.conflict;
  if (proves_more && !first.classified) settled = settle_by(command, first.row, when);
  // Which has stored nothing.
  if (settled && (!*settled || std::holds_alternative<held_up>(**settled))) return std::move(*settled);
  statements_.note(command, known, first.row);
  if (settled) return std::move(*settled);
  auto reply = answer_repeated(command, first, nullptr, when.now);
  if (proves_more) add_account(command, first.row, first.transaction, when.now, std::get<recorded_entry>(*reply));
  return reply;
}

result<write_reply> entry_writes::carry_out(const confirm_match& command, const moment& when) {
  const auto is_found = transaction_place{command.workspace, command.transaction}.with_parameters(
      [&](const auto&... place) { return find_row_.first(place..., command.transaction.view()); });
  if (!is_found) return errc::not_found;
  const auto row = find_row_.column<0>().value;
  auto found = find_unsettled(row);
  // What the bank says of it meanwhile, on another node, counts.
  if (found) statements_.take_turn(found->command.account_row), found = find_unsettled(row);
  if (!found || !found->command.link) return errc::conflict;
  const auto& holder = holders_.of(found->command.account_row);
  if (holder.has_moved) return errc::bank_account_not_connected;
  if (holder.is_suspended) return errc::workspace_suspended;
  const auto at = find_target(found->command, found->command.link, when.now);
  if (at.is_held_up) return write_reply{held_up{}};
  ensure(at.classified.has_value(), "a match names what its account has");
  if (*at.classified == classification::duplicate || *at.classified == classification::late)
    return errc::payment_link_not_pending;
  if (!completes(*at.classified)) return errc::validation_error;
  auto settled = settle_as(*found, at, command.by.by.id, when.now);
  if (found->is_unproved) statements_.believe(found->row);
  log_.note(command.by,
            {command.workspace.view(), "transaction.match_confirmed", command.transaction.view(),
             described_match(settled, false), described_match(settled, true)},
            when.now);
  return write_reply{std::move(settled)};
}

} // namespace paylink
