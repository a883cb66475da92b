#pragma once
#include <caf/error.hpp>
#include <caf/result.hpp>
#include <caf/sec.hpp>
#include <caf/typed_response_promise.hpp>

#include <memory>
#include <utility>

namespace paylink {

/// A promise that is always answered. If the last copy is destroyed without an answer (the actor has quit or crashed,
/// or the handler that held it was dropped), the requester gets an error at once instead of waiting for ever.
template <class Reply>
class owed_reply {
public:
  owed_reply() = default;
  explicit owed_reply(caf::typed_response_promise<Reply> promise) : owed_{std::make_shared<debt>(std::move(promise))} {}

  void deliver(Reply reply) const { owed_->promise.deliver(std::move(reply)); }
  /// Delegates the request: `to` answers it, or its mailbox does if the actor has ended.
  template <class Actor, class Message>
  void delegate(const Actor& to, Message&& message) const {
    owed_->promise.delegate(to, std::forward<Message>(message));
  }
  /// What a handler returns if it answers later.
  caf::result<Reply> later() const { return owed_->promise; }

private:
  struct debt {
    explicit debt(caf::typed_response_promise<Reply> of) : promise{std::move(of)} {}
    debt(const debt&) = delete;
    debt& operator=(const debt&) = delete;
    ~debt() {
      if (promise.pending()) promise.deliver(caf::make_error(caf::sec::request_receiver_down));
    }
    caf::typed_response_promise<Reply> promise;
  };
  std::shared_ptr<debt> owed_;
};

/// Takes the promise for the message that `self` is reading.
template <class Reply, class Self>
owed_reply<Reply> owe(Self* self) {
  return owed_reply<Reply>{self->template make_response_promise<Reply>()};
}

} // namespace paylink
