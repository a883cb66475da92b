#include "persistence/link_reads.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_ids = "~";

std::string from_links() { return "SELECT " + std::string{link_row::columns} + std::string{link_row::tables}; }

enum class order { rising, falling, reference };

// A filter that is not set is a range that holds everything, so that three texts serve every combination.
std::string list_sql(order wanted) {
  return from_links() + "WHERE l.workspace_id = :workspace AND l.id " + (wanted == order::falling ? "<" : ">") +
         " :after AND l.reference " + (wanted == order::reference ? "=" : ">=") +
         " :reference_min AND l.reference <= :reference_max AND CASE WHEN l.status = 0 AND l.expires_at <= :now THEN "
         "3 ELSE l.status END BETWEEN :status_min AND :status_max AND COALESCE(d.state, -1) BETWEEN :callback_min "
         "AND :callback_max AND COALESCE(t.settled, 0) <= :settled_max AND a.id BETWEEN :account_min AND :account_max "
         "AND l.created_at >= :from AND "
         "l.created_at < :to ORDER BY l.id " +
         (wanted == order::falling ? "DESC" : "ASC") + " LIMIT :limit";
}

// The history of a link in the order in which it was recorded; it only grows, so a place in it stays.
std::string payments_sql(order wanted) {
  return std::string{
             "SELECT place, id, classification, amount, content, occurred_at, received_at, note, settled FROM "
             "(SELECT ROW_NUMBER() OVER (ORDER BY received_at, source, source_row) AS place, id, classification, "
             "amount, content, occurred_at, received_at, note, settled FROM (SELECT 0 AS source, t.row AS "
             "source_row, t.id, t.classification, t.amount, t.content, t.occurred_at, t.received_at, t.note, "
             "t.settled FROM payment_links l JOIN transactions t ON t.row = l.transaction_row WHERE l.row = :link "
             "AND t.workspace_id = :workspace UNION ALL SELECT 0, t.row, t.id, t.classification, t.amount, "
             "t.content, t.occurred_at, t.received_at, t.note, t.settled FROM transactions t WHERE t.link_row = "
             ":other_link AND t.classification > 1 AND t.workspace_id = :other_workspace UNION ALL SELECT 1, k.row, "
             "'', 6, k.amount, k.content, k.occurred_at, k.received_at, '', 0 FROM kept_entries k WHERE k.link_row = "
             ":rejected_link AND k.workspace_id = :rejected_workspace AND k.reason = 'rejected') AS entries) AS "
             "placed WHERE place "} +
         (wanted == order::falling ? "<" : ">") + " :after ORDER BY place " +
         (wanted == order::falling ? "DESC" : "ASC") + " LIMIT :limit";
}

constexpr const char* callback_sql =
    "SELECT row, event_id, state, body, signed_at, created_at, next_at, owner FROM deliveries WHERE workspace_id = "
    ":workspace AND link_row = :link";

std::string payer_sql() {
  return "SELECT " + std::string{link_row::columns} + ", " + std::string{account_row::columns} + ", " +
         std::string{virtual_account_row::columns} + std::string{link_row::tables} +
         "JOIN workspaces w ON w.id = l.workspace_id WHERE l.public_id = :public_id";
}

} // namespace

link_reads::link_reads(soci::session& session)
    : find_{session, from_links() + "WHERE l.workspace_id = :workspace AND l.id = :id"},
      list_rising_{session, list_sql(order::rising)}, list_falling_{session, list_sql(order::falling)},
      list_reference_{session, list_sql(order::reference)}, payments_rising_{session, payments_sql(order::rising)},
      payments_falling_{session, payments_sql(order::falling)}, callback_{session, callback_sql},
      attempts_{session, "SELECT " + std::string{attempt_row::columns} +
                             " FROM attempts WHERE delivery_row = :row ORDER BY number"},
      payer_{session, payer_sql()},
      // Three counts, each answered by its partial index alone.
      unfinished_{session,
                  "SELECT (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_line = 0) + "
                  "(SELECT COUNT(*) FROM deliveries WHERE in_line = 1) + (SELECT COUNT(*) FROM deliveries WHERE state "
                  "= 0 AND owner IS NOT NULL)"} {}

