#pragma once
#include "actors/interfaces.hpp"
#include "api/calls/call.hpp"
#include "http/wire/portioned_body.hpp"

namespace paylink {

/// The body of an answer that is read while it is sent: each portion takes its turn behind the lists. A portion that no
/// reader answers any more is never taken, and the connection's deadline ends the answer. The connection owns it, and
/// with it the answer's place, which is free when the answer ends or the connection does.
class read_portions final : public portioned_body {
public:
  read_portions(http_frontend_actor front, call_ptr call, std::shared_ptr<const void> place)
      : front_{std::move(front)}, call_{std::move(call)}, place_{std::move(place)},
        share_{std::make_shared<answer_share>(call_->services->answers, call_->answered_to())} {}
  void next(std::function<void(std::optional<std::string>)> take) override;
  const std::shared_ptr<early_end>& end() const { return share_->end(); }

private:
  http_frontend_actor front_;
  call_ptr call_;
  std::shared_ptr<const void> place_;
  std::shared_ptr<answer_share> share_; ///< Of the portion that is being sent.
};

} // namespace paylink
