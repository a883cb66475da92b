#include "actors/reader.hpp"

#include "actors/crash_report.hpp"
#include "api/calls/call.hpp"
#include "api/changes/watcher_access.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

class at_work {
public:
  explicit at_work(const reader_place& place) : place_{place} {
    if (place_.state) place_.state->read_begins(place_.number, place_.clock.uptime() + place_.time_max);
  }
  ~at_work() {
    if (place_.state) place_.state->read_ends(place_.number);
  }
  at_work(const at_work&) = delete;
  at_work& operator=(const at_work&) = delete;

private:
  const reader_place& place_;
};

/// Runs a query; whatever it throws is logged and becomes an error.
template <class Query>
errc guarded(const char* what, Query query) {
  try {
    return query();
  } catch (const std::exception& fault) {
    log::error("reader.query_failed", {{"query", what}, {"reason", fault.what()}});
    return errc::service_unavailable;
  }
}

} // namespace

located_account reader_state::locate(const locate_account& wanted) {
  located_account found;
  found.failed = guarded("find_account_of_feed", [&] {
    auto account = rows->ask(find_account_of_feed{wanted.feed, wanted.bin, wanted.number});
    if (account)
      found.account = std::make_shared<const bank_account>(std::move(*account));
    else if (to_errc(account.error()) != errc::not_found)
      return to_errc(account.error());
    return errc::ok;
  });
  return found;
}

matched_credits reader_state::match(const match_credits& wanted) {
  matched_credits found;
  found.failed = guarded("match_links", [&] {
    found.links = rows->ask(match_links{wanted.credits});
    return errc::ok;
  });
  return found;
}

portion_prepared reader_state::prepare(const prepare_portion& wanted, timestamp now) {
  portion_prepared made;
  made.failed = guarded("prepare_portion", [&] {
    made.portion = std::make_shared<write_command>(wanted.of->prepare(*rows, now));
    return errc::ok;
  });
  return made;
}

watchers_checked reader_state::check(const check_watchers& wanted, timestamp now) {
  watchers_checked found;
  guarded("authorize_sessions", [&] {
    found.ended = without_access(wanted.watchers, *rows, wanted.sessions, now);
    return errc::ok;
  });
  return found;
}

loaded_workspace reader_state::load(workspace_id id) {
  loaded_workspace found;
  const auto failed = guarded("find_workspace", [&] {
    found.record = rows->ask(find_workspace{id});
    return errc::ok;
  });
  if (failed != errc::ok) found.record = failed;
  return found;
}

void reader_state::serve(const serve_call& wanted, const call_preparer& prepare, const wall_clock& clock) {
  const auto sender = caf::actor_cast<http_frontend_actor>(self->current_sender());
  // Do not read for a caller that was sent away meanwhile.
  if (wanted.call->is_answered() && !wanted.call->take) {
    if (wanted.is_turn) self->send(sender, list_served{wanted.call, {}});
    return;
  }
  const auto began = clock.uptime();
  auto made = prepare(*wanted.call, *rows);
  if (auto aside = std::exchange(wanted.call->aside, {})) self->send(sender, write_aside{std::move(*aside)});
  if (auto* response = std::get_if<http_response>(&made))
    wanted.call->answer(std::move(*response));
  else if (auto* portion = std::get_if<made_portion>(&made))
    std::exchange(wanted.call->take, {})(std::move(portion->text));
  else
    self->send(sender, call_prepared{wanted.call, std::make_shared<handled>(std::move(made))});
  if (wanted.is_turn) self->send(sender, list_served{wanted.call, clock.uptime() - began});
}

reader_actor::behavior_type reader_behavior(reader_actor::stateful_pointer<reader_state> self,
                                            const std::function<std::unique_ptr<read_store>()>& open,
                                            const call_preparer& prepare, reader_place place) {
  report_crashes(self);
  self->state.rows = open();
  return {
      [self, place, prepare](const serve_call& wanted) {
        const at_work here{place};
        self->state.serve(wanted, prepare, place.clock);
      },
      [self, place](const locate_account& wanted) {
        const at_work here{place};
        return self->state.locate(wanted);
      },
      [self, place](const match_credits& wanted) {
        const at_work here{place};
        return self->state.match(wanted);
      },
      [self, place](const prepare_portion& wanted) {
        const at_work here{place};
        return self->state.prepare(wanted, place.clock.now());
      },
      [self, place](const check_watchers& wanted) {
        const at_work here{place};
        return self->state.check(wanted, place.clock.now());
      },
      [self, place](const load_workspace& wanted) {
        const at_work here{place};
        return self->state.load(wanted.id);
      },
  };
}

} // namespace paylink
