#include "domain/health/shared_settings.hpp"

#include <algorithm>
#include <map>

namespace paylink {

namespace {

/// The nodes with one value of a setting.
struct like_minded {
  std::size_t count = 0;
  timestamp first_began = timestamp::max();
  std::string first_incarnation;
};

bool outweighs(const like_minded& one, const like_minded& other) {
  if (one.count != other.count) return one.count > other.count;
  return std::tie(one.first_began, one.first_incarnation) < std::tie(other.first_began, other.first_incarnation);
}

using by_value = std::map<std::string_view, like_minded>;

std::map<std::string_view, by_value> group(std::span<const node_prints> all) {
  std::map<std::string_view, by_value> groups;
  for (const auto& node : all)
    for (const auto& [setting, print] : node.prints) {
      auto& group = groups[setting][print];
      ++group.count;
      if (std::tie(node.began_at, node.incarnation) < std::tie(group.first_began, group.first_incarnation)) {
        group.first_began = node.began_at;
        group.first_incarnation = node.incarnation;
      }
    }
  return groups;
}

std::string_view usual_value(const by_value& values) {
  return std::ranges::max_element(
             values, [](const auto& one, const auto& other) { return outweighs(other.second, one.second); })
      ->first;
}

} // namespace

std::vector<odd_node> find_odd_nodes(std::span<const node_prints> all) {
  const auto groups = group(all);
  std::vector<odd_node> odd;
  for (const auto& node : all) {
    odd_node found{node.incarnation, node.node, {}};
    for (const auto& [setting, print] : node.prints)
      if (usual_value(groups.at(setting)) != print) found.settings.push_back(setting);
    if (found.settings.empty()) continue;
    std::ranges::sort(found.settings);
    odd.push_back(std::move(found));
  }
  std::ranges::sort(odd, {}, &odd_node::incarnation);
  return odd;
}

bool makes_verdicts(std::string_view setting) { return setting.starts_with("outbound."); }

} // namespace paylink
