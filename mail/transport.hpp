#pragma once
#include "mail/message.hpp"

#include <string>

namespace paylink {

/// What became of a mail.
struct mail_outcome {
  enum class kind {
    sent,    ///< Whoever takes it further has it.
    written, ///< It is a file, for a person to open: nobody takes it further.
    refused, ///< It will never be taken: trying again is useless.
    delayed  ///< Not now; perhaps later.
  };
  kind what = kind::sent;
  std::string reason{};         ///< For the log; holds no secret and no address.
  bool is_nobody_there = false; ///< Delayed because nothing was said to us: the next mail would wait as long.
};

/// Takes mails to where they go. Blocks: used by one thread, but for `stop`.
class mail_transport {
public:
  virtual ~mail_transport() = default;
  virtual mail_outcome send(const mail_message& message) = 0;
  /// From any thread: what is under way ends soon, delayed, and nothing is begun any more.
  virtual void stop() {}
};

} // namespace paylink
