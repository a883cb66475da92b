#pragma once
#include "bench/subject.hpp"
#include "bench/work_folder.hpp"
#include "http/tools/api_client.hpp"

#include <functional>
#include <map>

namespace paylink::load {

/// What a bench wants of its service.
struct bench_order {
  int links = 0;                                        ///< In the store when it starts.
  std::function<std::string(int)> callback_of = {};     ///< By position; none: a URL that nobody listens to.
  std::map<std::string, std::string> environment = {};  ///< Settings besides those of every bench.
  int neighbour_transactions = 0;                       ///< Of a second Workspace in the store.
  std::vector<std::string> neighbour_webhook_urls = {}; ///< A webhook of that one for each.
  std::vector<std::string> webhook_urls = {};           ///< A webhook for each, which is told of every credit.
  bool has_chat = false;                                ///< It is told as well.
  int sessions = 0;                                     ///< Of members, who can look at the Workspace.
  std::string database = {};                            ///< Empty so far; none: SQLite in a folder that goes with it.
  int links_of_a_year = 0;                              ///< Of the last 365 days, and as many transactions.
};

/// The paylinkd that stands beside this program, on a store of its own.
class bench_service {
public:
  /// For those who look at pages instead of paying.
  explicit bench_service(int links = 0) : bench_service{bench_order{.links = links}} {}
  explicit bench_service(const bench_order& order);

  std::uint16_t port() const { return subject_.port; }
  pid_t pid() const { return running_->pid(); }
  const std::string& token() const { return subject_.store.token; }
  const std::string& workspace() const { return subject_.store.workspace; }
  const seeded_store& store() const { return subject_.store; }
  const std::string& database() const { return subject_.database; }
  std::chrono::steady_clock::time_point started_at() const { return running_->started_at(); }
  double ready_ms() const { return running_->time_to_ready().count(); }
  /// Ends the process without a warning; until `start` there is none.
  void kill();
  void start();
  /// Waits until all texts of transactions stand in their index: the service takes them up while it has time. Throws
  /// std::runtime_error after ten minutes.
  void let_the_index_come() const;
  /// What `paylinkd doctor` says; its exit code is 0 if it finds nothing.
  test::program_output examine() const;
  /// The body that makes a link, for a caller that sends it itself.
  std::string link_body() const;

  struct link {
    std::string id, public_id;
  };
  /// Both throw std::runtime_error when the answer is not what it should be. For one thread at a time.
  link make_link();
  void cancel(const link& made);
  /// What a GET with the token is answered with.
  std::string read(const std::string& target) { return ask(http_method::get, target, {}, 200); }

private:
  long long indexed_to() const;
  std::string ask(http_method method, const std::string& target, const std::string& body, unsigned wanted);

  work_folder folder_;
  subject subject_;
  std::optional<running_subject> running_;
  std::optional<api_client> client_;
};

/// Lets this program have as many descriptors as the system allows; throws std::runtime_error when that is fewer.
void raise_descriptor_limit(std::size_t needed);

/// The CPU time that a process has used itself, in seconds, finer than the scheduler's ticks.
double precise_cpu_seconds(pid_t process);

} // namespace paylink::load
