#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Compares the fingerprints that incarnations have stored of their settings, on the writer's connection: logs which
/// nodes differ in what, and shows in `/readyz` if this one differs in what makes verdicts.
class settings_watch {
public:
  settings_watch(connection& db, const store_context& context) : db_{db}, context_{context} {}

  /// `differ`: not all incarnations since `limit` have the same fingerprints.
  void look(bool differ, timestamp limit);

private:
  void tell(std::vector<odd_node> odd);

  connection& db_;
  const store_context& context_;
  std::vector<odd_node> reported_;
};

} // namespace paylink
