#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/transactions/transaction_row.hpp"
#include "persistence/transactions/transaction_writes.hpp"

namespace paylink {
namespace {

const sql_statement<void(sql_number, sql_number)> add_account_sql{
    "UPDATE transactions SET virtual_account_row = :virtual_account WHERE row = :row AND virtual_account_row IS NULL"};

const sql_statement<sql_row<sql_number>(transaction_row::find_parameters)> find_matched_row_sql{
    [](dialect spoken) { return transaction_row::find_sql(spoken, "t.row"); }};

struct unsettled_row {
  text_column<"t.id"> id;
  text_column<"t.workspace_id"> workspace;
  number_column<"t.account_row"> account_row;
  text_column<"a.id"> account;
  number_column<"t.virtual_account_row"> virtual_account;
  number_column<"t.amount"> amount;
  text_column<"t.content"> content;
  number_column<"t.occurred_at"> occurred_at;
  number_column<"t.received_at"> received_at;
  number_column<"COALESCE(l.reference, o.reference)"> reference;
  number_column<"t.unproved"> unproved;
  number_column<"t.settled"> settled;
};
const sql_statement<unsettled_row(sql_number)> find_unsettled_sql{[](dialect) {
  return "SELECT " + sql_columns<unsettled_row>() +
         " FROM transactions t JOIN bank_accounts a ON a.row = t.account_row LEFT JOIN payment_links l ON l.row = "
         "t.link_row LEFT JOIN orders o ON o.row = t.order_row WHERE t.row = :row AND t.classification IS NULL AND "
         "t.ambiguous <= t.unproved";
}};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_text, sql_number)> settle_match_sql{
    "UPDATE transactions SET virtual_account_row = :virtual_account, classification = :classification, link_row = "
    ":link, order_row = :order, assigned_by = :by, likely_link_row = NULL, ambiguous = 0, unproved = 0, settled = 0 "
    "WHERE row = :row AND classification IS NULL"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number)>
    record_proof_sql{
        "UPDATE transactions SET unproved = 0, settled = 0, likely_link_row = NULL, source_id = :source, content = "
        ":content, ambiguous = :ambiguous, virtual_account_row = :virtual_account, link_row = CASE WHEN :waits = 1 "
        "THEN "
        "link_row END, order_row = CASE WHEN :waits_too = 1 THEN order_row END WHERE row = :row AND unproved = 1 AND "
        "classification IS NULL"};

/// What the audit log tells of a match, before and after.
std::string described_match(const recorded_entry& settled, bool is_confirmed) {
  std::string text = R"({"classification":)";
  text += is_confirmed ? '"' + std::string{to_text(*settled.classified)} + '"' : "null";
  if (!settled.link.empty()) text.append(R"(,"payment_link_id":")").append(settled.link.view()).append("\"");
  if (!settled.order.empty()) text.append(R"(,"order_id":")").append(settled.order.view()).append("\"");
  return text + '}';
}

/// A recorded transfer that nobody has proved to be for a link or an order.
struct unsettled {
  std::int64_t row = 0;
  record_entry command; ///< Its link is the one that waits to be confirmed; none: an import has found none.
  timestamp received_at;
  bool is_unproved = false; ///< Its texts and its virtual account are those of an import, not of the bank.
  bool is_settled = false;  ///< A person has dealt with it.
};

// Another node may settle it meanwhile: its row is changed only if it is still unsettled.
std::optional<unsettled> find_unsettled(writing& at, std::int64_t transaction_row) {
  auto& unsettled_transaction = at.db[find_unsettled_sql];
  if (!unsettled_transaction.first(transaction_row)) return std::nullopt;
  const auto& found = unsettled_transaction.out();
  unsettled reported{.row = transaction_row, .command = {}, .received_at = from_millis(found.received_at.value)};
  auto& command = reported.command;
  command.account_row = found.account_row.value;
  command.account = bank_account_id::from_store(found.account.view());
  command.workspace = workspace_id::from_store(found.workspace.view());
  command.virtual_account_row = found.virtual_account.or_zero();
  if (!found.reference.is_null()) command.link = reference_of(found.reference.value);
  reported.is_unproved = found.unproved.value != 0;
  reported.is_settled = found.settled.value != 0;
  command.new_transaction = transaction_id::from_store(found.id.view());
  command.entry.amount = {found.amount.value};
  command.entry.content = found.content.value;
  command.entry.occurred_at = from_millis(found.occurred_at.value);
  return reported;
}

