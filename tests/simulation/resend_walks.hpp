#pragma once
#include <map>
#include <string>

namespace paylink::simulation {

/// The calls that send many again, of callbacks or of deliveries: while one of a Workspace is under way, as far as its
/// people know, others may be told to wait.
class resend_walks {
public:
  void begin(const std::string& workspace) { ++walks_[workspace].under_way; }
  /// Unless `is_known`, nobody has heard how it ended.
  void end(const std::string& workspace, bool is_known) {
    auto& of = walks_[workspace];
    --of.under_way;
    if (!is_known) of.are_some_unknown = true;
  }
  bool may_be_under_way(const std::string& workspace) const {
    const auto found = walks_.find(workspace);
    return found != walks_.end() && (found->second.under_way > 0 || found->second.are_some_unknown);
  }

private:
  struct walks {
    int under_way = 0;
    bool are_some_unknown = false;
  };
  std::map<std::string, walks> walks_;
};

} // namespace paylink::simulation
