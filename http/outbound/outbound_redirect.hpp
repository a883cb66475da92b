#pragma once
#include "domain/addresses/outbound_url.hpp"

#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// Where a redirect leads, or why it is not followed.
struct redirect_step {
  std::string target;      ///< Empty: not followed.
  bool is_blocked = false; ///< Not followed because the target may not be called.
  std::string refusal;     ///< For people.
};

/// What the decision needs to know about the redirected attempt.
struct redirect_trail {
  const std::vector<std::string>& visited; ///< Every URL of the attempt in order; the last one answered.
  const std::string& first_origin;
  bool follow_to_other_origin;
};

/// Decides on an answer with a status from 300 to 399.
redirect_step decide_redirect(int status, const std::vector<std::pair<std::string, std::string>>& headers,
                              const redirect_trail& trail, const address_policy& policy);

} // namespace paylink
