#include "tests/simulation/cluster.hpp"

namespace paylink::simulation {

namespace {

constexpr milliseconds client_patience{15'000};

/// I12: whoever is refused gets the envelope, with the trace id of the request.
void check_envelope(world& in, const std::string& trace, const std::string& target, const http_response& response) {
  if (response.status < 400 || target.starts_with("/l/")) return;
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
  auto is_over = std::make_shared<bool>(false);
  auto* to = any_running();
  // Nobody listens: the client knows at once.
  if (!to) {
    world_.later(milliseconds{1}, [done = std::move(done)] { done(nullptr); });
    return;
  }
  const auto target = request.path, trace = request.trace_id;
  world_.later(client_patience, [is_over, done] {
    if (!std::exchange(*is_over, true)) done(nullptr);
  });
  to->call(std::move(request), [this, is_over, target, trace, done](const http_response& response) {
    check_envelope(world_, trace, target, response);
    // Through the network, so that nothing of a client runs inside a node.
    if (!std::exchange(*is_over, true)) world_.later(milliseconds{0}, [done, response] { done(&response); });
  });
}

} // namespace paylink::simulation
