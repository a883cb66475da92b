#pragma once
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/sql/column_arrays.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/row_insert.hpp"

#include <optional>
#include <span>
#include <vector>

namespace paylink {

/// SQL: the body of a delivery of the table or alias, its own or the one that it shares.
std::string body_of_delivery(const std::string& of);

/// A body that several deliveries share.
struct new_payload {
  std::size_t place = 0; ///< Among the batch's payloads.
  std::string_view subject, body;
};

inline constexpr auto payload_columns = columns_of<new_payload>(
    new_column{"place", [](const new_payload& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"subject_id", [](const new_payload& one) { return one.subject; }},
    new_column{"body", [](const new_payload& one) { return one.body; }});
static_assert(payload_columns.has_each_once());

/// Deliveries of one event with equal bodies, which are stored once.
struct shared_payload {
  std::vector<new_delivery*> of;
};

/// Stores the bodies that deliveries share, and removes those that none needs any more, on the writer's connection. A
/// delivery whose body no other has keeps it in its own row.
class delivery_payloads {
public:
  delivery_payloads(soci::session& session, dialect spoken);

  /// Adds those of deliveries that one entry raises.
  static void find_shared(std::span<new_delivery> raised, std::vector<shared_payload>& into);
  /// Stores them, and notes their rows in their deliveries. Call it before these are stored.
  void store(const std::vector<shared_payload>& shared);
  /// Both, for the deliveries of one event.
  void share(std::span<new_delivery> raised);

  /// The payloads of stored deliveries, locked until the transaction ends. `deliveries` is a JSON array of rows.
  std::vector<std::int64_t> hold(const std::string& deliveries);
  /// Removes those of them that no delivery refers to any more.
  void drop_unused(const std::vector<std::int64_t>& held);

private:
  std::optional<row_insert<sql_row<sql_text, sql_text>>> insert_; ///< On SQLite.
  std::optional<statement<column_arrays<payload_columns>::parameters, sql_row<sql_number, sql_number>>> insert_all_;
  statement<sql_row<sql_text>, sql_row<sql_number>> hold_;
  statement<sql_row<sql_text>> drop_;
};

} // namespace paylink
