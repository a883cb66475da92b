#include "persistence/incarnations/living_nodes.hpp"

#include "persistence/incarnations/own_incarnation.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/sql/postgresql_session.hpp"

#include <soci/soci.h>

namespace paylink {

std::int64_t count_living_nodes(const std::string& url) {
  if (!is_postgresql_address(url)) return 0;
  try {
    const auto session = connect_postgresql(postgresql_address(url));
    long long living = 0;
    const long long silence = std::chrono::milliseconds{silence_max}.count();
    *session << "SELECT COUNT(*) FROM nodes WHERE state < 2 AND seen_at >= "
                "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) - :silence",
        soci::into(living), soci::use(silence, "silence");
    return living;
  } catch (const soci::soci_error& error) {
    std::string buffer;
    throw database_error{"cannot look for the nodes at the PostgreSQL database: " +
                         std::string{loggable_text(error, buffer)}};
  }
}

} // namespace paylink
