#include "persistence/deliveries/endpoint_watch.hpp"

#include "persistence/sql/json_rows.hpp"
#include "persistence/sql/storable_text.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

/// How long the memory may differ from what another node has written.
constexpr std::chrono::seconds refresh_interval{10};
constexpr int hours_limit = 200;

struct trouble_row {
  static std::string select(std::string_view rest) {
    return "SELECT " + sql_columns<trouble_row>() + " FROM failing_endpoints f " + std::string{rest};
  }

  number_column<"f.row"> row;
  text_column<"f.workspace_id"> workspace;
  text_column<"f.endpoint"> endpoint;
  number_column<"f.began_at"> began_at;
  number_column<"f.failures"> failures;
  number_column<"f.unnotified"> unnotified;
  number_column<"f.notified_at"> notified_at;
  number_column<"f.is_failing"> is_failing;
  number_column<"f.is_notified"> is_notified;
  number_column<"f.last_failed_at"> last_failed_at;
  number_column<"f.failed_by"> failed_by;
  number_column<"f.status_code"> status_code;
  text_column<"f.link_id"> link;

  failing_endpoint read() const;
};

const sql_statement<sql_row<sql_text, sql_text>()> list_failing_endpoints_sql{
    "SELECT workspace_id, endpoint FROM failing_endpoints WHERE is_failing = 1"};

const sql_statement<
    sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text>(sql_text)>
    find_failed_deliveries_sql{[](dialect spoken) {
      return "SELECT d.row, d.workspace_id, d.url, l.id, a.failed_by, a.status_code, d.webhook_row, d.event_id, h.id "
             "FROM deliveries d LEFT JOIN payment_links l ON l.row = d.link_row LEFT JOIN webhooks h ON h.row = "
             "d.webhook_row LEFT JOIN attempts a ON a.delivery_row = d.row AND a.number = d.attempt WHERE d.row" +
             std::string{is_among_numbers(spoken)} +
             // A round for a callback that was acknowledged before: its receiver knows about the payment.
             " AND NOT EXISTS (SELECT 1 FROM attempts k WHERE k.delivery_row = d.row AND k.failed_by = 0)";
    }};

std::string endpoints_of_json(dialect spoken) {
  return rows_of_json(spoken, {{"workspace", json_name_type}, {"endpoint", json_name_type}});
}

// Two nodes that see the first failure at the same time wait for each other here. SQLite needs a condition here, or
// parses the rest as that of a join.
const sql_statement<void(sql_text)> begin_troubles_sql{[](dialect spoken) {
  return "INSERT INTO failing_endpoints (workspace_id, endpoint) SELECT w.workspace, w.endpoint FROM " +
         endpoints_of_json(spoken) + " WHERE w.endpoint <> '' ORDER BY w.workspace, w.endpoint ON CONFLICT DO NOTHING";
}};

const sql_statement<trouble_row(sql_text)> find_troubles_sql{[](dialect spoken) {
  return trouble_row::select("JOIN " + endpoints_of_json(spoken) +
                             " ON f.workspace_id = w.workspace AND f.endpoint = w.endpoint ORDER BY f.workspace_id, "
                             "f.endpoint" +
                             choose(spoken, "", " FOR UPDATE OF f"));
}};

const sql_statement<trouble_row(sql_number, sql_number)> find_hours_over_sql{[](dialect spoken) {
  return trouble_row::select(
      "WHERE f.notified_at <= :hour_ago AND (f.unnotified > 0 OR f.is_failing = 0 OR f.last_failed_at < "
      ":life_ago) ORDER BY f.notified_at LIMIT " +
      std::to_string(hours_limit) + std::string{pick_rows(spoken)});
}};

const sql_statement<void(sql_text)> store_troubles_sql{[](dialect spoken) {
  return "UPDATE failing_endpoints AS f SET began_at = w.began_at, failures = w.failures, unnotified = w.unnotified, "
         "notified_at = "
         "w.notified_at, is_failing = w.is_failing, is_notified = w.is_notified, last_failed_at = w.last_failed_at, "
         "failed_by = "
         "w.failed_by, status_code = w.status_code, link_id = w.link FROM " +
         rows_of_json(spoken, {{"row", "BIGINT"},
                               {"began_at", "BIGINT"},
                               {"failures", "BIGINT"},
                               {"unnotified", "BIGINT"},
                               {"notified_at", "BIGINT"},
                               {"is_failing", "SMALLINT"},
                               {"is_notified", "SMALLINT"},
                               {"last_failed_at", "BIGINT"},
                               {"failed_by", "SMALLINT"},
                               {"status_code", "INT"},
                               {"link", json_name_type}}) +
         " WHERE f.row = w.row";
}};

