#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/keys/sealed_values.hpp"

namespace paylink::checks {

/// Every sealed value, of whatever column, opens with the master keys.
class sealed_walk final : public walk {
public:
  sealed_walk(soci::session& session, dialect spoken, const doctor_context& context)
      : context_{context}, db_{session, spoken} {}
  void go(report& into) override;

private:
  const doctor_context& context_;
  connection db_;
};

} // namespace paylink::checks
