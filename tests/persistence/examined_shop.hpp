#pragma once
#include "persistence/doctor.hpp"
#include "tests/persistence/store_world.hpp"

#include <set>

namespace paylink::test {

/// A sealed value that no master key opens.
inline constexpr std::string_view closed_value = "a.closed";

/// A world with every kind of row that the service makes, and its doctor.
class examined_shop {
public:
  explicit examined_shop(kind where);

  doctor_context context();
  diagnosis examine() { return examine(context()); }
  diagnosis examine(const doctor_context& context) { return world.opened->open_doctor(context)->examine(); }
  /// The names of the checks that have found something.
  std::set<std::string> findings();

  /// Runs SQL that the schema would refuse. `undo` brings back all rows as they were at first.
  void damage(const std::string& sql);
  void undo();

  store_world world;
  payment_link pending, cancelled, matched, resent;
  workspace_id other; ///< Has a signing key, and no money.

private:
  void fill();
  payment_order make_order(std::chrono::milliseconds lifetime = std::chrono::hours{24});
  void fill_with_orders();
  void fill_with_links();
  void fill_with_deliveries();
  void fill_with_notices();
  void fill_with_webhooks();
  void fill_audit_log();
  recorded_attempt record(const delivery_job& job, int status);
  void remember();
  std::string unchecked(const std::string& sql) const;
};

} // namespace paylink::test
