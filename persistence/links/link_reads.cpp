#include "persistence/banks/account_rows.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/links/link_row.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto last_place = std::numeric_limits<std::int64_t>::max();

struct payment_row {
  number_column<"place"> place;
  text_column<"id"> transaction;
  number_column<"classification"> classification;
  number_column<"amount"> amount;
  text_column<"content"> content;
  number_column<"occurred_at"> occurred_at;
  number_column<"received_at"> received_at;
  text_column<"note"> note;
  number_column<"settled"> settled;
  text_column<"assigned_by"> assigned_by;

  payment read() const {
    return {.place = place.value,
            .transaction = transaction_id::from_store(transaction.view()),
            .classification = static_cast<paylink::classification>(classification.value),
            .amount = {amount.value},
            .content = content.value,
            .occurred_at = from_millis(occurred_at.value),
            .received_at = from_millis(received_at.value),
            .note = note.value,
            .settled = settled.value != 0,
            .assigned_by = assigned_by.value};
  }
};

// A link's history in the order of recording; it only grows, so a position in it stays valid.
std::string payments_sql(bool is_rising) {
  const std::string of_transaction = "t.id, t.classification, t.amount, t.content, t.occurred_at, t.received_at, "
                                     "t.note, t.settled, t.assigned_by FROM ";
  return "SELECT " + sql_columns<payment_row>() +
         " FROM (SELECT ROW_NUMBER() OVER (ORDER BY received_at, source, source_row) AS place, id, classification, "
         "amount, content, occurred_at, received_at, note, settled, assigned_by FROM (SELECT 0 AS source, t.row AS "
         "source_row, " +
         of_transaction +
         "payment_links l JOIN transactions t ON t.row = l.transaction_row WHERE l.row = :link AND t.workspace_id = "
         ":workspace UNION ALL SELECT 0, t.row, " +
         of_transaction +
         "transactions t WHERE t.link_row = :other_link AND t.classification > 1 AND t.workspace_id = :other_workspace "
         "UNION ALL SELECT 1, k.row, '', 6, k.amount, k.content, k.occurred_at, k.received_at, '', 0, NULL FROM "
         "kept_entries k WHERE k.link_row = :rejected_link AND k.workspace_id = :rejected_workspace AND k.reason = "
         "'rejected') AS entries) AS placed WHERE place " +
         (is_rising ? ">" : "<") + " :after ORDER BY place " + (is_rising ? "ASC" : "DESC") + " LIMIT :limit";
}

using list_payments_signature = payment_row(sql_number, sql_text, sql_number, sql_text, sql_number, sql_text,
                                            sql_number, sql_number);
const sql_statement<list_payments_signature> rising_payments_sql{[](dialect) { return payments_sql(true); }};
const sql_statement<list_payments_signature> falling_payments_sql{[](dialect) { return payments_sql(false); }};

const sql_statement<sql_row<sql_number, sql_text, sql_number, sql_text, sql_text, sql_number, sql_text, sql_text,
                            sql_text, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>(
    sql_text, sql_number)>
    find_callback_sql{
        "SELECT row, event_id, state, url, body, signed_at, signature, agent, brand, attempt, created_at, next_at, "
        "lease_until, finished_at, purged FROM deliveries WHERE workspace_id = :workspace AND link_row = :link"};

const sql_statement<attempt_row(sql_number)> attempts_of_callback_sql{
    [](dialect) { return attempt_row::select({}, "delivery_row = :row"); }};

const sql_statement<round_row(sql_number)> rounds_of_callback_sql{[](dialect) { return round_row::select(); }};

struct payer_row {
  link_row link;
  account_row account;
  virtual_account_row receiver;
  sql_number short_payment;
  number_column<"w.deleted_at"> deleted_at;
};

const sql_statement<payer_row(sql_text)> find_payer_view_sql{[](dialect) {
  return "SELECT " +
         sql_columns<payer_row>({"(SELECT x.amount FROM transactions x WHERE x.link_row = l.row AND x.classification > "
                                 "1 AND x.classification IN (2, 5) ORDER BY x.row DESC LIMIT 1)"}) +
         std::string{link_row::tables} + "JOIN workspaces w ON w.id = l.workspace_id WHERE l.public_id = :public_id";
}};

// Three counts, each from its partial index alone.
/// A link of a deleted Workspace whose row is still to be closed.
void close_for_deletion(payment_link& link, timestamp deleted_at) {
  const bool was_open = link.status == link_status::pending ||
                        (link.status == link_status::expired && link.closed_at && *link.closed_at > deleted_at);
  if (!was_open || link.expires_at <= deleted_at) return;
  link.status = link_status::failed;
  link.failure = failure_reason::workspace_deleted;
  link.closed_at = deleted_at;
}

} // namespace

result<payment_link> answer(reading& at, const find_link& wanted) {
  auto found = read_link(at.db, wanted.in, wanted.id);
  if (!found) return errc::not_found;
  return std::move(*found);
}

page<payment> answer(reading& at, const list_payments& wanted) {
  const auto after = wanted.after_row == 0 && !wanted.ascending ? last_place : wanted.after_row;
  const auto in = wanted.in.view();
  return read_page<payment>(at.db[wanted.ascending ? rising_payments_sql : falling_payments_sql], wanted.limit,
                            wanted.link_row, in, wanted.link_row, in, wanted.link_row, in, after);
}

result<callback_record> answer(reading& at, const find_callback& wanted) {
  auto& found = at.db[find_callback_sql];
  if (!found.first(wanted.in.view(), wanted.link_row)) return errc::not_found;
  const auto& [row, event, state, url, body, signed_at, signature, agent, brand, last_attempt, created_at, next_at,
               lease_until, finished_at, purged] = found.out().fields;
  callback_record record;
  record.id = event_id::from_store(event.view());
  record.url = url.value;
  record.body = body.value;
  record.is_purged = purged.value != 0;
  record.signed_at = signed_at.value;
  record.signature = signature.value;
  record.agent = agent.value;
  record.brand = brand.value;
  record.last_attempt = static_cast<int>(last_attempt.value);
  record.created_at = from_millis(created_at.value);
  at.db[attempts_of_callback_sql].each([&](const attempt_row& columns) { record.attempts.push_back(columns.read()); },
                                       row.value);
  record.progress = progress_of(state, last_attempt, next_at, lease_until, finished_at,
                                record.attempts.empty() ? failure_class::none : record.attempts.back().failed_by);
  at.db[rounds_of_callback_sql].each([&](const round_row& columns) { record.rounds.push_back(columns.read()); },
                                     row.value);
  return record;
}

result<payer_view> answer(reading& at, const find_payer_view& wanted) {
  auto& payer = at.db[find_payer_view_sql];
  if (!payer.first(wanted.public_id)) return errc::not_found;
  const auto& found = payer.out();
  payer_view view{.link = found.link.read(), .account = found.account.read(), .receiver = std::nullopt};
  if (!found.receiver.row.is_null()) view.receiver = found.receiver.read();
  if (!found.deleted_at.is_null()) close_for_deletion(view.link, from_millis(found.deleted_at.value));
  if (!found.short_payment.is_null()) view.short_payment = money{found.short_payment.value};
  return view;
}

} // namespace paylink
