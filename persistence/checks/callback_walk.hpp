#pragma once
#include "persistence/checks/table_walk.hpp"

namespace paylink::checks {

/// A callback's stored bytes: what they say of its link and credit, where they go, and their signature, as long as the
/// key is kept that made it.
class callback_walk final : public walk {
public:
  callback_walk(soci::session& session, dialect spoken, const doctor_context& context);
  void go(report& into) override;

private:
  struct stored_callback {
    sql_number row, kind;
    sql_text workspace, event, url, destination, body;
    sql_number signed_at;
    sql_text signature, key_id, sealed, link, public_id;
    sql_number reference;
    sql_text transaction;
    sql_number amount, purged;
  };
  struct suspect {
    std::int64_t row;
    finding shown;
  };
  std::vector<suspect> look(std::int64_t after, std::int64_t until);
  bool verifies(const stored_callback& stored);

  const doctor_context& context_;
  portions portions_;
  statement<sql_row<sql_number, sql_number>, stored_callback> read_;
};

} // namespace paylink::checks
