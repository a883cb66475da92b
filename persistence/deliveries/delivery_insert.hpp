#pragma once
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/sql/row_insert.hpp"

namespace paylink {

/// Stores single deliveries. (Those of a batch of credits are stored together on PostgreSQL.)
class delivery_insert {
public:
  delivery_insert(soci::session& session, dialect spoken)
      : insert_{session, spoken,
                "INSERT INTO deliveries (" + delivery_columns.names() + ", transaction_row) VALUES (" +
                    delivery_columns.names(":") + ", :transaction_row)"} {}

  /// The new row's number. `transaction_row` is 0 if no transaction has raised it.
  std::optional<std::int64_t> run(const new_delivery& made, std::int64_t transaction_row) {
    return delivery_columns.with_values(
        made, [&](const auto&... values) { return insert_.run(values..., row_or_null(transaction_row)); });
  }

private:
  row_insert<decltype(delivery_columns)::parameters<sql_number>> insert_;
};

} // namespace paylink
