#include "api/calls/router.hpp"

#include <algorithm>

namespace paylink {
namespace {

bool is_parameter(std::string_view part) { return !part.empty() && part.front() == '{'; }

bool takes_rest(std::span<const std::string_view> parts) { return !parts.empty() && parts.back().ends_with("*}"); }

std::vector<std::string_view> split_pattern(std::string_view pattern) {
  std::vector<std::string_view> parts;
  if (pattern.size() < 2) return parts; // the root has no segments
  for (std::size_t at = 1; at <= pattern.size();) {
    const auto end = std::min(pattern.find('/', at), pattern.size());
    parts.push_back(pattern.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::optional<path_parameters> match_parts(std::span<const std::string_view> parts,
                                           std::span<const std::string> segments) {
  path_parameters taken;
  if (takes_rest(parts)) {
    parts = parts.first(parts.size() - 1);
    if (segments.size() < parts.size()) return std::nullopt;
    taken.rest = segments.subspan(parts.size());
    segments = segments.first(parts.size());
  }
  if (parts.size() != segments.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is_parameter(parts[i])) {
      if (taken.count == taken.values.size()) return std::nullopt;
      taken.values[taken.count++] = segments[i];
    } else if (parts[i] != segments[i]) {
      return std::nullopt;
    }
  }
  return taken;
}

/// The leading parts that a path must equal before parameters begin.
std::span<const std::string_view> fixed_prefix(const std::vector<std::string_view>& parts) {
  const auto end = std::ranges::find_if(parts, is_parameter);
  return {parts.begin(), end};
}

} // namespace

std::optional<path_parameters> match_pattern(std::string_view pattern, std::span<const std::string> segments) {
  return match_parts(split_pattern(pattern), segments);
}

path_index::path_index(std::span<const std::string_view> patterns) {
  for (std::size_t position = 0; position < patterns.size(); ++position) {
    auto parts = split_pattern(patterns[position]);
    if (takes_rest(parts)) {
      with_rest_.push_back({std::move(parts), position});
      continue;
    }
    if (by_length_.size() <= parts.size()) by_length_.resize(parts.size() + 1);
    by_length_[parts.size()].push_back({std::move(parts), position});
  }
  // Sorted by their fixed beginnings, so that rows with the same beginning are adjacent and skipped together.
  for (auto& rows : by_length_)
    std::ranges::sort(rows, {}, [](const row& known) {
      const auto beginning = fixed_prefix(known.parts);
      return std::pair{std::vector(beginning.begin(), beginning.end()), known.position};
    });
  std::ranges::stable_sort(with_rest_, std::ranges::greater{}, [](const row& known) { return known.parts.size(); });
}

std::vector<std::pair<std::size_t, path_parameters>>
path_index::find_with_rest(std::span<const std::string> segments) const {
  std::vector<std::pair<std::size_t, path_parameters>> found;
  std::size_t longest = 0;
  for (const auto& [parts, position] : with_rest_) {
    if (parts.size() < longest) break;
    auto taken = match_parts(parts, segments);
    if (!taken) continue;
    longest = parts.size();
    found.emplace_back(position, *taken);
  }
  return found;
}

std::vector<std::pair<std::size_t, path_parameters>> path_index::find(std::span<const std::string> segments) const {
  if (segments.size() >= by_length_.size()) return find_with_rest(segments);
  std::vector<std::pair<std::size_t, path_parameters>> found;
  const auto& rows = by_length_[segments.size()];
  for (auto at = rows.begin(); at != rows.end();) {
    const auto prefix = fixed_prefix(at->parts);
    const bool is_reachable = std::ranges::equal(prefix, segments.first(prefix.size()));
    for (; at != rows.end() && std::ranges::equal(fixed_prefix(at->parts), prefix); ++at) {
      if (!is_reachable) continue;
      if (auto taken = match_parts(at->parts, segments)) found.emplace_back(at->position, *taken);
    }
  }
  if (found.empty()) return find_with_rest(segments);
  std::ranges::sort(found, {}, &std::pair<std::size_t, path_parameters>::first);
  return found;
}

} // namespace paylink
