#pragma once
#include "domain/values/time.hpp"
#include "http/tools/api_client.hpp"
#include "secrets/hmac.hpp"
#include "tests/cli/program_run.hpp"

#include <boost/json.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace paylink::test {
namespace json = boost::json;

inline const std::string canary_key = "plsk_canary000000000000000000000000000000000000";
inline const std::string canary_secret = "whs_canary000000000000000000000000000000000000";
inline const std::string canary_api_key = "whk_canary000000000000000000000000000000000000";

/// What a running listener prints, readable line by line from another thread.
class line_pipe : public std::streambuf {
public:
  std::string next_line() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return text_.find('\n') != text_.npos; });
    auto line = text_.substr(0, text_.find('\n'));
    text_.erase(0, line.size() + 1);
    return line;
  }

private:
  int_type overflow(int_type c) override {
    char one = traits_type::to_char_type(c);
    xsputn(&one, 1);
    return c;
  }
  std::streamsize xsputn(const char* data, std::streamsize size) override {
    std::lock_guard lock{mutex_};
    text_.append(data, static_cast<std::size_t>(size));
    changed_.notify_all();
    return size;
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
};

/// A listener in its own thread; it has to end by itself, with --count.
class running_listener {
public:
  running_listener(const temporary_folder& folder, std::vector<std::string> more) {
    arguments_ = {"listen", "--listen", "127.0.0.1:0", "--json", "--seen-file", (folder / "seen").string()};
    arguments_.insert(arguments_.end(), more.begin(), more.end());
    variables_ = {{"PAYLINK_SIGNING_KEY", canary_key},
                  {"PAYLINK_WEBHOOK_SECRET", canary_secret},
                  {"PAYLINK_WEBHOOK_API_KEY", canary_api_key},
                  {"XDG_STATE_HOME", folder.path()}};
    ca_file_ = (folder / "paylink/listen/ca.pem").string();
    thread_ = std::thread{[this] { run(); }};
    started_ = json::parse(pipe_.next_line()).as_object();
    url_ = std::string{started_.at("listening").as_string()};
  }
  ~running_listener() {
    if (thread_.joinable()) thread_.join();
  }
  int wait() {
    thread_.join();
    return code_;
  }
  json::object next() { return json::parse(pipe_.next_line()).as_object(); }
  const std::string& url() const { return url_; }
  /// What it said to the person, once it has ended.
  std::string reported() const { return err_.str(); }
  const json::object& started() const { return started_; }

  std::variant<api_answer, unreachable> post(const std::string& body, const std::string& signing_key,
                                             const std::string& id) {
    auto now = std::to_string(unix_seconds(system_wall_clock{}.now()));
    return post(body, {{"X-Service-Timestamp", now},
                       {"X-Service-Signature", hmac_sha256{signing_key}.hex({now, ".", body})},
                       {"X-Service-Event-ID", id},
                       {"X-Service-Attempt", "1"}});
  }
  std::variant<api_answer, unreachable> post(const std::string& body,
                                             std::vector<std::pair<std::string, std::string>> headers) {
    api_client client{{.base_url = url_, .token = {}, .ca_file = ca_file_}};
    return client.send({.method = http_method::post, .target = {}, .body = body, .headers = std::move(headers)});
  }
  unsigned status_of(const std::string& id, const std::string& signing_key = canary_key) {
    return status_of(post(R"({"amount":"150000","currency":"VND","id":")" + id + R"("})", signing_key, id));
  }
  static unsigned status_of(const std::variant<api_answer, unreachable>& outcome) {
    const auto* answer = std::get_if<api_answer>(&outcome);
    return answer ? answer->status : 0;
  }

private:
  void run() {
    std::vector<const char*> words;
    for (const auto& argument : arguments_) words.push_back(argument.c_str());
    std::istringstream in;
    std::ostream out{&pipe_};
    cli::terminal at{in, out, err_, variables_};
    code_ = cli::run_command_line(words, at);
  }

  std::vector<std::string> arguments_;
  environment variables_;
  std::string ca_file_, url_;
  json::object started_;
  line_pipe pipe_;
  std::ostringstream err_;
  int code_ = -1;
  std::thread thread_;
};

} // namespace paylink::test