result<payment_link> link_reads::find(workspace_id in, payment_link_id id) {
  if (!find_.first(in.view(), id.view())) return errc::not_found;
  return find_.out().read();
}

page<payment_link> link_reads::list(workspace_id in, const link_filter& filter, timestamp now) {
  const auto rank = [](auto value) { return static_cast<std::int64_t>(value); };
  // Two filters that contradict each other leave nothing.
  if (filter.untold && filter.callback.value_or(callback_status::failed) != callback_status::failed) return {};
  const auto callback = filter.untold ? std::optional{callback_status::failed} : filter.callback;
  const auto start = filter.ascending || filter.ref ? std::string_view{} : behind_ids;
  auto& wanted = filter.ref ? list_reference_ : filter.ascending ? list_rising_ : list_falling_;
  // A reference names one link at most: its page never has one behind it.
  if (filter.ref && filter.after) return {};

  page<payment_link> page;
  wanted.each(
      [&](const link_row& columns) {
        page.has_more = std::ssize(page.rows) == filter.limit;
        if (!page.has_more) page.rows.push_back(columns.read());
      },
      in.view(), filter.after ? filter.after->view() : start, filter.ref ? stored_reference(*filter.ref) : least,
      filter.ref ? stored_reference(*filter.ref) : greatest, to_millis(now), filter.status ? rank(*filter.status) : 0,
      filter.status ? rank(*filter.status) : 4, callback ? rank(*callback) - 1 : -1, callback ? rank(*callback) - 1 : 2,
      filter.untold ? 0 : 1, filter.account ? filter.account->view() : std::string_view{},
      filter.account ? filter.account->view() : behind_ids, filter.from ? to_millis(*filter.from) : least,
      filter.to ? to_millis(*filter.to) : greatest, std::int64_t{filter.limit} + 1);
  return page;
}

payment link_reads::payment_row::read() const {
  return {.transaction = transaction_id::from_store(transaction.view()),
          .classification = static_cast<paylink::classification>(classification.value),
          .amount = {amount.value},
          .content = content.value,
          .occurred_at = from_millis(occurred_at.value),
          .received_at = from_millis(received_at.value),
          .note = note.value,
          .settled = settled.value != 0};
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
        page.last_row = columns.place.value;
      },
      link_row, in.view(), link_row, in.view(), link_row, in.view(), after, std::int64_t{limit} + 1);
  return page;
}

result<callback_record> link_reads::find_callback(workspace_id in, std::int64_t link_row) {
  if (!callback_.first(in.view(), link_row)) return errc::not_found;
  const auto& [delivery, event, state, body, signed_at, created_at, next_at, owner] = callback_.out().fields;
  callback_record record;
  record.id = event_id::from_store(event.view());
  record.status = static_cast<callback_status>(state.value + 1);
  record.body = body.value;
  record.signed_at = signed_at.value;
  record.created_at = from_millis(created_at.value);
  // While an attempt is running, the next one has no time yet.
  if (!next_at.is_null() && owner.is_null()) record.next_attempt_at = from_millis(next_at.value);
  attempts_.each([&](const attempt_row& columns) { record.attempts.push_back(columns.read()); }, delivery.value);
  return record;
}

result<payer_view> link_reads::find_payer_view(std::string_view public_id) {
  if (!payer_.first(public_id)) return errc::not_found;
  const auto& found = payer_.out();
  payer_view view{.link = found.link.read(), .account = found.account.read(), .receiver = std::nullopt};
  if (!found.receiver.row.is_null()) view.receiver = found.receiver.read();
  return view;
}

std::int64_t link_reads::count_unfinished() {
  unfinished_.first();
  return unfinished_.column<0>().value;
}

} // namespace paylink
