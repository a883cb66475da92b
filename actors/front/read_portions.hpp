#pragma once
#include "actors/interfaces.hpp"
#include "http/wire/portioned_body.hpp"

namespace paylink {

/// A body whose portions a reader reads: each is one message, so that other callers are served in between. A portion
/// that no reader answers any more is never taken, and the connection's deadline ends the answer.
class read_portions final : public portioned_body {
public:
  read_portions(reader_actor from, std::shared_ptr<portioned_read> body)
      : from_{std::move(from)}, body_{std::move(body)} {}
  void next(std::function<void(std::optional<std::string>)> take) override;

private:
  reader_actor from_;
  std::shared_ptr<portioned_read> body_;
};

} // namespace paylink
