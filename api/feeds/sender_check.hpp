#pragma once
#include "domain/values/time.hpp"
#include "http/feeds/feed_formats.hpp"
#include "http/wire/message.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// What a request's head says of who sends it.
struct sender_claim {
  std::string fault{};                  ///< Why no connector sends this, in a sentence; empty: one may.
  std::optional<timestamp> signed_at{}; ///< None: its way of proof has no time.
};

/// Whether a request comes from whom the feed's secret was shared with, in one format's way.
class sender_check {
public:
  virtual ~sender_check() = default;

  /// All that the head alone can show. Thread-safe.
  virtual sender_claim read_head(const http_request& head) const = 0;
  /// Why the whole request is not the sender's, in a sentence; empty: it is. Its head was sound. For one thread.
  virtual std::string fault_of(const http_request& request) = 0;
  /// What holds the time in its requests.
  virtual std::string name_of_time() const = 0;
};

/// `brand` names our own headers.
std::unique_ptr<sender_check> make_sender_check(feed_proof proof, std::string_view secret, std::string_view brand);

} // namespace paylink
