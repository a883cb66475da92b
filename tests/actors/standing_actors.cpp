#include "tests/actors/standing_actors.hpp"

namespace paylink::test {

store_actor::behavior_type standing_store(store_actor::stateful_pointer<standing_store_state> self, store_actor real,
                                          const bool* stands_still) {
  return {
      [=](write& request) -> caf::result<written> {
        if (!*stands_still) return self->delegate(real, std::move(request));
        self->state.kept.push_back(self->make_response_promise<written>());
        return self->state.kept.back();
      },
      [](flush_due) {},
      [](retry_due) {},
      [](rest_due) {},
  };
}

reader_actor::behavior_type standing_reader(reader_actor::stateful_pointer<standing_reader_state> self,
                                            reader_actor real, const bool* stands_still) {
  return {
      [=](serve_call& wanted) -> caf::result<void> {
        if (!*stands_still) return self->delegate(real, std::move(wanted));
        self->state.kept.push_back(std::move(wanted));
        return caf::unit;
      },
      [=](locate_account& wanted) -> caf::result<located_account> {
        if (!*stands_still) return self->delegate(real, std::move(wanted));
        self->state.kept_accounts.push_back(self->make_response_promise<located_account>());
        return self->state.kept_accounts.back();
      },
      [=](match_credits& wanted) -> caf::result<matched_credits> { return self->delegate(real, std::move(wanted)); },
      [=](prepare_portion& wanted) -> caf::result<portion_prepared> { return self->delegate(real, std::move(wanted)); },
      [=](check_watchers& wanted) -> caf::result<watchers_checked> { return self->delegate(real, std::move(wanted)); },
      [=](load_workspace& wanted) -> caf::result<loaded_workspace> { return self->delegate(real, std::move(wanted)); },
  };
}

} // namespace paylink::test
