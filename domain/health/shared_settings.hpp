#pragma once
#include "domain/values/time.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// Settings that should be the same on all nodes of a database, each with a fingerprint of its value, in any order.
using setting_prints = std::vector<std::pair<std::string, std::string>>;

/// An incarnation among those that share a database.
struct node_prints {
  std::string incarnation;
  std::string node; ///< Its name.
  timestamp began_at;
  setting_prints prints;
};

/// In which settings a node is not like most others; among equally many, not like the incarnation that began first.
struct odd_node {
  std::string incarnation, node;
  std::vector<std::string> settings; ///< Names, in alphabetical order.
  bool operator==(const odd_node&) const = default;
};

/// The nodes that differ, in the order of their incarnations. A setting that a node does not name is not compared: its
/// version does not know it.
std::vector<odd_node> find_odd_nodes(std::span<const node_prints> all);

/// Whether a node's verdicts on receivers follow from this setting.
bool makes_verdicts(std::string_view setting);

} // namespace paylink
