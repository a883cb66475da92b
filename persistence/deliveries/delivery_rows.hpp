#pragma once
#include "domain/deliveries/delivery_life.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

struct attempt_row {
  static constexpr std::string_view columns =
      "number, started_at, duration_ms, url, address, hops, status_code, failed_by, final, error, response_headers, "
      "response_body, tls";

  number made, started_at, duration;
  text url, address, hops;
  number status_code, failed_by, final;
  text error, headers, body, tls;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(made), visitor(started_at), visitor(duration), visitor(url), visitor(address), visitor(hops);
    visitor(status_code), visitor(failed_by), visitor(final), visitor(error), visitor(headers), visitor(body),
        visitor(tls);
  }

  attempt read() const;
};

/// A delivery as it is claimed.
struct job_row {
  static constexpr std::string_view columns =
      "row, epoch, attempt, round_start, kind, workspace_id, event_id, url, body, signed_at, signature, agent, brand, "
      "lease_until";

  number row, epoch, attempt, round_start, kind;
  text workspace, event, url, body;
  number signed_at;
  text signature, agent, brand;
  number lease_until;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(epoch), visitor(attempt), visitor(round_start), visitor(kind), visitor(workspace);
    visitor(event), visitor(url), visitor(body), visitor(signed_at), visitor(signature), visitor(agent), visitor(brand),
        visitor(lease_until);
  }

  delivery_job read() const;
};

/// The kind in a delivery's column `kind`.
delivery_kind kind_of(const number& stored);

/// A delivery's status, from its columns and the class of its last attempt's failure.
delivery::life life_of(const number& state, const number& attempt, const number& next_at, const number& lease_until,
                       const number& finished_at, failure_class last_failed_by);

} // namespace paylink
