#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/sql/dialect.hpp"

#include <memory>
#include <soci/soci.h>

namespace paylink::checks {

/// What only one of the databases has to be asked.
using own_walks = std::function<std::vector<std::unique_ptr<walk>>(soci::session&)>;

/// The doctor of either database, on a connection that reads.
class examination final : public doctor {
public:
  /// `connect` refuses a schema of another version. Throws `database_error`, as it does if the connection fails.
  examination(dialect spoken, doctor_context context, const std::function<std::unique_ptr<soci::session>()>& connect,
              const own_walks& own = {});
  ~examination() override;
  diagnosis examine() override;

private:
  const doctor_context context_;
  std::unique_ptr<soci::session> session_;
  std::vector<std::unique_ptr<walk>> walks_;
};

} // namespace paylink::checks