const sql_statement<void(sql_text)> raise_notices_sql{[](dialect spoken) {
  return "INSERT INTO notices (workspace_id, kind, endpoint, failures, began_at, last_failed_at, failed_by, "
         "status_code, link_id, is_failing, created_at, next_at) SELECT w.workspace, w.kind, w.endpoint, w.failures, "
         "w.began_at, w.last_failed_at, w.failed_by, w.status_code, w.link, w.is_failing, w.created_at, w.created_at "
         "FROM " +
         rows_of_json(spoken, {{"workspace", json_name_type},
                               {"kind", "SMALLINT"},
                               {"endpoint", json_name_type},
                               {"failures", "BIGINT"},
                               {"began_at", "BIGINT"},
                               {"last_failed_at", "BIGINT"},
                               {"failed_by", "SMALLINT"},
                               {"status_code", "INT"},
                               {"link", json_name_type},
                               {"is_failing", "SMALLINT"},
                               {"created_at", "BIGINT"}});
}};

const sql_statement<void(sql_text)> forget_troubles_sql{
    [](dialect spoken) { return "DELETE FROM failing_endpoints WHERE row" + std::string{is_among_numbers(spoken)}; }};

/// A delivery that has failed, and where.
struct failed_subject {
  endpoint_key endpoint;
  failed_delivery failed;
  std::int64_t webhook_row = 0; ///< 0: of a callback.
  delivery_id delivery{};       ///< Of one to a webhook.
};

void put_failed(json::object& into, const failed_delivery& failed) {
  into["last_failed_at"] = to_millis(failed.at);
  into["failed_by"] = static_cast<int>(failed.failed_by);
  into["status_code"] = failed.status_code;
  into["link"] = failed.link.view();
}

failing_endpoint trouble_row::read() const {
  failing_endpoint one;
  one.row = row.value;
  one.endpoint = {workspace.value, endpoint.value};
  auto& trouble = one.trouble;
  trouble.began_at = from_millis(began_at.value);
  trouble.failures = failures.value;
  trouble.unnotified = unnotified.value;
  if (!notified_at.is_null()) trouble.notified_at = from_millis(notified_at.value);
  trouble.is_failing = is_failing.value != 0;
  trouble.is_notified = is_notified.value != 0;
  trouble.last = {from_millis(last_failed_at.value), static_cast<failure_class>(failed_by.value),
                  static_cast<int>(status_code.value), payment_link_id::from_store(link.view())};
  return one;
}

std::string joined_name(const endpoint_key& endpoint) { return endpoint.first + ' ' + endpoint.second; }

std::map<std::int64_t, failed_subject> find_failed(connection& db, const std::vector<delivery_end>& observed,
                                                   timestamp now) {
  json::array wanted;
  for (const auto& one : observed)
    if (one.failed_row != 0) wanted.emplace_back(one.failed_row);
  std::map<std::int64_t, failed_subject> found;
  if (wanted.empty()) return found;
  db[find_failed_deliveries_sql].each(
      [&](const auto& columns) {
        const auto& [delivery, workspace, url, link, failed_by, status_code, webhook, event, webhook_name] =
            columns.fields;
        // If it has no attempt of its own, the last outcome was lost.
        const auto why = failed_by.is_null() ? failure_class::reset : static_cast<failure_class>(failed_by.value);
        found[delivery.value] = {
            {workspace.value, storable_text(trouble_name(url.value, webhook_id::from_store(webhook_name.view())))},
            {now, why, static_cast<int>(status_code.or_zero()), payment_link_id::from_store(link.view())},
            webhook.or_zero(),
            delivery_id::from_store(event.view())};
      },
      json::serialize(wanted));
  return found;
}

std::map<endpoint_key, failing_endpoint> find_troubles(connection& db, const std::vector<delivery_end>& observed,
                                                       const std::map<std::int64_t, failed_subject>& failed) {
  const auto rows_of = [](const std::map<endpoint_key, bool>& keys) {
    json::array rows;
    for (const auto& [endpoint, has_failed] : keys)
      rows.push_back(json::object{{"workspace", endpoint.first}, {"endpoint", endpoint.second}});
    return rows;
  };
  std::map<endpoint_key, bool> failing, touched;
  for (const auto& [delivery, about] : failed) failing[about.endpoint] = true;
  touched = failing;
  for (const auto& one : observed)
    if (one.failed_row == 0) touched.try_emplace(one.endpoint, false);
  if (!failing.empty()) db[begin_troubles_sql].run(json::serialize(rows_of(failing)));
  std::map<endpoint_key, failing_endpoint> troubles;
  db[find_troubles_sql].each(
      [&](const trouble_row& columns) {
        auto one = columns.read();
        troubles.emplace(one.endpoint, std::move(one));
      },
      json::serialize(rows_of(touched)));
  return troubles;
}

} // namespace

void endpoint_watch::refresh(timestamp now) {
  if (refreshed_at_ && std::chrono::abs(now - *refreshed_at_) < refresh_interval) return;
  failing_.clear();
  db_[list_failing_endpoints_sql].each([&](const auto& columns) {
    failing_.insert(joined_name({column_at<0>(columns).value, column_at<1>(columns).value}));
  });
  refreshed_at_ = now;
}

void endpoint_watch::forget() {
  refreshed_at_.reset();
  observed_.clear();
  raised_.clear();
  webhooks_.forget();
}

