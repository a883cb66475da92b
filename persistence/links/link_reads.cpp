#include "persistence/links/link_reads.hpp"

#include "domain/values/sortable_time.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_ids = "~";

std::string from_links(std::string_view columns = link_row::columns) {
  return "SELECT " + std::string{columns} + std::string{link_row::tables};
}

constexpr std::string_view of_workspace = "WHERE l.workspace_id = :workspace";

enum class order { rising, falling, reference };

// An unset filter is a range that includes everything, so that three statements serve every combination. Only the query
// for one reference uses the index of references: queries ordered by id use that of ids.
std::string links_sql(order wanted, std::string_view columns = link_row::columns) {
  return from_links(columns).append(of_workspace) + " AND l.id " + (wanted == order::falling ? "<" : ">") +
         " :after AND l.id " + (wanted == order::falling ? ">=" : "<=") + " :until AND " +
         (wanted == order::reference ? "l.reference = " : "l.reference + 0 >= ") +
         ":reference_min AND l.reference + 0 <= :reference_max AND CASE WHEN l.status = 0 AND l.expires_at <= :now "
         "THEN "
         "3 ELSE l.status END BETWEEN :status_min AND :status_max AND COALESCE(d.state, -1) BETWEEN :callback_min "
         "AND :callback_max AND (:untold = 0 OR (COALESCE(t.settled, 0) = 0 AND NOT EXISTS (SELECT 1 FROM attempts k "
         "WHERE "
         "k.delivery_row = d.row AND k.failed_by = 0) AND COALESCE(d.purged, 0) < 3)) AND a.id BETWEEN :account_min "
         "AND :account_max "
         "AND l.created_at >= :from AND "
         "l.created_at < :to ORDER BY l.id " +
         (wanted == order::falling ? "DESC" : "ASC") + " LIMIT :limit";
}

// Callbacks still being sent will end by themselves, unpaid links have none, and what has no body cannot be sent.
constexpr std::string_view resendable_columns = "l.id, l.row, CASE WHEN d.purged = 0 THEN d.state ELSE 0 END";

std::string count_sql(order wanted) {
  return "SELECT COUNT(*), COUNT(CASE WHEN state > 0 AND purged = 0 THEN 1 END) FROM (" +
         links_sql(wanted, "l.id, d.state, d.purged") + ") AS matched";
}

// A link's history in the order of recording; it only grows, so a position in it stays valid.
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
    "SELECT row, event_id, state, url, body, signed_at, signature, agent, brand, attempt, created_at, next_at, "
    "lease_until, finished_at, purged FROM deliveries WHERE workspace_id = :workspace AND link_row = :link";

std::string payer_sql() {
  return "SELECT " + std::string{link_row::columns} + ", " + std::string{account_row::columns} + ", " +
         std::string{virtual_account_row::columns} +
         ", (SELECT x.amount FROM transactions x WHERE x.link_row = l.row AND x.classification > 1 AND "
         "x.classification IN (2, 5) ORDER BY x.row DESC LIMIT 1), w.deleted_at" +
         std::string{link_row::tables} + "JOIN workspaces w ON w.id = l.workspace_id WHERE l.public_id = :public_id";
}

/// A link's id is made before the link is stored, by another clock maybe.
constexpr std::chrono::hours id_apart{24};
/// The last time that ids can have.
constexpr timestamp greatest_made_at{std::chrono::milliseconds{0xffff'ffff'ffff}};

/// Between which ids the links are that were created between two times.
struct id_span {
  std::string first, last{behind_ids};

  id_span(std::optional<timestamp> from, std::optional<timestamp> to) {
    const auto is_of_id = [](timestamp at) { return at > timestamp{} + id_apart && at < greatest_made_at - id_apart; };
    if (from && is_of_id(*from)) first = "pl_" + sortable_time(*from - id_apart);
    if (to && is_of_id(*to)) last = "pl_" + sortable_time(*to + id_apart);
  }
};

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

link_reads::link_reads(soci::session& session, dialect spoken)
    : session_{session}, spoken_{spoken}, find_{session, from_links().append(of_workspace) + " AND l.id = :id"},
      list_rising_{session, links_sql(order::rising)}, list_falling_{session, links_sql(order::falling)},
      list_reference_{session, links_sql(order::reference)},
      resendable_{session, links_sql(order::rising, resendable_columns)},
      resendable_reference_{session, links_sql(order::reference, resendable_columns)},
      counted_{session, count_sql(order::rising)}, counted_reference_{session, count_sql(order::reference)},
      payments_rising_{session, payments_sql(order::rising)}, payments_falling_{session, payments_sql(order::falling)},
      callback_{session, callback_sql},
      attempts_{session, "SELECT " + std::string{attempt_row::columns} +
                             " FROM attempts WHERE delivery_row = :row ORDER BY number"},
      rounds_{session, round_row::select}, payer_{session, payer_sql()},
      reference_of_{session, "SELECT reference FROM payment_links WHERE public_id = :public_id AND workspace_id = "
                             ":workspace"},
      // Three counts, each from its partial index alone.
      unfinished_{session,
                  "SELECT (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_line = 0) + "
                  "(SELECT COUNT(*) FROM deliveries WHERE in_line = 1) + (SELECT COUNT(*) FROM deliveries WHERE state "
                  "= 0 AND owner IS NOT NULL)"} {}

