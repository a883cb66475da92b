#pragma once
#include "domain/values/time.hpp"
#include "http/wire/message.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace paylink {

/// Caches recent payer pages, so that a crowd opening one link costs one query and one rendering. A page is used for
/// `lifetime` at most, and not after this node has changed its link. Thread-safe.
class page_cache {
public:
  static constexpr std::chrono::milliseconds lifetime{250};

  /// The cached answer; none: the rows must be read.
  std::optional<http_response> find(const http_request& request, timestamp now) const;

  /// The number of a link's changes; get it before reading the rows.
  std::uint64_t edition_of(std::string_view public_id) const;
  /// Caches the page rendered for a request, unless its link has changed since the edition that was read.
  void keep(const http_request& request, std::uint64_t edition, const http_response& page, timestamp now);
  /// The link has changed.
  void forget(std::string_view public_id);

private:
  struct kept_page {
    std::shared_ptr<const http_response> page;
    timestamp made_at;
  };
  static std::size_t place_of(std::string_view public_id);

  mutable std::mutex mutex_;
  std::unordered_map<std::string, kept_page> pages_; ///< By public id and language.
  std::array<std::uint64_t, 1024> editions_{};       ///< Links that share a slot are invalidated together.
};

} // namespace paylink
