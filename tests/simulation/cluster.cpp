#include "tests/simulation/cluster.hpp"

namespace paylink::simulation {

namespace {

constexpr milliseconds client_patience{15'000};
/// A node looks for its database for some seconds before it gives up; beyond this it has forgotten the call.
constexpr milliseconds answer_time_max{60'000};
constexpr milliseconds look_interval{5'000};

/// I12: every refused caller gets the envelope, with the trace id of the request.
void check_envelope(world& in, const std::string& trace, const std::string& target, const http_response& response) {
  if (response.status < 400 || target.starts_with("/l/") || target == "/readyz") return;
  if (response.body.find("\"traceId\":\"" + trace + "\"") == std::string::npos ||
      response.body.find("\"code\":") == std::string::npos)
    in.violate("I12 " + std::to_string(response.status) + " without the envelope: " + response.body);
  if (response.status == 500) in.violate("an internal error is answered to " + target);
}

} // namespace

cluster::cluster(const common_parts& parts, int nodes) : world_{parts.in} {
  for (int number = 1; number <= nodes; ++number) nodes_.push_back(std::make_unique<node>(parts, number));
}

node* cluster::any_running() {
  std::vector<node*> running;
  for (const auto& one : nodes_)
    if (one->is_running() && !one->is_stopping()) running.push_back(one.get());
  return running.empty() ? nullptr : world_.dice.pick(running);
}

void cluster::call(http_request request, answer done) {
  if (auto* to = any_running()) return call_at(*to, std::move(request), std::move(done));
  // Nobody listens: the client knows at once.
  world_.later(milliseconds{1}, [done = std::move(done)] { done(nullptr); });
}

void cluster::call_at(node& to, http_request request, answer done) {
  auto is_over = std::make_shared<bool>(false);
  const auto target = request.path, trace = request.trace_id;
  world_.later(client_patience, [is_over, done] {
    if (!std::exchange(*is_over, true)) done(nullptr);
  });
  auto is_answered = std::make_shared<bool>(false);
  expect_answer(to, to.incarnations, target, is_answered, milliseconds{0});
  to.call(std::move(request), [this, is_over, is_answered, target, trace, done](const http_response& response) {
    *is_answered = true;
    check_envelope(world_, trace, target, response);
    // Through the network, so that nothing of a client runs inside a node.
    if (!std::exchange(*is_over, true)) world_.later(milliseconds{0}, [done, response] { done(&response); });
  });
}

void cluster::expect_answer(const node& from, std::uint64_t incarnation, const std::string& target,
                            const std::shared_ptr<bool>& is_answered, milliseconds waited) {
  world_.later(look_interval, [this, &from, incarnation, target, is_answered, waited] {
    // What died took its calls with it; one that stands still has its time when it goes on.
    if (*is_answered || from.incarnations != incarnation || !from.is_alive() || from.has_given_up_calls()) return;
    const auto so_far = from.is_frozen() ? milliseconds{0} : waited + look_interval;
    if (so_far > answer_time_max) return world_.violate("a living node leaves a call unanswered: " + target);
    expect_answer(from, incarnation, target, is_answered, so_far);
  });
}

} // namespace paylink::simulation