result<payment_link> link_reads::find(workspace_id in, payment_link_id id) {
  if (!find_.first(in.view(), id.view())) return errc::not_found;
  return find_.out().read();
}

template <class Out, class Use>
void link_reads::ask(filtered<Out>& wanted, workspace_id in, const link_filter& filter, timestamp now,
                     std::int64_t limit, Use use) {
  const auto rank = [](auto value) { return static_cast<std::int64_t>(value); };
  // Contradictory filters match nothing.
  if (filter.untold && filter.callback.value_or(callback_status::failed) != callback_status::failed) return;
  // A reference names one link at most, so there is no next page.
  if (filter.ref && filter.after) return;
  const auto callback = filter.untold ? std::optional{callback_status::failed} : filter.callback;
  const id_span created{filter.from, filter.to};
  const bool is_rising = filter.ascending || filter.ref;
  const std::string_view from = is_rising ? created.first : created.last,
                         until = is_rising ? created.last : created.first;
  const auto after = filter.after ? filter.after->view() : from;
  wanted.each(use, in.view(), is_rising ? std::max(after, from) : std::min(after, from), until,
              filter.ref ? stored_reference(*filter.ref) : least, filter.ref ? stored_reference(*filter.ref) : greatest,
              to_millis(now), filter.status ? rank(*filter.status) : 0, filter.status ? rank(*filter.status) : 4,
              callback ? rank(*callback) - 1 : -1, callback ? rank(*callback) - 1 : 2, filter.untold ? 1 : 0,
              filter.account ? filter.account->view() : std::string_view{},
              filter.account ? filter.account->view() : behind_ids, filter.from ? to_millis(*filter.from) : least,
              filter.to ? to_millis(*filter.to) : greatest, limit);
}

std::optional<link_filter> link_reads::resolve(workspace_id in, link_filter filter) {
  if (!filter.public_id) return filter;
  if (!reference_of_.first(*filter.public_id, in.view())) return std::nullopt;
  const auto named = reference_of(reference_of_.column<0>().value);
  if (filter.ref && *filter.ref != named) return std::nullopt;
  filter.ref = named;
  return filter;
}

// A search by reference finds one link, which is a whole page.
std::optional<list_plan> link_reads::plan_of(const link_filter& filter) const {
  if (spoken_ != dialect::postgresql || filter.ref) return std::nullopt;
  return list_plan::in_order;
}

page<payment_link> link_reads::list(workspace_id in, const link_filter& asked, timestamp now) {
  const auto resolved = resolve(in, asked);
  if (!resolved) return {};
  const auto& filter = *resolved;
  auto& wanted = filter.ref ? list_reference_ : filter.ascending ? list_rising_ : list_falling_;
  page<payment_link> page;
  const planned_list planned{session_, plan_of(filter)};
  ask(wanted, in, filter, now, std::int64_t{filter.limit} + 1, [&](const link_row& columns) {
    page.has_more = std::ssize(page.rows) == filter.limit;
    if (!page.has_more) page.rows.push_back(columns.read());
  });
  return page;
}

resend_counts link_reads::count_resendable(workspace_id in, const link_filter& filter, timestamp now) {
  resend_counts counts{.counted_at = now};
  const auto resolved = resolve(in, filter);
  if (!resolved) return counts;
  auto whole = *resolved;
  whole.ascending = true;
  ask(whole.ref ? counted_reference_ : counted_, in, whole, now, greatest, [&](const auto& columns) {
    counts.matched = column_at<0>(columns).value;
    counts.queued = column_at<1>(columns).value;
  });
  return counts;
}

resend_portion link_reads::list_resendable(workspace_id in, const link_filter& filter, timestamp now) {
  resend_portion portion;
  const auto resolved = resolve(in, filter);
  if (!resolved) return portion;
  auto rising = *resolved;
  rising.ascending = true;
  payment_link_id last;
  const planned_list planned{session_, plan_of(rising)};
  ask(rising.ref ? resendable_reference_ : resendable_, in, rising, now, std::int64_t{filter.limit} + 1,
      [&](const auto& columns) {
        const auto& [id, row, state] = columns.fields;
        if (portion.matched == filter.limit) {
          portion.more_after = last;
          return;
        }
        ++portion.matched;
        last = payment_link_id::from_store(id.view());
        if (state.value > 0) portion.link_rows.push_back(row.value);
      });
  return portion;
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
