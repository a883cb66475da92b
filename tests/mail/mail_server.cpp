#include "tests/mail/mail_server.hpp"

#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/json.hpp>

#include <csignal>
#include <fstream>
#include <stdexcept>

namespace paylink::test {

namespace json = boost::json;

mail_server::mail_server(const std::vector<std::string>& options)
    : folder_{test::make_scratch_folder("paylink-mail-server-")} {
  std::vector<std::string> words{PAYLINK_SOURCE_DIR "/tests/mail/mail_server.py"};
  words.insert(words.end(), options.begin(), options.end());
  process_ = child_process{"/usr/bin/python3", words, {}, (folder_ / "said").string()};
  test::until([this] { return !said().empty() || !process_.is_running(); });
  const auto lines = said();
  if (lines.empty()) throw std::runtime_error{"the mail server does not start"};
  port_ = static_cast<std::uint16_t>(lines.front().at("port").to_number<int>());
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

} // namespace paylink::test
