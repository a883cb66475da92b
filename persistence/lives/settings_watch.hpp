#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Compares the fingerprints that lives have stored of their settings, on the writer's connection: logs which nodes
/// differ in what, and shows in `/readyz` if this one differs in what makes verdicts.
class settings_watch {
public:
  settings_watch(soci::session& session, const store_context& context);

  /// `differ`: not all lives since `limit` have the same fingerprints.
  void look(bool differ, timestamp limit);

private:
  void tell(std::vector<odd_node> odd);

  const store_context& context_;
  std::vector<odd_node> told_;
  statement<sql_row<sql_number>, sql_row<sql_text, sql_text, sql_number, sql_text>> lives_;
};

} // namespace paylink