/// Settles it as what it is for its target. `confirmed_by`: the person who says so; empty: a bank does.
recorded_entry settle_as(writing& at, const unsettled& reported, const credit_target& target, classification classified,
                         std::string_view confirmed_by, recorded_entry reply = {}) {
  const auto& [row, command, received_at, is_unproved, is_settled] = reported;
  reply.result = entry_result::duplicate;
  reply.transaction = command.new_transaction;
  reply.classified = classified;
  const auto by = confirmed_by.empty() ? std::nullopt : std::optional{confirmed_by};
  // Another node has settled it meanwhile: the whole batch sees that the next time.
  if (at.db[settle_match_sql].run(row_or_null(command.virtual_account_row), static_cast<std::int64_t>(classified),
                                  target.link ? std::optional<std::int64_t>{target.link->row.value} : null_number,
                                  target.order ? std::optional<std::int64_t>{target.order->row} : null_number, by,
                                  row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_match_confirmed);
  at.tally.classify_credit(command.workspace, command.entry.amount, classified, received_at);
  if (target.link) {
    reply.link = payment_link_id::from_store(target.link->id.view());
    if (is_news_for_payers(classified)) reply.public_id = target.link->public_id.value;
  }
  if (target.order) reply.order = target.order->id;
  if (!completes(classified)) return reply;
  if (target.link) complete_link(at, command, *target.link, row, reply);
  if (!target.order) return reply;
  order_settling::complete(at.db, {target.order->row, command.entry.amount, row}, at.when.now);
  if (!at.holders.of(command.account_row).has_webhooks) return reply;
  std::vector<new_delivery> raised;
  at.events.raise_success(*target.order, command.entry.amount, at.when.now, raised);
  for (auto& one : raised) store_delivery(at, std::move(one), row, reply);
  return reply;
}

/// Records what the entry says in place of what an import has said.
void record_proof(writing& at, const record_entry& command, unsettled& reported) {
  auto& known = reported.command;
  const auto& entry = command.entry;
  // What the import has named waits on only if the bank's text may name it, too.
  const std::int64_t waits = known.link && !command.ambiguous && says_the_same(known.entry.content, entry) ? 1 : 0;
  // Another node has been faster: the whole batch sees that the next time. If a feed tells of it, the transaction
  // becomes that one's afterwards, with its source.
  if (at.db[record_proof_sql].run(entry.bank_reference, entry.content, std::int64_t{command.ambiguous},
                                  row_or_null(command.virtual_account_row), waits, waits, reported.row) != 1)
    throw write_conflict{};
  replace_text_beside(at, reported.row, text_beside(entry));
  known.entry.content = entry.content;
  known.virtual_account_row = command.virtual_account_row;
  PAYLINK_FAILPOINT(after_transaction_proved);
  if (!waits) at.transactions.note_near_miss(command, reported.row);
}

/// Tells the webhooks of it that were not told when it was recorded: with less, or with something false.
void notify_others(writing& at, const record_entry& command, std::int64_t transaction_row,
                   const transaction_id& transaction, recorded_entry& reply) {
  const auto& holder = at.holders.of(command.account_row);
  if (!holder.has_webhooks) return;
  auto again = command;
  again.new_transaction = transaction;
  std::vector<new_delivery> raised;
  at.events.raise_to_others(again, transaction_row, holder.bank, at.when.now, raised);
  at.payloads.share(raised);
  for (auto& one : raised) store_delivery(at, std::move(one), transaction_row, reply);
}

} // namespace

std::optional<named_target> credit_target::named() const {
  if (order) return target_of(*order);
  return link ? std::optional{link->target()} : std::nullopt;
}

credit_target find_target(writing& at, const record_entry& command, const std::optional<reference>& named) {
  credit_target found{.link = find_locked_link(at, command, named), .order = order_settling::find(at.db, command)};
  found.is_locked = (!found.link && is_link_held_up(at, command, named)) ||
                    (!found.order && order_settling::is_held_up(at.db, command));
  // Another node may have closed the virtual account's link before its row was locked here.
  if (found.link && !command.link && !found.link->is_pending(at.when.now)) found.link = nullptr;
  return found;
}

