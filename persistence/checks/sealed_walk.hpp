#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/keys/sealed_values.hpp"

namespace paylink::checks {

/// Every sealed value, of whatever column, opens with the master keys.
class sealed_walk final : public walk {
public:
  sealed_walk(soci::session& session, const doctor_context& context) : context_{context}, values_{session} {}
  void go(report& into) override;

private:
  const doctor_context& context_;
  sealed_value_reads values_;
};

} // namespace paylink::checks
