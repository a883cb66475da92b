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
    static std::string select(dialect spoken);

    number_column<"x.row"> row;
    number_column<"x.kind"> kind;
    text_column<"x.workspace_id"> workspace;
    text_column<"x.event_id"> event;
    text_column<"x.url"> url;
    text_column<"x.destination"> destination;
    text_column<"x.body"> body;
    number_column<"x.signed_at"> signed_at;
    text_column<"x.signature"> signature;
    text_column<"x.key_id"> key_id;
    text_column<"k.sealed"> sealed;
    text_column<"l.id"> link;
    text_column<"l.public_id"> public_id;
    number_column<"l.reference"> reference;
    text_column<"t.id"> transaction;
    number_column<"t.amount"> amount;
    number_column<"x.purged"> purged;
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
