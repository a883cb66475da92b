// Lists, and answers in portions: they take turns at the readers of lists.
#include "actors/front/http_frontend.hpp"
#include "actors/front/read_portions.hpp"
#include "api/calls/csv_list.hpp"

#include <caf/all.hpp>

namespace paylink {

void http_frontend_state::on_list(const call_ptr& call) {
  const bool is_csv = wants_csv(*call);
  if (const auto refused = is_csv ? lists->begin_portions(*call) : lists->enter(call))
    return refuse_list(call, *refused);
  if (is_csv) lists->wait_for_portion(call, call->place);
  give_turns();
}

void http_frontend_state::on_portions(const call_ptr& call, asked_portions asked) {
  // A CSV that waited for its turn has had its place since then.
  if (!call->is_portioned)
    if (const auto refused = lists->begin_portions(*call)) return refuse_list(call, *refused);
  call->body = std::move(asked.body);
  auto portions = std::make_shared<read_portions>(http_frontend_actor{self}, call, std::move(call->place));
  asked.head.may_end = portions->end();
  asked.head.portions = std::move(portions);
  call->answer(std::move(asked.head));
}

void http_frontend_state::on_portion_wanted(portion_wanted& wanted) {
  wanted.call->take = std::move(wanted.take);
  lists->wait_for_portion(wanted.call, std::move(wanted.place));
  give_turns();
}

void http_frontend_state::on_list_served(const list_served& served) {
  lists->leave(*served.call, caf::actor_cast<reader_actor>(self->current_sender()), served.took,
               services->clock.uptime());
  give_turns();
}

void http_frontend_state::give_turns() {
  const auto now = services->clock.uptime();
  while (auto turn = lists->next(now)) self->send(turn->reader, serve_call{std::move(turn->call), true});
  const auto due = lists->next_due(now);
  if (!due || (lists_due_at && *lists_due_at <= *due)) return;
  lists_due_at = due;
  self->delayed_send(http_frontend_actor{self}, *due - now, lists_due{});
}

void http_frontend_state::on_lists_due() {
  // An earlier one may have been sent after this.
  if (lists_due_at && *lists_due_at <= services->clock.uptime()) lists_due_at.reset();
  give_turns();
}

void http_frontend_state::refuse_list(const call_ptr& call, const list_reader::refusal& refused) const {
  call->answer(refused.error == errc::rate_limited ? come_again(*call, refused.message)
                                                   : fail(*call, refused.error, refused.message));
}

} // namespace paylink
