#pragma once
#include "domain/identity/access.hpp"
#include "domain/values/byte_budget.hpp"
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
  std::string_view name; ///< `token`, `user`, `address`, `page`; `bytes` and `caller-bytes` count bytes, not calls.
  bucket_rate rate;
  bucket_level level;

  bool is_allowed() const { return level.is_allowed; }
  /// `RateLimit-Policy` and `RateLimit`; also `Retry-After` if the call is refused. Nothing if there is no limit.
  void append_headers(http_response& response) const;
};

/// What a Workspace's bytes are written for. Each has the whole budget: a large import stops no other calls.
enum class written_for { call, statement };

/// Counts calls: by API token, by user of a session, by address for callers without one, and by address for payers'
/// pages, with a higher limit because phones share addresses; and the bytes that calls write, by Workspace and by
/// caller in it. Thread-safe. Each node counts separately.
class rate_limits {
public:
  struct rates {
    bucket_rate token{50, 100}, address{10, 40}, page{200, 400};
    std::int64_t written_per_minute = 16 << 20; ///< Bytes, by Workspace; 0: no limit.
  };
  explicit rate_limits(const rates& from)
      : token_{"token", from.token}, user_{"user", from.token}, address_{"address", from.address},
        page_{"page", from.page},
        look_up_{"look-up", {from.address.per_second * look_ups_for_each, from.address.burst * look_ups_for_each}},
        written_{"bytes", from.written_per_minute}, written_by_caller_{"caller-bytes", from.written_per_minute / 2} {}

  /// Callers are counted by their name (`caller::name`).
  rate_reading count_caller(std::string_view name, std::chrono::milliseconds now) {
    return limit_of(name).count(name, now);
  }
  /// The limit that would refuse a call of this caller; none: it would be accepted. Counts nothing.
  std::optional<rate_reading> find_spent(std::string_view name, std::chrono::milliseconds now) {
    return limit_of(name).find_spent(name, now);
  }
  rate_reading count_address(std::string_view peer, std::chrono::milliseconds now);
  rate_reading count_page(std::string_view peer, std::chrono::milliseconds now);

  /// Counts a query that runs before the caller is known: an address has ten for each of its calls, so that only floods
  /// are stopped.
  rate_reading count_look_up(std::string_view peer, std::chrono::milliseconds now);
  /// The limit that refuses to write more for this Workspace now; none: it may. Counts nothing.
  /// A caller, by its name, may write half of it, so that no token keeps the others from writing.
  std::optional<rate_reading> find_spent_bytes(const workspace_id& of, written_for what, std::chrono::milliseconds now,
                                               std::string_view caller = {});
  void count_bytes(const workspace_id& of, written_for what, std::size_t bytes, std::chrono::milliseconds now,
                   std::string_view caller = {});
  /// The caller whose token or session has this digest, if it was valid at its last look-up. This grants nothing: it is
  /// looked up again for each call, but the look-up is not counted by address, and a call beyond the caller's limit is
  /// refused before it.
  std::optional<std::string> known(const std::string& digest);
  void note(const std::string& digest, std::string_view name);
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

  buckets& limit_of(std::string_view name) { return name.starts_with("usr_") ? user_ : token_; }

  buckets token_, user_, address_, page_, look_up_;
  /// Bytes that each may write in a minute, by key.
  struct byte_limit {
    std::string_view name;
    std::int64_t per_minute;
    std::unordered_map<std::string, byte_budget> of{};

    std::optional<rate_reading> find_spent(const std::string& key, std::chrono::milliseconds now);
    void count(const std::string& key, std::size_t bytes, std::chrono::milliseconds now);
  };
  std::mutex written_mutex_;
  byte_limit written_, written_by_caller_; ///< By purpose and Workspace; and by caller.
  std::mutex known_mutex_;
  std::unordered_map<std::string, std::string> known_;
};

} // namespace paylink
