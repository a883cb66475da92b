#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/bulk_credits.hpp"
#include "persistence/credits/new_transaction.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/plans/open_month.hpp"
#include "persistence/sql/column_arrays.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/transactions/transaction_writes.hpp"

#include <boost/json.hpp>

namespace paylink {
namespace {

namespace json = boost::json;

/// A transaction of a batch.
struct bulk_transaction {
  std::size_t place = 0; ///< In the batch.
  new_transaction made;
  std::string_view owner_id; ///< Who pays for it.
  bool completes_link = false;
  std::int64_t turn = 0; ///< Among equal transfers.

  operator const new_transaction&() const { return made; }
};

constexpr auto bulk_transaction_columns = transaction_columns.within<bulk_transaction>(
    new_column{"place", [](const bulk_transaction& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"owner_id", [](const bulk_transaction& one) { return one.owner_id; }},
    new_column{"completes", [](const bulk_transaction& one) { return std::int64_t{one.completes_link}; }},
    new_column{"transfer_turn", [](const bulk_transaction& one) { return one.turn; }});
static_assert(bulk_transaction_columns.has_each_once());

/// A delivery that a transaction of a batch raises.
struct bulk_delivery {
  std::size_t place = 0;  ///< Among the batch's deliveries.
  std::size_t credit = 0; ///< The transaction's place.
  const new_delivery& made;

  operator const new_delivery&() const { return made; }
};

constexpr auto bulk_delivery_columns = delivery_columns.within<bulk_delivery>(
    new_column{"place", [](const bulk_delivery& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"credit", [](const bulk_delivery& one) { return static_cast<std::int64_t>(one.credit); }});
static_assert(bulk_delivery_columns.has_each_once());

// The number of a delivery is drawn first, so that each of a credit's deliveries knows which row is its own.
std::string record_text() {
  const auto transaction = transaction_columns.names(), delivery = delivery_columns.names();
  return "WITH times AS (SELECT CAST(:now AS BIGINT) AS now, " + metered_month(dialect::postgresql) +
         " AS month), wanted AS " + unnested<bulk_transaction_columns>() +
         ", sends AS (SELECT nextval('deliveries_row_seq') AS row, d.* FROM " +
         unnested<bulk_delivery_columns>("sent_") + " AS d), recorded AS (INSERT INTO transactions (" + transaction +
         ", transfer_turn) SELECT " + transaction +
         ", transfer_turn FROM wanted ON CONFLICT DO NOTHING RETURNING row, id), completed AS (UPDATE payment_links l "
         "SET status = 1, received_amount = w.amount, transaction_row = w.recorded, closed_at = (SELECT now FROM "
         "times) FROM (SELECT w.link_row, w.amount, r.row AS recorded FROM wanted w JOIN recorded r ON r.id = w.id "
         "WHERE w.completes <> 0 OFFSET 0) w WHERE l.row = w.link_row AND l.row = ANY (ARRAY(SELECT link_row FROM "
         "wanted WHERE completes <> 0)) AND (l.status = 0 AND l.expires_at > (SELECT now FROM times)) IS TRUE "
         "RETURNING l.row), sent AS (INSERT INTO deliveries (row, transaction_row, " +
         delivery + ") OVERRIDING SYSTEM VALUE SELECT d.row, r.row, " + delivery_columns.names("d.") +
         " FROM sends d JOIN wanted w ON w.place = d.credit JOIN recorded r ON r.id = w.id RETURNING row), counted "
         "AS (INSERT INTO usage (owner_id, month, transaction_row) SELECT w.owner_id, (SELECT month FROM times), r.row "
         "FROM wanted w JOIN recorded r ON r.id = w.id) SELECT w.place, r.row, c.row, d.place, s.row FROM wanted w "
         "LEFT JOIN recorded r ON r.id = w.id "
         "LEFT JOIN completed c ON w.completes <> 0 AND c.row = w.link_row "
         "LEFT JOIN sends d ON d.credit = w.place LEFT JOIN sent s ON s.row = d.row";
}

using recorded_row = sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>;
const sql_statement<recorded_row(
    joined_row<sql_row<sql_number, sql_text>, column_arrays<bulk_transaction_columns>::parameters,
               column_arrays<bulk_delivery_columns>::parameters>)>
    record_entries_sql{[](dialect spoken) { return on_server(spoken, record_text()); }};

const sql_statement<void(sql_text)> insert_balances_sql{[](dialect spoken) {
  return std::string{choose(spoken, "",
                            "INSERT INTO transaction_balances (transaction_row, dong) SELECT row, dong FROM "
                            "json_to_recordset(CAST(:balances AS json)) AS w (row BIGINT, dong BIGINT)")};
}};

const sql_statement<void(sql_text)> insert_texts_sql{[](dialect spoken) {
  return std::string{choose(spoken, "",
                            "INSERT INTO transaction_texts (transaction_row, content) SELECT row, content FROM "
                            "json_to_recordset(CAST(:texts AS json)) AS w (row BIGINT, content TEXT)")};
}};

const sql_statement<sql_row<sql_number>(sql_text)> pair_transactions_sql{[](dialect spoken) {
  return std::string{
      choose(spoken, "",
             "WITH wanted AS (SELECT * FROM json_to_recordset(CAST(:pairs AS json)) AS w (place INT, row BIGINT, "
             "source TEXT COLLATE \"C\")) UPDATE transactions t SET paired_source_id = w.source FROM wanted w WHERE "
             "t.row = w.row AND t.row = ANY (ARRAY(SELECT row FROM wanted)) AND (t.paired_source_id IS NULL) IS TRUE "
             "RETURNING w.place")};
}};

bulk_transaction bulk_row_of(const bulk_credit& one, std::size_t place, timestamp now) {
  return {.place = place,
          .made = {.command = *one.asked.command,
                   .classified = one.classified,
                   .link_row = one.link_row,
                   .order_row = one.order ? one.order->row : 0,
                   .print = one.print,
                   .received_at = now,
                   .repeated_by = one.repeated_by},
          .owner_id = one.owner.view(),
          .completes_link = one.completes_link(),
          .turn = one.turn};
}

void store_bulk_payloads(writing& at, std::span<bulk_credit* const> credits) {
  std::vector<shared_payload> shared;
  for (auto* one : credits)
    if (one->raised.size() > 1) delivery_payloads::find_shared(one->raised, shared);
  at.payloads.store(shared);
}

void count_bulk_credit(writing& at, const bulk_credit& one) {
  const auto& command = *one.asked.command;
  at.tally.count_transaction(command.workspace, command.entry, one.classified, at.when.now);
  if (one.completes_link()) at.tally.count_links(command.workspace, link_status::succeeded, at.when.now);
}

void complete_bulk_orders(writing& at, std::span<bulk_credit* const> credits) {
  std::vector<order_settling::completed_order> completed;
  for (const auto* one : credits)
    if (one->completes_order()) completed.push_back({one->order->row, one->asked.command->entry.amount, one->row});
  order_settling::complete_all(at.db, completed, at.when.now);
}

void store_balances(writing& at, std::span<bulk_credit* const> credits) {
  json::array rows;
  for (const auto* one : credits) {
    const auto& balance = one->asked.command->entry.balance_after;
    if (balance) rows.push_back(json::object{{"row", one->row}, {"dong", *balance}});
  }
  if (!rows.empty()) at.db[insert_balances_sql].run(json::serialize(rows));
}

void store_whole_texts(writing& at, std::span<bulk_credit* const> credits) {
  json::array rows;
  for (const auto* one : credits) {
    const auto text = text_beside(one->asked.command->entry);
    if (!text.empty()) rows.push_back(json::object{{"row", one->row}, {"content", text}});
  }
  if (!rows.empty()) at.db[insert_texts_sql].run(json::serialize(rows));
}

void answer_recorded(bulk_credit& one, bulk_replies& given) {
  recorded_entry reply;
  reply.transaction = one.asked.command->new_transaction;
  reply.classified = one.classified;
  reply.public_id = std::move(one.public_id);
  reply.link = one.link;
  if (one.order) reply.order = one.order->id;
  for (auto& delivery : one.raised) {
    ensure(delivery.job.row != 0, "a delivery is stored with the credit that raises it");
    reply.add(std::move(delivery.job), delivery.is_due);
  }
  given[one.asked.place] = write_reply{std::move(reply)};
}

recorded_entry duplicate_of(transaction_id first, std::optional<classification> classified) {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = first;
  reply.classified = classified;
  return reply;
}

} // namespace

void record_credits(writing& at, std::span<bulk_credit* const> credits, bulk_replies& given) {
  column_arrays<bulk_transaction_columns> rows;
  column_arrays<bulk_delivery_columns> deliveries;
  std::vector<new_delivery*> raised;
  store_bulk_payloads(at, credits);
  for (std::size_t i = 0; i < credits.size(); ++i) {
    rows.add(bulk_row_of(*credits[i], i, at.when.now));
    for (auto& delivery : credits[i]->raised) {
      deliveries.add({.place = raised.size(), .credit = i, .made = delivery});
      raised.push_back(&delivery);
    }
  }
  PAYLINK_FAILPOINT(before_bulk_credits);
  // A row for each delivery of a credit, and one for a credit without any.
  const auto note = [&](const auto& columns) {
    const auto& [place, transaction_row, completed_link, delivery, delivery_row] = columns.fields;
    auto& one = *credits[static_cast<std::size_t>(place.value)];
    // Another node has recorded the entry since it was looked up, or an equal transfer: the whole batch sees it the
    // next time.
    if (transaction_row.is_null()) throw write_conflict{};
    ensure(!one.completes_link() || !completed_link.is_null(), "a completing credit finds its link pending");
    one.row = transaction_row.value;
    if (!delivery_row.is_null()) raised[static_cast<std::size_t>(delivery.value)]->job.row = delivery_row.value;
  };
  rows.with_parameters([&](const auto&... recorded) {
    deliveries.with_parameters([&](const auto&... sent) {
      at.db[record_entries_sql].each(note, to_millis(at.when.now), vietnam_month(at.when.now), recorded..., sent...);
    });
  });
  PAYLINK_FAILPOINT(after_bulk_credits);
  complete_bulk_orders(at, credits);
  store_balances(at, credits);
  store_whole_texts(at, credits);
  for (auto* one : credits) {
    count_bulk_credit(at, *one);
    answer_recorded(*one, given);
  }
  // Few texts look like a reference but match none: only these cost a statement each.
  for (const auto* one : credits)
    if (one->link_row == 0 && !one->order) at.transactions.note_near_miss(*one->asked.command, one->row);
}

void store_pairs(writing& at, std::span<bulk_credit* const> credits, bulk_replies& given) {
  json::array rows;
  for (const auto* one : credits) {
    given[one->asked.place] = write_reply{duplicate_of(one->first, one->classified)};
    // Transactions of this batch already contain their pair.
    if (one->first_row != 0)
      rows.push_back(json::object{
          {"place", one->asked.place}, {"row", one->first_row}, {"source", one->asked.command->entry.bank_reference}});
  }
  if (rows.empty()) return;
  std::size_t stored = 0;
  at.db[pair_transactions_sql].each([&](const auto&) { ++stored; }, json::serialize(rows));
  // Another node has paired one of them meanwhile.
  if (stored != rows.size()) throw write_conflict{};
  PAYLINK_FAILPOINT(after_bulk_pairs);
}

} // namespace paylink
