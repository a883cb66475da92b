#pragma once
#include "domain/deliveries/endpoint_trouble.hpp"
#include "persistence/deliveries/webhook_watch.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <boost/json/array.hpp>
#include <map>
#include <unordered_set>

namespace paylink {

/// Tracks failing endpoints and writes their notices, in the transaction that stores the outcomes. An acknowledgement
/// needs no statement unless its endpoint is known to fail: the writer keeps those in memory, and rereads them now and
/// then, since other nodes write them too.
class endpoint_watch {
public:
  endpoint_watch(soci::session& session, dialect spoken, webhook_watch& webhooks);

  /// Reads which endpoints are failing, unless this was done recently.
  void refresh(timestamp now);
  bool is_ready() const { return refreshed_at_.has_value(); }
  /// A transaction was rolled back: the memory may contain its changes.
  void forget();

  /// Outcomes of the running transaction, in order; `settle` writes their consequences.
  void observe(const record_attempt& command, const delivery::life& life);
  void observe_failure(std::int64_t delivery_row);
  void settle(timestamp now);

  /// Writes the notices of failures whose hour is over, and removes endpoints that can be forgotten.
  void settle_hours(timestamp now);

private:
  using key = std::pair<std::string, std::string>; ///< Workspace and `trouble_name`.
  struct observation {
    std::int64_t failed_row = 0; ///< The failed delivery; 0: a delivery to `endpoint` succeeded.
    key endpoint{};
  };
  struct subject {
    key endpoint;
    failed_delivery failed;
    std::int64_t webhook_row = 0; ///< 0: of a callback.
    delivery_id delivery{};       ///< Of one to a webhook.
  };
  struct kept {
    std::int64_t row = 0;
    key endpoint;
    endpoint_trouble trouble;
  };
  struct trouble_columns {
    static constexpr std::string_view names =
        "f.row, f.workspace_id, f.endpoint, f.began_at, f.failures, f.untold, f.told_at, f.is_failing, f.is_told, "
        "f.last_failed_at, f.failed_by, f.status_code, f.link_id";
    sql_number row;
    sql_text workspace, endpoint;
    sql_number began_at, failures, untold, told_at, is_failing, is_told, last_failed_at, failed_by, status_code;
    sql_text link;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(workspace), visitor(endpoint), visitor(began_at), visitor(failures), visitor(untold);
      visitor(told_at), visitor(is_failing), visitor(is_told), visitor(last_failed_at), visitor(failed_by);
      visitor(status_code), visitor(link);
    }
    kept read() const;
  };

  static std::string name_of(const key& endpoint) { return endpoint.first + ' ' + endpoint.second; }
  void settle_observed(timestamp now);
  std::map<std::int64_t, subject> failed_subjects(timestamp now);
  std::map<key, kept> read(const std::map<std::int64_t, subject>& failed);
  void raise(const kept& about, const std::optional<raised_notice>& raised, timestamp now);
  /// Stores the endpoints' current states and their new notices.
  void write(const std::vector<kept>& changed);

  std::optional<timestamp> refreshed_at_;
  webhook_watch& webhooks_;
  std::unordered_set<std::string> failing_;
  std::vector<observation> observed_;
  boost::json::array raised_;
  statement<sql_row<>, sql_row<sql_text, sql_text>> load_;
  statement<sql_row<sql_text>,
            sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text>>
      subjects_;
  statement<sql_row<sql_text>> begin_;
  statement<sql_row<sql_text>, trouble_columns> read_;
  statement<sql_row<sql_number, sql_number>, trouble_columns> hours_over_;
  statement<sql_row<sql_text>> write_;
  statement<sql_row<sql_text>> raise_;
  statement<sql_row<sql_text>> remove_;
};

} // namespace paylink
