#pragma once
#include "mail/message.hpp"

#include <string>

namespace paylink {

/// The result of sending a mail.
struct mail_outcome {
  enum class kind {
    sent,    ///< A mail server has accepted it.
    written, ///< It was written to a file, and is not sent.
    refused, ///< It will never be accepted: do not retry.
    delayed  ///< Not now; perhaps later.
  };
  kind what = kind::sent;
  std::string reason{};         ///< For the log; contains no secret and no address.
  bool is_nobody_there = false; ///< Delayed because the server did not respond: the next mail would wait as long.
};

/// Sends mails. Blocks: used by one thread, except `stop`.
class mail_transport {
public:
  virtual ~mail_transport() = default;
  virtual mail_outcome send(const mail_message& message) = 0;
  /// Thread-safe: the current mail soon ends as delayed, and no other is started.
  virtual void stop() {}
};

} // namespace paylink
