#include "persistence/links/link_row.hpp"

#include <boost/json.hpp>

namespace paylink {
namespace {

// The numbers on disk are those of the enumerations: an enumeration may grow at its end, and nowhere else.
static_assert(static_cast<int>(link_status::cancelled) == 4 && static_cast<int>(link_status::succeeded) == 1);
static_assert(static_cast<int>(failure_reason::workspace_deleted) == 2);
static_assert(static_cast<int>(creator::kind::api_token) == 1);
// `link_row::callback_column` computes these.
static_assert(static_cast<int>(callback_status::none) == 0 && static_cast<int>(callback_status::pending) == 1 &&
              static_cast<int>(callback_status::sending) == 2 && static_cast<int>(callback_status::failed) == 4);

const sql_statement<link_row(sql_text, sql_text)> read_link_sql{[](dialect) {
  return "SELECT " + sql_columns<link_row>() + std::string{link_row::tables} +
         "WHERE l.workspace_id = :workspace AND l.id = :id";
}};

constexpr std::int64_t references_of_links = 2'821'109'907'456; // 36^8

std::optional<money> amount_of(const sql_number& column) {
  return column.is_null() ? std::nullopt : std::optional{money{column.value}};
}

std::optional<timestamp> time_in(const sql_number& column) {
  return column.is_null() ? std::nullopt : std::optional{from_millis(column.value)};
}

std::map<std::string, std::string> metadata_of(std::string_view json) {
  std::map<std::string, std::string> metadata;
  if (json == "{}") return metadata;
  const auto parsed = boost::json::parse(json);
  for (const auto& [key, value] : parsed.as_object())
    metadata.emplace(std::string_view{key.data(), key.size()},
                     std::string_view{value.as_string().data(), value.as_string().size()});
  return metadata;
}

} // namespace

std::int64_t stored_reference(const reference& value) {
  return value.kind == reference_kind::order ? references_of_links + value.number : value.number;
}

reference reference_of(std::int64_t stored) {
  if (stored < references_of_links) return {reference_kind::payment_link, stored};
  return {reference_kind::order, stored - references_of_links};
}

payment_link link_row::read() const {
  payment_link link;
  link.row = row.value;
  link.id = payment_link_id::from_store(id.view());
  link.public_id = public_id.value;
  link.workspace = workspace_id::from_store(workspace.view());
  link.account = bank_account_id::from_store(account.view());
  link.virtual_account = virtual_account_id::from_store(virtual_account.view());
  link.reference = reference_of(reference.value);
  link.status = static_cast<link_status>(status.value);
  link.amount = amount_of(amount);
  link.received_amount = amount_of(received_amount);
  link.callback = static_cast<callback_status>(callback.value);
  link.description = description.value;
  link.callback_url = callback_url.value;
  link.redirect_url = redirect_url.value;
  link.metadata = metadata_of(metadata.view());
  link.transaction = transaction_id::from_store(transaction.view());
  link.paid_at = time_in(paid_at);
  link.failure = static_cast<failure_reason>(failure.value);
  link.created_at = from_millis(created_at.value);
  link.expires_at = from_millis(expires_at.value);
  link.closed_at = time_in(closed_at);
  link.created_by = {static_cast<creator::kind>(created_by_type.value), created_by_id.value};
  return link;
}

std::optional<payment_link> read_link(connection& db, workspace_id in, payment_link_id id) {
  auto& found = db[read_link_sql];
  if (!found.first(in.view(), id.view())) return std::nullopt;
  return found.out().read();
}

std::string metadata_to_json(const std::map<std::string, std::string>& metadata) {
  if (metadata.empty()) return "{}";
  boost::json::object made;
  for (const auto& [key, value] : metadata) made[key] = value;
  return boost::json::serialize(made);
}

} // namespace paylink
