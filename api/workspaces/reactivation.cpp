#include "api/workspaces/reactivation.hpp"

namespace paylink {

write_command reactivation::prepare(read_store&, timestamp) {
  return reactivate_workspace{
      .workspace = workspace_, .entries_max = entries_max_, .suspensions = suspensions_, .by = by_};
}

bool reactivation::take(const write_reply& reply) {
  const auto& portion = std::get<reactivated_portion>(reply);
  suspensions_ = portion.suspensions;
  return !portion.is_active;
}

} // namespace paylink
