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

// A match that is found may be confirmed by another node meanwhile: its row is changed only if it still waits.
std::optional<entry_writes::match> entry_writes::find_match(std::int64_t transaction_row) {
  if (!find_match_.first(transaction_row)) return std::nullopt;
  const auto& found = find_match_.out();
  match made{.row = transaction_row, .command = {}, .received_at = from_millis(found.received_at.value)};
  auto& command = made.command;
  command.account_row = found.account_row.value;
  command.account = bank_account_id::from_store(found.account.view());
  command.workspace = workspace_id::from_store(found.workspace.view());
  command.virtual_account_row = found.virtual_account.or_zero();
  command.link = reference_of(found.reference.value);
  command.new_transaction = transaction_id::from_store(found.id.view());
  command.entry.amount = {found.amount.value};
  command.entry.content = found.content.value;
  command.entry.occurred_at = from_millis(found.occurred_at.value);
  return made;
}

std::optional<entry_writes::target> entry_writes::find_target(const match& of, timestamp now) {
  const auto& command = of.command;
  const auto& entry = command.entry;
  target found{.link = find_link(command, command.link), .order = orders_.find(command)};
  if (found.link) found.classified = found.link->classify(entry, now);
  if (found.order) {
    const auto& order = *found.order;
    found.classified = classify(order.status, order.amount, order.expires_at, entry.status, entry.amount, now);
  }
  if (found.classified) return found;
  ensure(is_held_up(command, command.link) || orders_.is_held_up(command), "a match names what its account has");
  return std::nullopt;
}

recorded_entry entry_writes::settle_match(const match& of, const target& at, std::string_view confirmed_by,
                                          timestamp now) {
  const auto& [row, command, received_at] = of;
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = command.new_transaction;
  reply.classified = at.classified;
  const auto classified = static_cast<std::int64_t>(*at.classified);
  const auto by = confirmed_by.empty() ? std::nullopt : std::optional{confirmed_by};
  // Another node has confirmed it meanwhile: the whole batch sees that the next time.
  if (confirm_.run(classified, by, row) != 1) throw write_conflict{};
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

result<write_reply> entry_writes::state_again(const record_entry& command, const feed_pairing::first_notice& first,
                                              const moment& when) {
  const auto found = command.entry.is_unproved ? std::nullopt : find_match(first.row);
  return found ? prove_match(*found, when) : answer_repeated(command, first, nullptr, when.now);
}

result<write_reply> entry_writes::prove_match(const match& of, const moment& when) {
  // With a wrong clock, it is unknown whether its target is still pending.
  if (!when.clock_is_sound) return errc::service_unavailable;
  const auto at = find_target(of, when.now);
  if (!at) return write_reply{held_up{}};
  return write_reply{settle_match(of, *at, {}, when.now)};
}

result<write_reply> entry_writes::carry_out(const confirm_match& command, const moment& when) {
  const auto is_found = transaction_place{command.workspace, command.transaction}.with_parameters(
      [&](const auto&... place) { return find_row_.first(place..., command.transaction.view()); });
  if (!is_found) return errc::not_found;
  const auto found = find_match(find_row_.column<0>().value);
  if (!found) return errc::conflict;
  const auto& holder = holders_.of(found->command.account_row);
  if (holder.has_moved) return errc::bank_account_not_connected;
  if (holder.is_suspended) return errc::workspace_suspended;
  const auto at = find_target(*found, when.now);
  if (!at) return write_reply{held_up{}};
  if (*at->classified == classification::duplicate || *at->classified == classification::late)
    return errc::payment_link_not_pending;
  if (!completes(*at->classified)) return errc::validation_error;
  auto settled = settle_match(*found, *at, command.by.by.id, when.now);
  log_.note(command.by,
            {command.workspace.view(), "transaction.match_confirmed", command.transaction.view(),
             described_match(settled, false), described_match(settled, true)},
            when.now);
  return write_reply{std::move(settled)};
}

} // namespace paylink
