#include "persistence/credits/order_settling.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/invariant.hpp"

#include <boost/json.hpp>

namespace paylink::order_settling {
namespace {

namespace json = boost::json;

struct order_truth {
  number_column<"row"> row;
  number_column<"account_row"> account;
  number_column<"status"> status;
  number_column<"amount"> amount;
  number_column<"expires_at"> expires_at;
  number_column<"reference"> reference;
  text_column<"workspace_id"> workspace;
  text_column<"id"> id;
  text_column<"own_id"> own_id;
  text_column<"customer_email"> customer_email;
  number_column<"created_at"> created_at;

  payment_order read() const {
    payment_order order;
    order.row = row.value;
    order.id = order_id::from_store(id.view());
    order.own_id = own_id.value;
    order.workspace = workspace_id::from_store(workspace.view());
    order.reference = reference_of(reference.value);
    order.status = static_cast<order_status>(status.value);
    order.amount = {amount.value};
    order.customer_email = customer_email.value;
    order.created_at = from_millis(created_at.value);
    order.expires_at = from_millis(expires_at.value);
    return order;
  }
};

std::string order_truth_sql(std::string_view where) {
  return "SELECT " + sql_columns<order_truth>() + " FROM orders WHERE " + std::string{where};
}

const sql_statement<order_truth(sql_number)> find_named_order_sql{
    [](dialect spoken) { return order_truth_sql("reference = :reference") + std::string{pick_rows(spoken)}; }};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> is_order_there_sql{
    "SELECT row FROM orders WHERE reference = :reference AND account_row = :account"};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_number)> complete_order_sql{
    "UPDATE orders SET status = 1, received_amount = :amount, transaction_row = :transaction, closed_at = :now WHERE "
    "row = :row AND status = 0 AND expires_at > :deciding"};

// In the order of their rows, so that two nodes whose batches meet wait for each other in turn; a locked order is
// skipped.
const sql_statement<order_truth(sql_text)> find_named_orders_sql{[](dialect spoken) {
  return order_truth_sql("reference") + std::string{is_among_numbers(spoken)} + " ORDER BY row + 0" +
         std::string{pick_rows(spoken)};
}};

const sql_statement<sql_row<sql_number, sql_number>(sql_text)> are_orders_there_sql{[](dialect spoken) {
  return "SELECT reference, account_row FROM orders WHERE reference" + std::string{is_among_numbers(spoken)};
}};

const sql_statement<void(sql_text, sql_number, sql_number)> complete_orders_sql{[](dialect spoken) {
  return std::string{
      choose(spoken, "",
             "WITH wanted AS (SELECT * FROM json_to_recordset(CAST(:orders AS json)) AS w (row BIGINT, amount BIGINT, "
             "transaction BIGINT)) UPDATE orders o SET status = 1, received_amount = w.amount, transaction_row = "
             "w.transaction, "
             "closed_at = :now FROM wanted w WHERE o.row = w.row AND o.row = ANY (ARRAY(SELECT row FROM wanted)) AND "
             "(o.status "
             "= 0 AND o.expires_at > :deciding) IS TRUE")};
}};

std::int64_t order_key_of(const record_entry& command) { return stored_reference(*command.link); }

std::optional<payment_order> of_entry(payment_order order, std::int64_t account_row, const record_entry& command) {
  if (account_row != command.account_row) return std::nullopt;
  ensure(order.workspace == command.workspace, "an order and its account are of one Workspace");
  order.account = command.account;
  return order;
}

} // namespace

std::optional<payment_order> find(connection& db, const record_entry& command) {
  if (!names_order(command)) return std::nullopt;
  auto& found = db[find_named_order_sql];
  if (!found.first(order_key_of(command))) return std::nullopt;
  return of_entry(found.out().read(), found.out().account.value, command);
}

bool is_held_up(connection& db, const record_entry& command) {
  return has_other_writers(db.spoken()) && names_order(command) &&
         db[is_order_there_sql].first(order_key_of(command), command.account_row);
}

void complete(connection& db, const completed_order& one, timestamp now) {
  const auto completed =
      db[complete_order_sql].run(one.received.dong, one.transaction_row, to_millis(now), one.row, to_millis(now));
  ensure(completed == 1, "a completing credit finds its order pending");
  PAYLINK_FAILPOINT(after_order_completed);
}

batch find_all(connection& db, std::span<const reference> named) {
  batch found;
  if (named.empty()) return found;
  std::set<std::int64_t> wanted;
  for (const auto& one : named) wanted.insert(stored_reference(one));
  const auto all = json::serialize(json::array(wanted.begin(), wanted.end()));
  db[find_named_orders_sql].each(
      [&](const order_truth& columns) {
        found.orders_.emplace(columns.reference.value, std::pair{columns.read(), columns.account.value});
      },
      all);
  // Few credits name an order that does not exist.
  if (found.orders_.size() == wanted.size()) return found;
  db[are_orders_there_sql].each(
      [&](const auto& columns) {
        const auto& [reference, account] = columns.fields;
        if (!found.orders_.contains(reference.value)) found.locked_.emplace(reference.value, account.value);
      },
      all);
  return found;
}

std::optional<payment_order> batch::find(const record_entry& command) const {
  if (!names_order(command)) return std::nullopt;
  const auto found = orders_.find(order_key_of(command));
  if (found == orders_.end()) return std::nullopt;
  return of_entry(found->second.first, found->second.second, command);
}

bool batch::is_held_up(const record_entry& command) const {
  return names_order(command) && locked_.contains({order_key_of(command), command.account_row});
}

void complete_all(connection& db, std::span<const completed_order> all, timestamp now) {
  if (all.empty()) return;
  json::array rows;
  for (const auto& one : all)
    rows.push_back(json::object{{"row", one.row}, {"amount", one.received.dong}, {"transaction", one.transaction_row}});
  const auto completed = db[complete_orders_sql].run(json::serialize(rows), to_millis(now), to_millis(now));
  ensure(completed == std::ssize(all), "each completing credit finds its order pending");
  PAYLINK_FAILPOINT(after_order_completed);
}

} // namespace paylink::order_settling
