#include "persistence/lives/clock_marks.hpp"

namespace paylink {

clock_marks::clock_marks(soci::session& session, dialect spoken)
    : newest_{session, "SELECT newest FROM clock_marks WHERE row = 1"},
      next_end_{session, "SELECT MIN(expires_at) FROM link_expiries"},
      owner_{session, "SELECT owner_id FROM workspaces WHERE id = :id"},
      leave_{session, "UPDATE clock_marks SET newest = :newest WHERE row = (SELECT row FROM clock_marks WHERE row = 1" +
                          std::string{pick_rows(spoken)} + ")"} {}

std::optional<timestamp> clock_marks::newest() {
  if (!newest_.first() || newest_.column<0>().is_null()) return std::nullopt;
  return from_millis(newest_.column<0>().value);
}

bool clock_marks::has_open_links() { return next_end_.first() && !next_end_.column<0>().is_null(); }

std::optional<user_id> clock_marks::owner_of(workspace_id of) {
  if (!owner_.first(of.view())) return std::nullopt;
  return user_id::from_store(owner_.column<0>().view());
}

void clock_marks::leave(timestamp now) { leave_.run(to_millis(now)); }

} // namespace paylink