// What an import has found is replaced by what the bank says. What the bank does not contradict waits on.
std::optional<result<write_reply>> settle_by(writing& at, const record_entry& command, std::int64_t transaction_row) {
  auto reported = find_unsettled(at, transaction_row);
  if (!reported) return std::nullopt;
  auto& known = reported->command;
  const bool names_one = command.link || command.goes_by_virtual_account();
  const bool was_unproved = reported->is_unproved, waits = known.link.has_value();
  const bool had_account = known.virtual_account_row != 0;
  if (!was_unproved) {
    if (!names_one || reported->is_settled) return std::nullopt;
    // Of its virtual account, the bank has told already.
    if (!command.link && !waits && had_account) return std::nullopt;
  }
  const bool is_looked_up = names_one && at.when.clock_is_sound;
  const auto target = is_looked_up ? find_target(at, command, reference_named_by(at, command)) : credit_target{};
  const auto decided = decide(command.entry, {.is_target_locked = target.is_locked, .target = target.named()},
                              names_one, at.when.clock_is_sound, at.when.now);
  if (decided.fate == entry_fate::unavailable) return errc::service_unavailable;
  if (decided.fate == entry_fate::held_up) return write_reply{held_up{}};
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = known.new_transaction;
  if (was_unproved) {
    record_proof(at, command, *reported);
    notify_others(at, command, reported->row, known.new_transaction, reply);
  } else if (decided.classified) {
    add_account(at, command, reported->row, known.new_transaction, reply);
  } else {
    return std::nullopt;
  }
  if (command.virtual_account_row != 0) known.virtual_account_row = command.virtual_account_row;
  if (decided.classified)
    return write_reply{settle_as(at, *reported, target, *decided.classified, {}, std::move(reply))};
  return write_reply{std::move(reply)};
}

void add_account(writing& at, const record_entry& command, std::int64_t transaction_row,
                 const transaction_id& transaction, recorded_entry& reply) {
  if (command.virtual_account_row == 0 || at.db[add_account_sql].run(command.virtual_account_row, transaction_row) != 1)
    return;
  notify_others(at, command, transaction_row, transaction, reply);
}

result<write_reply> state_again(writing& at, const record_entry& command, const statement_pairing::stated& known) {
  const auto& first = *known.first;
  std::optional<result<write_reply>> settled;
  // Else, one of the two is not what the bank says: people decide.
  const bool proves_more = !command.entry.is_unproved && !first.conflict;
  if (proves_more && !first.classified) settled = settle_by(at, command, first.row);
  // Which has stored nothing.
  if (settled && (!*settled || std::holds_alternative<held_up>(**settled))) return std::move(*settled);
  at.statements.note(command, known, first.row);
  if (settled) return std::move(*settled);
  auto reply = answer_repeated(at, command, first, nullptr);
  if (proves_more) add_account(at, command, first.row, first.transaction, std::get<recorded_entry>(*reply));
  return reply;
}

result<write_reply> carry_out(writing& at, const confirm_match& command) {
  auto& place = at.db[find_matched_row_sql];
  const auto is_found = transaction_place{command.workspace, command.transaction}.with_parameters(
      [&](const auto&... values) { return place.first(values..., command.transaction.view()); });
  if (!is_found) return errc::not_found;
  const auto row = place.column<0>().value;
  auto found = find_unsettled(at, row);
  // What the bank says of it meanwhile, on another node, counts.
  if (found) at.statements.take_turn(found->command.account_row), found = find_unsettled(at, row);
  if (!found || !found->command.link) return errc::conflict;
  const auto& holder = at.holders.of(found->command.account_row);
  if (holder.has_moved) return errc::bank_account_not_connected;
  if (holder.is_suspended) return errc::workspace_suspended;
  const auto target = find_target(at, found->command, found->command.link);
  if (target.is_locked) return write_reply{held_up{}};
  const auto named = target.named();
  ensure(named.has_value(), "a match names what its account has");
  const auto classified = classify(*named, found->command.entry, at.when.now);
  if (classified == classification::duplicate || classified == classification::late)
    return errc::payment_link_not_pending;
  if (!completes(classified)) return errc::validation_error;
  auto settled = settle_as(at, *found, target, classified, command.by.by.id);
  if (found->is_unproved) at.statements.believe(found->row);
  at.audit.note(command.by,
                {command.workspace.view(), "transaction.match_confirmed", command.transaction.view(),
                 described_match(settled, false), described_match(settled, true)},
                at.when.now);
  return write_reply{std::move(settled)};
}

} // namespace paylink
