#include "http/feeds/sorted_json.hpp"

#include "domain/values/json_string.hpp"
#include "http/feeds/known_members.hpp"

#include <algorithm>
#include <utility>

namespace paylink {
namespace {

class sorter {
public:
  explicit sorter(json_cursor& cursor) : cursor_{cursor} {}

  bool append_object(std::string& out, int depth_left, bool is_sorted) {
    if (depth_left == 0) return false;
    std::vector<std::pair<std::string, std::string>> members;
    const bool is_read = take_object(cursor_, [&](std::string name) {
      auto& member = members.emplace_back(std::move(name), std::string{});
      return append_value(member.second, depth_left, is_sorted);
    });
    if (!is_read) return false;
    if (is_sorted) std::ranges::sort(members, {}, &std::pair<std::string, std::string>::first);
    out += '{';
    for (std::size_t place = 0; place < members.size(); ++place) {
      if (is_sorted && place > 0 && members[place].first == members[place - 1].first) return false;
      if (place > 0) out += ',';
      append_json_string(out, members[place].first);
      out.append(":").append(members[place].second);
    }
    out += '}';
    return true;
  }

private:
  bool append_value(std::string& out, int depth_left, bool is_sorted) {
    const char first = cursor_.peek();
    if (first == '{') return append_object(out, depth_left - 1, is_sorted);
    if (first == '[') return append_list(out, depth_left - 1);
    if (first == '"') return append_text(out);
    const auto from = cursor_.offset();
    if (!cursor_.skip_value(0)) return false;
    out += cursor_.since(from);
    return true;
  }

  bool append_list(std::string& out, int depth_left) {
    if (depth_left == 0 || !cursor_.take('[')) return false;
    out += '[';
    if (!cursor_.take(']')) {
      do {
        if (out.back() != '[') out += ',';
        if (!append_value(out, depth_left, false)) return false;
      } while (cursor_.take(','));
      if (!cursor_.take(']')) return false;
    }
    out += ']';
    return true;
  }

  bool append_text(std::string& out) {
    json_text text;
    if (!cursor_.take_string(text)) return false;
    std::string unescaped;
    append_unescaped(unescaped, text.raw);
    append_json_string(out, unescaped);
    return true;
  }

  json_cursor& cursor_;
};

} // namespace

std::optional<std::string> sorted_json(std::string_view object) {
  json_cursor cursor{object};
  std::string sorted;
  if (!sorter{cursor}.append_object(sorted, unknown_depth_max, true) || !cursor.is_at_end()) return std::nullopt;
  return sorted;
}

} // namespace paylink
