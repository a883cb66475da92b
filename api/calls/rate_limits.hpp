#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/token_bucket.hpp"
#include "http/wire/message.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace paylink {

/// The limit that a call counts against, and what is left of it.
struct rate_reading {
  std::string_view name; ///< `token`, `address`, `page`.
  bucket_rate rate;
  bucket_level level;

  bool is_allowed() const { return level.is_allowed; }
  /// `RateLimit-Policy` and `RateLimit`; also `Retry-After` if the call is refused. Nothing if there is no limit.
  void append_headers(http_response& response) const;
};

/// Counts calls: by API token, by address for callers without one, and by address for payers' pages, with a higher
/// limit because phones share addresses. Thread-safe. Each node counts for itself.
class rate_limits {
public:
  struct rates {
    bucket_rate token{50, 100}, address{10, 40}, page{200, 400};
  };
  explicit rate_limits(const rates& from)
      : token_{"token", from.token}, address_{"address", from.address}, page_{"page", from.page},
        look_up_{"look-up", {from.address.per_second * look_ups_for_each, from.address.burst * look_ups_for_each}} {}

  rate_reading count_token(token_id token, std::chrono::milliseconds now) { return token_.count(token.view(), now); }
  /// The limit that would refuse a call with this token; none: it would be accepted. Counts nothing.
  std::optional<rate_reading> find_spent(token_id token, std::chrono::milliseconds now) {
    return token_.find_spent(token.view(), now);
  }
  rate_reading count_address(std::string_view peer, std::chrono::milliseconds now);
  rate_reading count_page(std::string_view peer, std::chrono::milliseconds now);

  /// Counts a query that runs before the caller is known: an address has ten for each of its calls, so that only floods
  /// are stopped.
  rate_reading count_look_up(std::string_view peer, std::chrono::milliseconds now);
  /// The token with this digest, if it was valid at its last look-up. This grants nothing: the token is looked up again
  /// for each call, but the look-up is not counted by address, and a call beyond the token's limit is refused before
  /// it.
  std::optional<token_id> known(const std::string& digest);
  void note(const std::string& digest, token_id token);
  void forget(const std::string& digest);

private:
  /// The buckets of one limit. When there are many, full ones are forgotten.
  class buckets {
  public:
    buckets(std::string_view name, const bucket_rate& rate) : name_{name}, rate_{rate} {}
    rate_reading count(std::string_view who, std::chrono::milliseconds now);
    std::optional<rate_reading> find_spent(std::string_view who, std::chrono::milliseconds now);

  private:
    void make_room(std::chrono::milliseconds now);

    const std::string_view name_;
    const bucket_rate rate_;
    std::mutex mutex_;
    std::unordered_map<std::string, token_bucket> of_;
  };

  static constexpr int look_ups_for_each = 10;

  buckets token_, address_, page_, look_up_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, token_id> known_;
};

} // namespace paylink
