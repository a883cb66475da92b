#include "domain/addresses/url_reference.hpp"

#include "domain/addresses/outbound_url.hpp"
#include "domain/values/ascii.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr bool is_scheme_character(char c) { return is_ascii_alphanumeric(c) || c == '+' || c == '-' || c == '.'; }

/// Drops the last segment of a path with the slash before it.
void drop_segment(std::string& path) {
  const auto slash = path.rfind('/');
  path.resize(slash == path.npos ? 0 : slash);
}

/// RFC 3986, 5.2.4.
std::string remove_dot_segments(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  while (!path.empty()) {
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./") || path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path.starts_with("/../")) {
      path.remove_prefix(3);
      drop_segment(out);
    } else if (path == "/.." || path == "/.") {
      if (path == "/..") drop_segment(out);
      path = "/";
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      const auto length = std::min(path.find('/', 1), path.size());
      out.append(path.substr(0, length));
      path.remove_prefix(length);
    }
  }
  return out;
}

/// RFC 3986, 5.2.3: the reference replaces everything after the base's last slash.
std::string merge_paths(const url_parts& base, std::string_view path) {
  if (base.authority && base.path.empty()) return std::string{"/"}.append(path);
  const auto slash = base.path.rfind('/');
  const auto kept = slash == base.path.npos ? std::string_view{} : base.path.substr(0, slash + 1);
  return std::string{kept}.append(path);
}

} // namespace

url_parts split_url(std::string_view text) {
  url_parts parts;
  if (const auto hash = text.find('#'); hash != text.npos) {
    parts.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (const auto mark = text.find('?'); mark != text.npos) {
    parts.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  if (const auto colon = text.find(':'); colon != text.npos) {
    const auto scheme = text.substr(0, colon);
    if (!scheme.empty() && is_ascii_letter(scheme.front()) && std::ranges::all_of(scheme, is_scheme_character)) {
      parts.scheme = scheme;
      text.remove_prefix(colon + 1);
    }
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    parts.authority = text.substr(0, text.find('/'));
    text.remove_prefix(parts.authority->size());
  }
  parts.path = text;
  return parts;
}

std::optional<std::string> resolve_location(std::string_view base_url, std::string_view location) {
  // A backslash is not allowed in a URL, and browsers read it as a slash: refuse it instead of guessing.
  const auto is_allowed = [](char c) { return c > 0x20 && c < 0x7f && c != '\\'; };
  if (location.empty() || !std::ranges::all_of(location, is_allowed)) return std::nullopt;
  const auto base = split_url(base_url);
  const auto reference = split_url(location);

  auto authority = reference.authority;
  auto query = reference.query;
  std::string path;
  if (!reference.scheme.empty() || reference.authority) {
    path = remove_dot_segments(reference.path);
  } else {
    authority = base.authority;
    if (reference.path.empty()) {
      path = base.path;
      if (!query) query = base.query;
    } else if (reference.path.starts_with('/')) {
      path = remove_dot_segments(reference.path);
    } else {
      path = remove_dot_segments(merge_paths(base, reference.path));
    }
  }

  std::string target{reference.scheme.empty() ? base.scheme : reference.scheme};
  target += ':';
  if (authority) target.append("//").append(*authority);
  target += path;
  if (query) target.append("?").append(*query);
  return target;
}

} // namespace paylink