void endpoint_watch::observe(const record_attempt& command, const delivery::progress& progress) {
  if (command.judged && command.webhook) {
    webhooks_.observe_judgement(command.webhook, *command.judged, delivery_id::from_store(command.event_id));
    // One mail is enough: that the channel is disabled.
    if (command.judged->disables_channel) return;
  }
  if (std::holds_alternative<delivery::failed>(progress)) return observe_failure(command.row);
  if (std::holds_alternative<delivery::delivered>(progress) && command.webhook && command.webhook->is_failing)
    webhooks_.observe_success(command.webhook->row);
  if (!std::holds_alternative<delivery::delivered>(progress) || (failing_.empty() && observed_.empty())) return;
  const auto webhook = command.webhook ? command.webhook->id : webhook_id{};
  endpoint_key endpoint{command.workspace.text(), storable_text(trouble_name(command.url, webhook))};
  // One that fails in this very batch is not in memory yet.
  if (!observed_.empty() || failing_.contains(joined_name(endpoint))) observed_.push_back({0, std::move(endpoint)});
}

void endpoint_watch::observe_failure(std::int64_t delivery_row) { observed_.push_back({delivery_row, {}}); }

void endpoint_watch::settle(timestamp now) {
  if (!observed_.empty()) settle_observed(now);
  webhooks_.settle(now);
}

void endpoint_watch::settle_observed(timestamp now) {
  const auto failed = find_failed(db_, observed_, now);
  for (const auto& one : observed_) {
    const auto about = failed.find(one.failed_row);
    if (about != failed.end() && about->second.webhook_row != 0)
      webhooks_.observe_failure(about->second.webhook_row, about->second.failed.status_code, about->second.delivery);
  }
  auto troubles = find_troubles(db_, observed_, failed);
  for (const auto& one : observed_) {
    const auto about = failed.find(one.failed_row);
    if (one.failed_row != 0 && about == failed.end()) continue;
    const auto& endpoint = one.failed_row != 0 ? about->second.endpoint : one.endpoint;
    const auto found = troubles.find(endpoint);
    if (one.failed_row != 0) {
      // Another node has forgotten the endpoint since this one found it known.
      if (found == troubles.end()) throw write_conflict{};
      raise(found->second, on_failure(found->second.trouble, about->second.failed, now), now);
      failing_.insert(joined_name(endpoint));
    } else {
      // Another node may have heard of it first.
      if (found != troubles.end() && found->second.trouble.is_failing)
        raise(found->second, on_success(found->second.trouble), now);
      failing_.erase(joined_name(endpoint));
    }
  }
  observed_.clear();
  std::vector<failing_endpoint> changed;
  changed.reserve(troubles.size());
  for (auto& [endpoint, one] : troubles) changed.push_back(std::move(one));
  write(changed);
}

void endpoint_watch::settle_hours(timestamp now) {
  std::vector<failing_endpoint> changed;
  json::array over;
  db_[find_hours_over_sql].each([&](const trouble_row& columns) { changed.push_back(columns.read()); },
                                to_millis(now - notice_interval), to_millis(now - trouble_life));
  for (auto& one : changed) {
    raise(one, on_hour(one.trouble, now), now);
    if (is_over(one.trouble, now)) over.emplace_back(one.row);
  }
  write(changed);
  if (!over.empty()) db_[forget_troubles_sql].run(json::serialize(over));
}

void endpoint_watch::raise(const failing_endpoint& about, const std::optional<raised_notice>& raised, timestamp now) {
  if (!raised) return;
  json::object one{{"workspace", about.endpoint.first},
                   {"kind", static_cast<int>(raised->kind)},
                   {"endpoint", about.endpoint.second},
                   {"failures", raised->failures},
                   {"began_at", to_millis(raised->began_at)},
                   {"is_failing", static_cast<int>(raised->is_failing)},
                   {"created_at", to_millis(now)}};
  put_failed(one, raised->last);
  raised_.push_back(std::move(one));
}

void endpoint_watch::write(const std::vector<failing_endpoint>& changed) {
  json::array rows;
  for (const auto& [number_of_row, endpoint, trouble] : changed) {
    const auto notified_at = trouble.notified_at ? json::value(to_millis(*trouble.notified_at)) : json::value(nullptr);
    json::object one{{"row", number_of_row},
                     {"began_at", to_millis(trouble.began_at)},
                     {"failures", trouble.failures},
                     {"unnotified", trouble.unnotified},
                     {"notified_at", notified_at},
                     {"is_failing", static_cast<int>(trouble.is_failing)},
                     {"is_notified", static_cast<int>(trouble.is_notified)}};
    put_failed(one, trouble.last);
    rows.push_back(std::move(one));
  }
  if (!rows.empty()) db_[store_troubles_sql].run(json::serialize(rows));
  if (!raised_.empty()) db_[raise_notices_sql].run(json::serialize(std::exchange(raised_, {})));
}

} // namespace paylink
