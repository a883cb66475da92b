#include "persistence/links/link_reads.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto greatest = std::numeric_limits<std::int64_t>::max();

enum class order { rising, falling };

// A link's history in the order of recording; it only grows, so a position in it stays valid.
std::string payments_sql(order wanted) {
  return std::string{
             "SELECT place, id, classification, amount, content, occurred_at, received_at, note, settled, assigned_by "
             "FROM "
             "(SELECT ROW_NUMBER() OVER (ORDER BY received_at, source, source_row) AS place, id, classification, "
             "amount, content, occurred_at, received_at, note, settled, assigned_by FROM (SELECT 0 AS source, t.row AS "
             "source_row, t.id, t.classification, t.amount, t.content, t.occurred_at, t.received_at, t.note, "
             "t.settled, t.assigned_by FROM payment_links l JOIN transactions t ON t.row = l.transaction_row WHERE "
             "l.row = :link "
             "AND t.workspace_id = :workspace UNION ALL SELECT 0, t.row, t.id, t.classification, t.amount, "
             "t.content, t.occurred_at, t.received_at, t.note, t.settled, t.assigned_by FROM transactions t WHERE "
             "t.link_row = "
             ":other_link AND t.classification > 1 AND t.workspace_id = :other_workspace UNION ALL SELECT 1, k.row, "
             "'', 6, k.amount, k.content, k.occurred_at, k.received_at, '', 0, NULL FROM kept_entries k WHERE "
             "k.link_row = "
             ":rejected_link AND k.workspace_id = :rejected_workspace AND k.reason = 'rejected') AS entries) AS "
             "placed WHERE place "} +
         (wanted == order::falling ? "<" : ">") + " :after ORDER BY place " +
         (wanted == order::falling ? "DESC" : "ASC") + " LIMIT :limit";
}

constexpr const char* callback_sql =
    "SELECT row, event_id, state, url, body, signed_at, signature, agent, brand, attempt, created_at, next_at, "
    "lease_until, finished_at, purged FROM deliveries WHERE workspace_id = :workspace AND link_row = :link";

std::string payer_sql() {
  return "SELECT " + link_row::columns() + ", " + std::string{account_row::columns} + ", " +
         std::string{virtual_account_row::columns} +
         ", (SELECT x.amount FROM transactions x WHERE x.link_row = l.row AND x.classification > 1 AND "
         "x.classification IN (2, 5) ORDER BY x.row DESC LIMIT 1), w.deleted_at" +
         std::string{link_row::tables} + "JOIN workspaces w ON w.id = l.workspace_id WHERE l.public_id = :public_id";
}

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

link_reads::link_reads(soci::session& session)
    : find_{session, "SELECT " + link_row::columns() + std::string{link_row::tables} +
                         "WHERE l.workspace_id = :workspace AND l.id = :id"},
      payments_rising_{session, payments_sql(order::rising)}, payments_falling_{session, payments_sql(order::falling)},
      callback_{session, callback_sql}, attempts_{session, attempt_row::select({}, "delivery_row = :row")},
      rounds_{session, round_row::select}, payer_{session, payer_sql()},
      // Three counts, each from its partial index alone.
      unfinished_{session,
                  "SELECT (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_line = 0) + "
                  "(SELECT COUNT(*) FROM deliveries WHERE in_line = 1) + (SELECT COUNT(*) FROM deliveries WHERE state "
                  "= 0 AND owner IS NOT NULL)"} {}

result<payment_link> link_reads::find(workspace_id in, payment_link_id id) {
  if (!find_.first(in.view(), id.view())) return errc::not_found;
  return find_.out().read();
}

payment link_reads::payment_row::read() const {
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

page<payment> link_reads::list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                                        std::int64_t after_row) {
  page<payment> page;
  auto& wanted = ascending ? payments_rising_ : payments_falling_;
  const auto after = after_row == 0 && !ascending ? greatest : after_row;
  wanted.each(
      [&](const payment_row& columns) {
        page.has_more = std::ssize(page.rows) == limit;
        if (page.has_more) return;
        page.rows.push_back(columns.read());
      },
      link_row, in.view(), link_row, in.view(), link_row, in.view(), after, std::int64_t{limit} + 1);
  return page;
}

result<callback_record> link_reads::find_callback(workspace_id in, std::int64_t link_row) {
  if (!callback_.first(in.view(), link_row)) return errc::not_found;
  const auto& [row, event, state, url, body, signed_at, signature, agent, brand, last_attempt, created_at, next_at,
               lease_until, finished_at, purged] = callback_.out().fields;
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
  attempts_.each([&](const attempt_row& columns) { record.attempts.push_back(columns.read()); }, row.value);
  record.life = life_of(state, last_attempt, next_at, lease_until, finished_at,
                        record.attempts.empty() ? failure_class::none : record.attempts.back().failed_by);
  rounds_.each([&](const round_row& columns) { record.rounds.push_back(columns.read()); }, row.value);
  return record;
}

result<payer_view> link_reads::find_payer_view(std::string_view public_id) {
  if (!payer_.first(public_id)) return errc::not_found;
  const auto& found = payer_.out();
  payer_view view{.link = found.link.read(), .account = found.account.read(), .receiver = std::nullopt};
  if (!found.receiver.row.is_null()) view.receiver = found.receiver.read();
  if (!found.deleted_at.is_null()) close_for_deletion(view.link, from_millis(found.deleted_at.value));
  if (!found.short_payment.is_null()) view.short_payment = money{found.short_payment.value};
  return view;
}

std::int64_t link_reads::count_unfinished() {
  unfinished_.first();
  return unfinished_.column<0>().value;
}

} // namespace paylink
