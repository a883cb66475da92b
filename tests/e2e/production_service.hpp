#pragma once
#include "tests/e2e/operated_service.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <csignal>
#include <optional>

namespace paylink::test {

/// A production service on a free port, in a folder of its own.
class production_service {
public:
  /// `configuration`: what its file says; empty: it has none.
  explicit production_service(const std::string& configuration = {}) {
    if (!configuration.empty()) std::ofstream{folder_ / "paylink.toml"} << configuration;
  }
  production_service(const production_service&) = delete;
  production_service& operator=(const production_service&) = delete;
  ~production_service() {
    if (daemon_.is_running()) daemon_.end(SIGTERM);
    std::filesystem::remove_all(folder_);
  }

  void start() {
    begin_ = log().size();
    std::vector<std::string> arguments{"--data", (folder_ / "data").string()};
    if (const auto file = folder_ / "paylink.toml"; std::filesystem::exists(file))
      arguments.insert(arguments.end(), {"--config", file.string()});
    daemon_ = child_process{
        PAYLINK_BIN_DIR "/paylinkd", arguments, {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"}}, (folder_ / "log").string()};
    // The line of the log comes before what is printed.
    test::until([this] { return printed().find("service.ready") != std::string::npos; });
    const auto said = printed();
    const std::string name = R"("public_url":")";
    const auto at = said.find(name);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, log());
    url_ = said.substr(at + name.size(), said.find('"', at + name.size()) - at - name.size());
  }
  int end() { return daemon_.end(SIGTERM); }

  /// What this start has printed so far.
  std::string printed() const { return log().substr(begin_); }
  /// The token of the link that this start prints; empty if it prints none.
  std::string printed_token() const {
    const auto link = url_ + "/console/invitation#";
    const auto find_token = [&]() -> std::optional<std::string> {
      const auto said = printed();
      const auto at = said.find(link), end = said.find('\n', at);
      if (end == std::string::npos) return std::nullopt;
      return said.substr(at + link.size(), end - at - link.size());
    };
    return test::until(find_token).value_or("");
  }
  std::string log() const { return text_of_file(folder_ / "log"); }

  api_answer post(const std::string& target, const std::string& body) const {
    api_client client{{.base_url = url_, .token = {}, .ca_file = {}, .timeout = std::chrono::milliseconds{10'000}}};
    auto answer = client.send({http_method::post, target, body, {{"Content-Type", "application/json"}}, false});
    BOOST_REQUIRE(std::holds_alternative<api_answer>(answer));
    return std::get<api_answer>(std::move(answer));
  }
  unsigned make_account(const std::string& email, const std::string& token) const {
    return post("/v1.1/accounts", R"({"email":")" + email +
                                      R"(","name":"Binh","password":"Correct1horse","invitation":")" + token + "\"}")
        .status;
  }

  const std::string& url() const { return url_; }
  std::filesystem::path data() const { return folder_ / "data"; }

private:
  std::filesystem::path folder_ = test::make_scratch_folder("paylink-production");
  child_process daemon_;
  std::string url_;
  std::size_t begin_ = 0;
};

} // namespace paylink::test
