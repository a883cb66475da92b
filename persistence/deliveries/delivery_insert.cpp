#include "persistence/deliveries/delivery_insert.hpp"

namespace paylink {
namespace {

const sql_row_insert<decltype(delivery_columns)::parameters<sql_number>> insert_delivery_sql{[](dialect) {
  return "INSERT INTO deliveries (" + delivery_columns.names() + ", transaction_row) VALUES (" +
         delivery_columns.names(":") + ", :transaction_row)";
}};

} // namespace

std::optional<std::int64_t> insert_delivery(connection& db, const new_delivery& made, std::int64_t transaction_row) {
  return delivery_columns.with_values(made, [&](const auto&... values) {
    return db.insert(insert_delivery_sql, values..., row_or_null(transaction_row));
  });
}

} // namespace paylink
