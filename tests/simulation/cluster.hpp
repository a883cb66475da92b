#pragma once
#include "tests/simulation/node.hpp"

#include <memory>
#include <vector>

namespace paylink::simulation {

/// The nodes of a run, and the way of clients to them.
class cluster {
public:
  /// What a client gets: an answer, or none in its time.
  using answer = std::function<void(const http_response*)>;

  cluster(const common_parts& parts, int nodes);

  std::vector<std::unique_ptr<node>>& nodes() { return nodes_; }

  /// Sends a request to a node of chance, as a client does that waits 15 seconds; the answer comes once.
  void call(http_request request, answer done);
  /// The same to this one, which must be running.
  void call_at(node& to, http_request request, answer done);
  /// A node that runs and takes calls, if there is one; it may stand still.
  node* any_running();

private:
  /// A node that lives and moves answers every call, whatever its client has lost patience with.
  void expect_answer(const node& from, std::uint64_t incarnation, const std::string& target,
                     const std::shared_ptr<bool>& is_answered, milliseconds waited);

  world& world_;
  std::vector<std::unique_ptr<node>> nodes_;
};

} // namespace paylink::simulation
