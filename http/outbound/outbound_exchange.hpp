#pragma once
#include "http/outbound/outbound_dialing.hpp"

#include <list>

namespace paylink {

/// One attempt: the request and its redirects, within one time limit, to one outcome.
class outbound_exchange : public std::enable_shared_from_this<outbound_exchange> {
public:
  using handler = std::function<void(attempt)>;
  using list = std::list<std::shared_ptr<outbound_exchange>>;

  outbound_exchange(outbound_services& services, outbound_request request, handler done);

  /// Begins; the outcome may come immediately. `under_way` holds this exchange until it ends.
  void start(list& under_way);

  /// Ends it as `reset`.
  void abandon(std::string why);

  /// Ends it without an outcome: the client is being destroyed.
  void discard();

private:
  enum class phase { dialing, sending, waiting, draining, ended };

  void go_to(std::string url);
  url_verdict read_target() const;
  void dial();
  void on_dialed(dial_outcome outcome);
  void send();
  void continue_sending();
  void build_request(std::string& out) const;
  void await(io_step wanted);
  void on_ready();
  void read();
  void on_closed();
  void dial_anew(const std::string& why);
  void on_answer();
  void drain();
  void end_drain();
  void follow();
  void reject(std::string why);
  void refuse_target(const std::string& target, const url_fault& fault);
  void judge_status();
  void on_time_up();
  void fail(failure_class failed_by, bool final, std::string error);
  void finish();
  void leave();

  outbound_services& services_;
  outbound_request request_;
  handler done_;
  attempt attempt_;
  std::chrono::steady_clock::time_point began_;
  timeout_queue::entry time_limit_, drain_limit_;

  std::vector<std::string> visited_;
  std::string url_; ///< Of this hop; `target_` points into it.
  outbound_url target_;
  std::string origin_, first_origin_;

  std::shared_ptr<outbound_dialing> dialing_;
  std::unique_ptr<outbound_connection> connection_;
  std::string_view unsent_;
  phase phase_ = phase::dialing;
  std::uint64_t wait_number_ = 0;
  bool reused_ = false; ///< This hop runs on a connection from the pool.
  bool dialed_anew_ = false;
  std::string first_try_; ///< Why the reused connection broke.

  list* under_way_ = nullptr;
  list::iterator place_;
};

} // namespace paylink
