#include "tests/mail/mail_server.hpp"

#include "tests/support/scratch_folder.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace paylink::testing {

namespace json = boost::json;

mail_server::mail_server(const std::vector<std::string>& options)
    : folder_{test::make_scratch_folder("paylink-mail-server-")} {
  std::vector<std::string> words{PAYLINK_SOURCE_DIR "/tests/mail/mail_server.py"};
  words.insert(words.end(), options.begin(), options.end());
  process_ = child_process{"/usr/bin/python3", words, {}, (folder_ / "said").string()};
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  while (process_.is_running() && std::chrono::steady_clock::now() < limit) {
    if (const auto lines = said(); !lines.empty()) {
      port_ = static_cast<std::uint16_t>(lines.front().at("port").to_number<int>());
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  throw std::runtime_error{"the mail server does not start"};
}

mail_server::~mail_server() {
  process_.end(SIGKILL);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::vector<json::object> mail_server::said() const {
  std::ifstream in{folder_ / "said"};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  std::vector<json::object> lines;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(json::parse(text.substr(at, end - at)).as_object());
  return lines;
}

std::vector<json::object> mail_server::mails() const {
  auto lines = said();
  lines.erase(lines.begin());
  return lines;
}

} // namespace paylink::testing
