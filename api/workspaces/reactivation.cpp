#include "api/workspaces/reactivation.hpp"

namespace paylink {

write_command reactivation::prepare(read_store&, timestamp now) {
  reactivate_workspace portion{.workspace = workspace_, .new_transactions = {}, .suspensions = suspensions_, .by = by_};
  for (std::size_t count = 0; count < entries_max_; ++count)
    portion.new_transactions.push_back(transaction_id::make(now, random_));
  return portion;
}

bool reactivation::take(const write_reply& reply) {
  const auto& portion = std::get<reactivated_portion>(reply);
  suspensions_ = portion.suspensions;
  return !portion.is_active;
}

} // namespace paylink
