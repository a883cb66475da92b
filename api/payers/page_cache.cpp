#include "api/payers/page_cache.hpp"

#include "http/pages/payer_page.hpp"

namespace paylink {

namespace {

/// A few megabytes; beyond it, the cache is cleared.
constexpr std::size_t pages_max = 512;

/// The page itself, not its events, picture or redirect.
bool is_for_page(const http_request& request) {
  return (request.method == http_method::get || request.method == http_method::head) && request.query.empty() &&
         request.segments.size() == 2 && request.segments[0] == "l";
}

std::string key_of(std::string_view public_id, language lang) {
  return std::string{public_id} + (lang == language::vi ? "/vi" : "/en");
}

} // namespace

std::optional<http_response> page_cache::find(const http_request& request, timestamp now) const {
  if (!is_for_page(request)) return std::nullopt;
  const auto key = key_of(request.segments[1], choose_language(request));
  std::shared_ptr<const http_response> page;
  {
    const std::lock_guard held{mutex_};
    const auto found = pages_.find(key);
    if (found == pages_.end() || std::chrono::abs(now - found->second.made_at) >= lifetime) return std::nullopt;
    page = found->second.page;
  }
  return *page;
}

std::uint64_t page_cache::edition_of(std::string_view public_id) const {
  const std::lock_guard held{mutex_};
  return editions_[place_of(public_id)];
}

void page_cache::keep(const http_request& request, std::uint64_t edition, const http_response& page, timestamp now) {
  if (!is_for_page(request)) return;
  const std::string_view public_id = request.segments[1];
  auto key = key_of(public_id, choose_language(request));
  auto kept = std::make_shared<const http_response>(page);
  const std::lock_guard held{mutex_};
  if (editions_[place_of(public_id)] != edition) return;
  if (pages_.size() >= pages_max) pages_.clear();
  pages_.insert_or_assign(std::move(key), kept_page{std::move(kept), now});
}

void page_cache::forget(std::string_view public_id) {
  const std::lock_guard held{mutex_};
  ++editions_[place_of(public_id)];
  pages_.erase(key_of(public_id, language::vi));
  pages_.erase(key_of(public_id, language::en));
}

std::size_t page_cache::place_of(std::string_view public_id) {
  return std::hash<std::string_view>{}(public_id) % std::tuple_size_v<decltype(editions_)>;
}

} // namespace paylink
