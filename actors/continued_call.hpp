#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// A call that continues with work, for the actor that does the work. If the last copy is destroyed before the work is
/// done (the actor has ended or crashed), the caller gets a 503 at once.
template <class Work>
struct continued_call {
  call_ptr call;
  struct open_work;
  std::shared_ptr<open_work> open;

  Work& work() const { return open->with.work; }
  /// The work is done: the call goes on.
  void finish(typename Work::outcome outcome) const {
    open->is_over = true;
    open->pass_on(call, open->with.then(open->context(), outcome));
  }
  /// The work is not done: 429 or another error. The call ends.
  void refuse(errc error, std::string_view message = {}) const { open->refuse(error, message); }
};

template <class Work>
struct continued_call<Work>::open_work {
  open_work(call_ptr of, continue_with<Work> wanted, std::function<void(const call_ptr&, handled)> next,
            std::shared_ptr<const void> turn)
      : call{std::move(of)}, with{std::move(wanted)}, pass_on{std::move(next)}, hash_turn{std::move(turn)} {}
  open_work(const open_work&) = delete;
  open_work& operator=(const open_work&) = delete;
  ~open_work() {
    if (!is_over && !call->is_answered()) refuse(errc::service_unavailable, {});
  }

  reply_context context() const { return {*call, *call->services, call->services->clock.now()}; }
  void refuse(errc error, std::string_view message) {
    is_over = true;
    call->answer(context().turn_away(error, message));
  }

  call_ptr call;
  continue_with<Work> with;
  std::function<void(const call_ptr&, handled)> pass_on; ///< Answers it, or gives it to who comes next. Thread-safe.
  std::shared_ptr<const void> hash_turn; ///< Kept until the work is done, even if the caller is sent away meanwhile.
  bool is_over = false;
};

} // namespace paylink
