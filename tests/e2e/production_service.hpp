#pragma once
#include "tests/e2e/operated_service.hpp"
#include "tests/support/scratch_folder.hpp"

#include <csignal>
#include <thread>

namespace paylink::testing {

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
    const auto before = log().size();
    std::vector<std::string> arguments{"--data", (folder_ / "data").string()};
    if (const auto file = folder_ / "paylink.toml"; std::filesystem::exists(file))
      arguments.insert(arguments.end(), {"--config", file.string()});
    daemon_ = child_process{
        PAYLINK_BIN_DIR "/paylinkd", arguments, {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"}}, (folder_ / "log").string()};
    // The line of the log comes before what is printed.
    for (int tries = 0; tries < 3'000 && said_since(before).find("service.ready") == std::string::npos; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds{10});
    const auto said = said_since(before);
    const std::string name = R"("public_url":")";
    const auto at = said.find(name);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, log());
    url_ = said.substr(at + name.size(), said.find('"', at + name.size()) - at - name.size());
    begin_ = before;
  }
  int end() { return daemon_.end(SIGTERM); }

  /// The token of the link that this start has printed; empty if it has printed none.
  std::string printed_token(bool is_expected) const {
    const auto link = url_ + "/console/invitation#";
    for (int tries = 0; tries < (is_expected ? 3'000 : 30); ++tries) {
      const auto said = said_since(begin_);
      const auto at = said.find(link);
      if (at != std::string::npos && said.find('\n', at) != std::string::npos)
        return said.substr(at + link.size(), said.find('\n', at) - at - link.size());
      std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    return {};
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
  std::string said_since(std::size_t begin) const { return log().substr(begin); }

  std::filesystem::path folder_ = test::make_scratch_folder("paylink-production");
  child_process daemon_;
  std::string url_;
  std::size_t begin_ = 0;
};

} // namespace paylink::testing
