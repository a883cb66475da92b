#pragma once
#include "persistence/sql/plan_renewal.hpp"
#include "persistence/sql/query_deadline.hpp"
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// How lists and searches are read: `deadline` is the connection's.
struct list_options {
  std::shared_ptr<query_deadline> deadline{};
  bool has_text_index = false;
};

/// The read side on either database: one connection, reopened after a failure.
class query_store final : public read_store {
public:
  query_store(dialect spoken, connect_reader connect, list_options lists = {});
  ~query_store() override;

  bool is_ready() override;

protected:
  void read(const read_function& find) override;

private:
  struct parts;
  parts& connected();

  dialect spoken_;
  connect_reader connect_;
  list_options lists_;
  std::unique_ptr<soci::session> session_;
  plan_renewal plans_;
  std::unique_ptr<parts> parts_; // after the session: their end needs it
};

} // namespace paylink
