#include "tests/power/power_cuts.hpp"

#include "tests/support/raw_sql.hpp"
#include "tests/support/until.hpp"

#include <csignal>

namespace paylink::test {

namespace {

/// More than the machine keeps up with: the power is always cut while it writes.
constexpr int credits_a_second = 400;

struct promise {
  const char* broken; ///< What it is when the query says something else.
  const char* sql;
  const char* expected = "0";
};

// What each database knows of its own damage.
const std::vector<promise> sqlite_promises{
    {"the file is damaged", "PRAGMA integrity_check", "ok"},
    {"a row points nowhere", "SELECT COUNT(*) FROM pragma_foreign_key_check"},
};
const std::vector<promise> postgresql_promises{
    {"a table is damaged", "SELECT COUNT(*) FROM pg_class, verify_heapam(oid) WHERE relkind = 'r' AND "
                           "relnamespace = 'public'::regnamespace"},
    // Its findings are errors.
    {"an index is damaged",
     "SELECT COUNT(bt_index_check(i.oid, true)) - COUNT(*) FROM pg_class i JOIN pg_am m ON m.oid = i.relam "
     "WHERE i.relkind = 'i' AND m.amname = 'btree' AND i.relnamespace = 'public'::regnamespace"},
};

// What each of our transactions keeps, and so whatever a cut leaves of them.
const std::vector<promise> our_promises{
    {"a credit is stored twice", "SELECT COUNT(*) - COUNT(DISTINCT source_id) FROM transactions"},
    {"a link is completed twice",
     "SELECT COUNT(*) - COUNT(DISTINCT link_row) FROM transactions WHERE classification = 0"},
    {"a credit completed a link that is not completed by it",
     "SELECT COUNT(*) FROM transactions t JOIN payment_links l ON l.row = t.link_row "
     "WHERE t.classification = 0 AND (l.status <> 1 OR l.transaction_row <> t.row)"},
    {"a completed link is without its credit", "SELECT (SELECT COUNT(*) FROM payment_links WHERE status = 1) - "
                                               "(SELECT COUNT(*) FROM transactions WHERE classification = 0)"},
    {"a completed link is without its callback",
     "SELECT COUNT(*) FROM (SELECT l.row FROM payment_links l WHERE l.status = 1 EXCEPT SELECT link_row FROM "
     "deliveries WHERE webhook_row IS NULL) wrong"},
    {"a callback is not of a completed link",
     "SELECT COUNT(*) FROM (SELECT link_row FROM deliveries WHERE webhook_row IS NULL EXCEPT "
     "SELECT l.row FROM payment_links l WHERE l.status = 1) wrong"},
    {"a link has a second callback",
     "SELECT COUNT(*) - COUNT(DISTINCT link_row) FROM deliveries WHERE webhook_row IS NULL"},
    {"a webhook is not told of a credit",
     "SELECT COUNT(*) FROM (SELECT t.id, w.row FROM transactions t CROSS JOIN webhooks w EXCEPT "
     "SELECT subject_id, webhook_row FROM deliveries WHERE webhook_row IS NOT NULL) wrong"},
    {"a webhook is told of a credit twice, or of none",
     "SELECT (SELECT COUNT(*) FROM deliveries WHERE webhook_row IS NOT NULL) - "
     "(SELECT COUNT(*) FROM transactions) * (SELECT COUNT(*) FROM webhooks)"},
    {"a credit is not metered",
     "SELECT COUNT(*) FROM (SELECT t.row FROM transactions t EXCEPT SELECT transaction_row FROM usage) wrong"},
    {"a credit is metered twice", "SELECT COUNT(*) - COUNT(DISTINCT transaction_row) FROM usage"},
    {"an attempt has a number that was not stored before it",
     "SELECT COUNT(*) FROM attempts a JOIN deliveries d ON d.row = a.delivery_row WHERE a.number > d.attempt"},
};

std::string broken_among(const std::vector<promise>& promises, const std::string& database) {
  for (const auto& each : promises)
    if (const auto said = test::ask_sql(database, each.sql); said != each.expected)
      return std::string{each.broken} + ": " + said;
  return {};
}

std::set<std::string> stored_in(const std::string& database) {
  std::set<std::string> stored;
  for (auto& row : test::run_sql(database, "SELECT source_id FROM transactions")) stored.insert(std::move(row.at(0)));
  return stored;
}

} // namespace

std::string remains::reported() const {
  return std::to_string(lost.size()) + " of " + std::to_string(acknowledged) +
         " acknowledged credits are lost, the first of them acknowledged " + std::to_string(oldest.count()) +
         " ms before the cut" + (fault.empty() ? "" : "; ") + fault;
}

power_cuts::power_cuts(tortured_service::backend on, int cuts, const std::map<std::string, std::string>& environment)
    : on_{on}, under_{on, cuts, {.disk = disk_.root(), .environment = environment}, credits_a_second} {
  if (on == tortured_service::backend::sqlite) return; // whose first bytes are on the disk by our own care
  test::run_sql(under_.service.database_url(), "CREATE EXTENSION amcheck");
  disk_.sync(); // the cluster was made without
}

remains power_cuts::cut() {
  test::pause_for(under_.draw_pause());
  // The processor goes with the disk: ext4 may still report success for a sync that was under way when it was shut
  // down, and on a machine without power nobody would pass that on.
  under_.service.freeze();
  const auto cut_at = std::chrono::steady_clock::now();
  disk_.cut();
  under_.service.end(SIGKILL);
  under_.service.end_database();
  const auto reported = under_.bank->acknowledged();
  disk_.restore();
  remains found;
  try {
    under_.service.start_database();
    look(reported, found);
  } catch (const std::exception& damage) {
    // Of what cannot be read, everything is lost.
    found.lost = reported;
    found.fault = damage.what();
  }
  found.acknowledged = reported.size();
  for (const auto& each : found.lost)
    found.oldest = std::max(found.oldest, std::chrono::duration_cast<std::chrono::milliseconds>(cut_at - each.at));
  return found;
}

void power_cuts::look(const std::vector<acknowledgement>& reported, remains& found) const {
  const auto& database = under_.service.database_url();
  found.fault =
      broken_among(on_ == tortured_service::backend::sqlite ? sqlite_promises : postgresql_promises, database);
  if (found.fault.empty()) found.fault = broken_among(our_promises, database);
  const auto stored = stored_in(database);
  for (const auto& each : reported)
    if (!stored.contains(each.bank_reference)) found.lost.push_back(each);
  found.unnotified = stored.size() - (reported.size() - found.lost.size());
}

} // namespace paylink::test
