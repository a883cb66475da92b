#pragma once
#include "domain/values/time.hpp"
#include "http/wire/message.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace paylink {

/// The payer pages of this moment, so that a crowd that opens or reloads one link costs one reading and one rendering.
/// A page is shown for `lifetime` at most, and no longer once this node has changed its link. Safe from any thread.
class page_cache {
public:
  static constexpr std::chrono::milliseconds lifetime{250};

  /// What the request is answered with; none: the rows must be read.
  std::optional<http_response> find(const http_request& request, timestamp now) const;

  /// Counts the changes of a link; asked for before its rows are read.
  std::uint64_t edition_of(std::string_view public_id) const;
  /// Keeps the page that was rendered for a request, unless its link has changed since the edition that was read.
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
  std::array<std::uint64_t, 1024> editions_{};       ///< Links that share a place are forgotten together.
};

} // namespace paylink
