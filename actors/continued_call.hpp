#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// A call that continues with work, for the actor that does the work.
template <class Work>
struct continued_call {
  call_ptr call;
  std::shared_ptr<continue_with<Work>> with;
  std::function<void(const call_ptr&, handled)> pass_on; ///< Answers it, or gives it to who comes next. Thread-safe.
  std::shared_ptr<const void> hash_turn; ///< Kept until the work is done, even if the caller is sent away meanwhile.

  Work& work() const { return with->work; }
  /// The work is done: the call goes on.
  void finish(typename Work::outcome outcome) const { pass_on(call, with->then(context(), outcome)); }
  /// The work is not done: 429 or another error. The call ends.
  void refuse(errc error, std::string_view message = {}) const { call->answer(context().turn_away(error, message)); }

private:
  reply_context context() const { return {*call, *call->services, call->services->clock.now()}; }
};

} // namespace paylink
