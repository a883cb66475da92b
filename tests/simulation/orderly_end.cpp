#include "tests/simulation/orderly_end.hpp"

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

// The service's.
constexpr std::chrono::milliseconds request_grace = 10s;
constexpr std::chrono::milliseconds look_interval = 250ms;

class ending : public std::enable_shared_from_this<ending> {
public:
  ending(caf::event_based_actor* self, orderly_end parts) : self_{self}, parts_{std::move(parts)} {}

  void look_at_calls() {
    if (*parts_.open_calls > 0 && waited_ < request_grace) {
      waited_ += look_interval;
      self_->delayed_send(self_, look_interval, caf::tick_atom::value);
      return;
    }
    if (*parts_.open_calls > 0) parts_.give_up(*parts_.open_calls);
    self_->request(parts_.supervisor, parts_.delivery_grace, stop_deliveries{})
        .then([of = shared_from_this()](deliveries_stopped) { of->end_next(); },
              [of = shared_from_this()](caf::error&) { of->end_next(); });
  }

  void end_next() {
    if (ended_ < parts_.others.size()) {
      const auto& next = parts_.others[ended_++].actor;
      self_->monitor(next);
      self_->send_exit(next, caf::exit_reason::user_shutdown);
      return;
    }
    self_->request(parts_.keeper, request_grace, end_incarnation{})
        .then([of = shared_from_this()](incarnation_ended) { of->end(); },
              [of = shared_from_this()](caf::error&) { of->end(); });
  }

private:
  void end() {
    parts_.done();
    self_->quit();
  }

  caf::event_based_actor* self_;
  orderly_end parts_;
  std::size_t ended_ = 0;
  std::chrono::milliseconds waited_{0};
};

} // namespace

caf::behavior orderly_end_behavior(caf::event_based_actor* self, orderly_end parts) {
  const auto of = std::make_shared<ending>(self, std::move(parts));
  self->set_down_handler([of](const caf::down_msg&) { of->end_next(); });
  self->send(self, caf::tick_atom::value);
  return {[of](caf::tick_atom) { of->look_at_calls(); }};
}

} // namespace paylink::simulation
