#include "persistence/sql/list_plan.hpp"

namespace paylink {
namespace {

struct switching {
  const char *there, *back;
};

const switching& switching_to(list_plan plan) {
  static constexpr switching for_values{"SET plan_cache_mode = force_custom_plan",
                                        "SET plan_cache_mode = force_generic_plan"};
  static constexpr switching in_order{
      "SELECT set_config('enable_bitmapscan', 'off', false), set_config('enable_sort', 'off', false)",
      "SELECT set_config('enable_bitmapscan', 'on', false), set_config('enable_sort', 'on', false)"};
  return plan == list_plan::for_values ? for_values : in_order;
}

} // namespace

planned_list::planned_list(soci::session& session, std::optional<list_plan> wanted) : session_{session}, plan_{wanted} {
  if (plan_) session_ << switching_to(*plan_).there;
}

planned_list::planned_list(connection& db, list_plan wanted)
    : planned_list{db.session(), choose(db.spoken(), std::optional<list_plan>{}, std::optional{wanted})} {}

planned_list::~planned_list() {
  if (!plan_) return;
  try {
    session_ << switching_to(*plan_).back;
  } catch (const soci::soci_error&) { // the connection is gone, and its successor begins as it should
  }
}

} // namespace paylink
