#pragma once
#include "actors/node/node_actors.hpp"
#include "api/calls/admission.hpp"
#include "api/changes/change_board.hpp"
#include "api/payers/page_cache.hpp"
#include "api/payers/page_gate.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_attempt_signer.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/actors/scripted_world.hpp"

#include <boost/json.hpp>
#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>

#include <filesystem>

namespace paylink::test {

using namespace std::chrono_literals;

/// Wall time that moves with the scheduler's virtual time.
class virtual_clock final : public wall_clock {
public:
  timestamp now() const override { return start_ + elapsed + moved; }
  std::chrono::milliseconds uptime() const override { return elapsed; }
  std::chrono::milliseconds elapsed{0};
  std::chrono::milliseconds moved{0}; ///< By hand: the wall clock alone.
  bool is_synchronized = true;        ///< An NTP client runs, and finds it right.

private:
  timestamp start_ = *parse_rfc3339("2026-03-15T02:30:00Z");
};

/// A Workspace with one connected account, and what its Owner holds.
struct shop {
  workspace_id workspace;
  bank_account_id account;
  std::string account_number;
  std::string token;
  std::string signing_key;
};

struct node_options {
  retry_policy retries{};
  int slots_per_destination = 8;
  int slots_in_all = 2'048;
  int window_per_line = 128;
  std::chrono::milliseconds list_time{60'000};
  rate_limits::rates rates{.token = {}, .address = {}, .page = {}};
  bool shows_document = true; ///< Of the API.
  bool sign_up_is_open = true;
  std::set<std::string, std::less<>> connectors{};   ///< Codes of the feeds that have one.
  std::map<std::string, std::string> feed_formats{}; ///< By the bank's code; none: native.
  std::vector<std::string> feeds{"MB", "NAPAS"};     ///< Codes of those that are open.
};

/// One node on virtual time over a real SQLite file: the real actors, the real store, no thread but the test's.
class virtual_node {
public:
  explicit virtual_node(const node_options& options = {});
  ~virtual_node();

  /// One more beside the first, whose parts are members of the node.
  shop open_shop(const std::string& account_number, std::string owner_email = {});

  /// Runs everything that is due within `time`, in order.
  void advance(std::chrono::milliseconds time);
  /// The same for hours in which little is due: what comes round again and again comes once a minute, and anything may
  /// be up to a minute late, as on a machine that is suspended again and again.
  void doze(std::chrono::milliseconds time);
  void run();
  /// Lets so many messages be read, and no more.
  void run_steps(int most);
  /// Lets the timers of the next `time` fire; what they say is read with whatever is under way.
  void fire_timers(std::chrono::milliseconds time);

  /// Ends the deliveries as SIGTERM does, while `meanwhile` ends what is in flight, and begins a new incarnation.
  void stop_and_restart(const std::function<void()>& meanwhile = [] {});
  /// Ends the actors as a crash would, and begins a new incarnation on the same file; `meanwhile` runs in between.
  void crash_and_restart(const std::function<void()>& meanwhile = [] {});

  /// Sends one request through the front door.
  http_response call(http_method method, const std::string& target, const std::string& body = {},
                     std::vector<std::pair<std::string, std::string>> headers = {});
  /// The same for a request that a test has put together.
  http_response call(http_request request);
  static http_request request_of(http_method method, const std::string& target, const std::string& body,
                                 std::vector<std::pair<std::string, std::string>> headers);
  /// What the network is told before the body of such a request is read; none: it is wanted.
  std::optional<http_response> judge_head(const http_request& head);
  /// The same with the demo token.
  http_response api(http_method method, const std::string& target, const std::string& body = {});
  /// Sends without waiting; the answer comes into the returned place.
  std::shared_ptr<std::optional<http_response>>
  begin_call(http_method method, const std::string& target, const std::string& body,
             std::vector<std::pair<std::string, std::string>> headers = {});
  std::shared_ptr<std::optional<http_response>> begin_call(http_request request) { return send(std::move(request)); }

  static constexpr const char* feed_secret = "feed_secret_of_the_tests";
  /// Signed headers of the demo bank for a feed body.
  std::vector<std::pair<std::string, std::string>> bank_headers(const std::string& body);
  http_response feed(const std::string& body) {
    return call(http_method::post, "/v1.1/bank-feed/MB", body, bank_headers(body));
  }
  std::string entry(const std::string& bank_reference, std::int64_t amount, const std::string& content,
                    const std::string& more = {}, const std::string& account_number = "0123456789") const;

  /// Makes a link through the API; the record's JSON.
  boost::json::object make_link(const std::string& amount = "150000", const std::string& more = {});
  /// Makes one and pays it; its callback is answered as the world's rule says.
  boost::json::object pay_link();
  boost::json::object get_link(const boost::json::object& link);
  std::string link_path(const boost::json::object& link, const std::string& rest = {}) const;

  /// Closes a link as what removes accounts and Workspaces does: through its mailbox.
  result<payment_link> close(const close_link& command, const reference& link);

  /// The file of its rows.
  std::string database_file() const { return (folder_ / "paylink.db").string(); }
  /// The rows, read apart.
  read_store& rows() { return *rows_; }
  std::vector<result<write_reply>> apply(std::vector<write_command> commands);

  virtual_clock clock;
  scripted_world world{clock};
  scripted_mail mail;
  scripted_bank bank; ///< Behind the connectors of `node_options::connectors`.
  system_random random;
  std::vector<std::pair<std::string, link_status>> published;
  /// The store neither works nor answers, as while a standby is awaited; what it is to be seen of that is in `state`.
  bool store_stands_still = false, reader_stands_still = false, lister_stands_still = false;
  std::chrono::milliseconds list_takes{0}; ///< By uptime, in a world in which nothing else does.
  std::optional<readiness> state;          ///< Of the running incarnation.
  page_cache pages;
  change_board changes;
  std::vector<std::pair<std::string, std::string>> events; ///< What was sent to streams, by topic.
  std::vector<std::string> ended;                          ///< Topics whose streams were ended.
  rate_limits limits;                                      ///< None, but for the tests of them.

  workspace_id workspace;
  bank_account_id account;
  virtual_account_id receiver;
  std::string token;
  std::string signing_key;

private:
  std::shared_ptr<std::optional<http_response>> send(http_request request);
  void pass(std::chrono::milliseconds time, const std::function<void()>& after_each);
  void begin_incarnation();
  store_context context(claim_gate* gate = nullptr);
  void end_incarnation(caf::exit_reason how);
  void seed();

  std::filesystem::path folder_;
  node_options options_;
  std::optional<master_keys> keys_;
  std::optional<sealed_event_signer> signer_;
  std::optional<sealed_attempt_signer> attempt_signer_;
  std::unique_ptr<database> database_;
  std::unique_ptr<read_store> rows_;
  std::optional<delivery_window> window_;
  bank_times bank_clocks_;
  std::optional<api_services> services_;
  std::optional<node_environment> environment_;
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  caf::scheduler::test_coordinator* scheduler_ = nullptr;
  node_actors actors_;
  connected_actors real_; ///< Behind those that may stand still.
};

/// The JSON of an answer's `data`.
boost::json::value data_of(const http_response& response);
boost::json::array rows_of(const http_response& response);
std::string text_of(const boost::json::object& record, const char* name);
/// The code of a refusal.
std::string code_of(const http_response& response);
/// The fields of a refused body, and the codes of what is wrong with them.
std::vector<std::pair<std::string, std::string>> faults_of(const http_response& response);
/// A header of an answer; empty when there is none.
std::string header_of(const http_response& response, std::string_view name);

} // namespace paylink::test
