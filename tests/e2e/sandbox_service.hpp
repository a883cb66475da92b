#pragma once
#include "http/tools/api_client.hpp"
#include "http/tools/local_certificate.hpp"
#include "tests/e2e/child_process.hpp"

#include <boost/json.hpp>

#include <filesystem>

namespace paylink::test {

/// A sandbox of the real daemon on a free port, in a folder of its own.
class sandbox_service {
public:
  explicit sandbox_service(std::map<std::string, std::string> environment = {});
  ~sandbox_service();

  /// Starts (again), and returns when it is ready.
  void start();
  int end(int signal) { return daemon_.end(signal); }
  bool is_running() { return daemon_.is_running(); }
  pid_t pid() const { return daemon_.pid(); }

  /// A client with the demo token, for one thread.
  api_client client() const;
  /// What the service says to the API; fails the test when it cannot be reached.
  api_answer call(http_method method, const std::string& target, const std::string& body = {});
  boost::json::object make_link(const std::string& callback_url, const std::string& amount = "150000");
  boost::json::object get_link(const std::string& id);

  /// One entry at the MB feed, signed; none when the service did not answer.
  std::optional<api_answer> notify(const std::string& bank_reference, const std::string& content,
                                   std::int64_t amount = 150'000,
                                   std::optional<timestamp> occurred_at = std::nullopt) const;

  const std::filesystem::path& folder() const { return folder_; }
  pem_identity authority() const;
  std::string signing_key() const;
  std::string workspace() const;
  std::string account() const;
  std::string log() const;

private:
  boost::json::object sandbox_file() const;

  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
  child_process daemon_;
  int starts_ = 0;
};

} // namespace paylink::test
