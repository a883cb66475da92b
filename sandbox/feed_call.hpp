#pragma once
#include "http/tools/api_client.hpp"
#include "sandbox/books/description.hpp"
#include "sandbox/books/feed_sender.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace paylink::sandbox {

/// The call that notifies the service: in its format, signed with the feed's secret, on a kept connection for each
/// feed. For one thread.
class feed_call {
public:
  explicit feed_call(const std::filesystem::path& directory) : description_{directory} {}

  std::variant<acknowledgement, std::string> operator()(const notification& content);

private:
  struct line {
    std::string url;
    api_client client;
  };
  description_file description_;
  std::map<std::string, line> lines_; ///< By feed.
};

/// The meaning of the service's answer to one entry; the text says why it is not an acknowledgement.
std::variant<acknowledgement, std::string> read_feed_answer(const api_answer& answer, timestamp now);

} // namespace paylink::sandbox
