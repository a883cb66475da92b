#include "persistence/checks/examination.hpp"

#include "persistence/checks/audit_walk.hpp"
#include "persistence/checks/callback_walk.hpp"
#include "persistence/checks/counts_walk.hpp"
#include "persistence/checks/sealed_walk.hpp"
#include "persistence/checks/table_walk.hpp"
#include "persistence/checks/usage_walk.hpp"
#include "persistence/store.hpp"

namespace paylink::checks {
namespace {

/// Runs `work`; SOCI's errors become a `database_error`.
template <class Work>
auto explained(Work work) {
  try {
    return work();
  } catch (const soci::soci_error& error) {
    std::string buffer;
    throw database_error{"the database could not be checked completely: " + std::string{loggable_text(error, buffer)}};
  }
}

std::vector<row_check> all_row_checks(dialect spoken, int attempts_max) {
  auto all = link_checks();
  for (auto& more : {order_checks(), transaction_checks(spoken), delivery_checks(attempts_max), plan_checks(spoken),
                     parent_checks()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Everything that both databases are asked. A table whose rows depend on each other, such as a chain of digests, gets
/// a walk of its own here.
std::vector<std::unique_ptr<walk>> all_walks(soci::session& session, dialect spoken, const doctor_context& context) {
  auto walks = walks_of(session, spoken, all_row_checks(spoken, context.attempts_max), context.portion);
  walks.push_back(std::make_unique<usage_walk>(session, spoken, context.portion));
  walks.push_back(std::make_unique<counts_walk>(session, spoken));
  walks.push_back(std::make_unique<callback_walk>(session, spoken, context));
  walks.push_back(std::make_unique<sealed_walk>(session, spoken, context));
  walks.push_back(std::make_unique<audit_walk>(session, context));
  return walks;
}

} // namespace

examination::examination(dialect spoken, doctor_context context,
                         const std::function<std::unique_ptr<soci::session>()>& connect, const own_walks& own)
    : context_{std::move(context)} {
  explained([&] {
    session_ = connect();
    walks_ = all_walks(*session_, spoken, context_);
    if (own)
      for (auto& more : own(*session_)) walks_.push_back(std::move(more));
  });
}

examination::~examination() = default;

diagnosis examination::examine() {
  report made{context_.should_stop};
  explained([&] {
    for (const auto& one : walks_) one->go(made);
  });
  return made.take();
}

} // namespace paylink::checks
