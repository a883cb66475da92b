// Lists, and answers in portions: they take turns at the readers of lists.
#include "actors/front/http_frontend.hpp"
#include "api/calls/csv_list.hpp"
#include "http/wire/portioned_body.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The body of an answer that is read while it is sent: each portion takes its turn behind the lists. A portion that no
/// reader answers any more is never taken, and the connection's deadline ends the answer. The connection owns it, and
/// with it the answer's place, which is free when the answer ends or the connection does.
class read_portions final : public portioned_body {
public:
  read_portions(http_frontend_actor front, call_ptr call)
      : front_{std::move(front)}, call_{std::move(call)}, place_{std::move(call_->place)},
        share_{std::make_shared<answer_share>(call_->services->answers, call_->answered_to())} {}

  void next(std::function<void(std::optional<std::string>)> take) override {
    const auto& clock = call_->services->clock;
    share_->hold(0, clock.uptime());
    // The connection may have ended meanwhile, and the share with it.
    auto hold_and_take = [share = std::weak_ptr{share_}, &clock,
                          take = std::move(take)](std::optional<std::string> portion) {
      if (const auto holds = share.lock(); holds && portion) holds->hold(portion->size(), clock.uptime());
      take(std::move(portion));
    };
    caf::anon_send(front_, portion_wanted{call_, place_, std::move(hold_and_take)});
  }
  const std::shared_ptr<early_end>& end() const { return share_->end(); }

private:
  http_frontend_actor front_;
  call_ptr call_;
  std::shared_ptr<const void> place_;
  std::shared_ptr<answer_share> share_; ///< Of the portion that is being sent.
};

} // namespace

void http_frontend_state::on_list(const call_ptr& call) {
  const bool is_csv = wants_csv(*call);
  if (const auto refused = is_csv ? lists->begin_portions(*call) : lists->enter(call))
    return refuse_list(call, *refused);
  if (is_csv) lists->wait_for_portion(call, call->place);
  give_turns();
}

void http_frontend_state::on_portions(const call_ptr& call, answer_in_portions answer) {
  // A CSV that waited for its turn has had its place since then.
  if (!call->is_portioned)
    if (const auto refused = lists->begin_portions(*call)) return refuse_list(call, *refused);
  call->body = std::move(answer.body);
  auto portions = std::make_shared<read_portions>(self, call);
  answer.head.may_end = portions->end();
  answer.head.portions = std::move(portions);
  call->answer(std::move(answer.head));
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
  call->answer(about(*call).turn_away(refused.error, refused.message));
}

} // namespace paylink
