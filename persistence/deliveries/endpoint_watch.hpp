#pragma once
#include "domain/deliveries/endpoint_trouble.hpp"
#include "persistence/deliveries/webhook_watch.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/connection.hpp"

#include <boost/json/array.hpp>
#include <map>
#include <unordered_set>

namespace paylink {

using endpoint_key = std::pair<std::string, std::string>; ///< Workspace and `trouble_name`.

/// The end of a delivery in the running transaction.
struct delivery_end {
  std::int64_t failed_row = 0; ///< The failed delivery; 0: a delivery to `endpoint` succeeded.
  endpoint_key endpoint{};
};

/// An endpoint that fails or has failed, as it is stored.
struct failing_endpoint {
  std::int64_t row = 0;
  endpoint_key endpoint;
  endpoint_trouble trouble;
};

/// Tracks failing endpoints and writes their notices, in the transaction that stores the outcomes. An acknowledgement
/// needs no statement unless its endpoint is known to fail: the writer keeps those in memory, and rereads them now and
/// then, since other nodes write them too.
class endpoint_watch {
public:
  endpoint_watch(connection& db, webhook_watch& webhooks) : db_{db}, webhooks_{webhooks} {}

  /// Reads which endpoints are failing, unless this was done recently.
  void refresh(timestamp now);
  bool is_ready() const { return refreshed_at_.has_value(); }
  /// A transaction was rolled back: the memory may contain its changes.
  void forget();

  /// Outcomes of the running transaction, in order; `settle` writes their consequences.
  void observe(const record_attempt& command, const delivery::progress& progress);
  void observe_failure(std::int64_t delivery_row);
  void settle(timestamp now);

  /// Writes the notices of failures whose hour is over, and removes endpoints that can be forgotten.
  void settle_hours(timestamp now);

private:
  void settle_observed(timestamp now);
  void raise(const failing_endpoint& about, const std::optional<raised_notice>& raised, timestamp now);
  /// Stores the endpoints' current states and their new notices.
  void write(const std::vector<failing_endpoint>& changed);

  connection& db_;
  webhook_watch& webhooks_;
  std::optional<timestamp> refreshed_at_;
  std::unordered_set<std::string> failing_;
  std::vector<delivery_end> observed_;
  boost::json::array raised_;
};

} // namespace paylink
