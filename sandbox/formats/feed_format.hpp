#pragma once
#include "domain/banks/bank.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink::sandbox {

/// How a notification is written and authenticated.
enum class feed_format { native, camt054, sepay, casso };

std::string_view to_text(feed_format format);
std::optional<feed_format> parse_feed_format(std::string_view text);

/// Whether the format can say that the switch refused a payment: only the native one can.
constexpr bool tells_rejections(feed_format format) { return format == feed_format::native; }

/// One notification as it is sent.
struct encoded_entry {
  std::string content_type, body;
  std::vector<std::pair<std::string, std::string>> headers; ///< The provider's authentication.
};

/// Where and when a notification is sent.
struct feed_occasion {
  std::string_view feed;   ///< Code of the bank, or of the switch.
  std::string_view secret; ///< The feed's.
  timestamp now;
};

/// The entry in each format. `native` is its JSON, which the native format sends as it is.
encoded_entry encode_native(std::string_view native, const feed_occasion& when);
encoded_entry encode_camt054(const bank_entry& entry, const feed_occasion& when);
encoded_entry encode_sepay(const bank_entry& entry, const feed_occasion& when);
encoded_entry encode_casso(const bank_entry& entry, const feed_occasion& when);

/// The entry of a native feed's JSON in the format. Throws std::runtime_error if the JSON is not a usable entry.
encoded_entry encode_entry(feed_format format, std::string_view native, const feed_occasion& when);

/// A body with the two headers of the service's own signature: HMAC-SHA256 over `timestamp.body`.
encoded_entry sign_for_the_service(std::string content_type, std::string body, const feed_occasion& when);

/// The number that an aggregator gives an entry: always the same for the same bank reference and account.
std::int64_t aggregator_id(const bank_entry& entry);

} // namespace paylink::sandbox
