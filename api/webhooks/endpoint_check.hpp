#pragma once
#include "api/calls/call.hpp"
#include "api/description/described.hpp"
#include "api/description/forms.hpp"
#include "domain/webhooks/webhook.hpp"

#include <functional>

namespace paylink {

/// In the requests that create or change a webhook.
inline constexpr member_description check_member{
    "check", forms::truth,
    "Whether the endpoint must first accept a signed test event, like that of `…/test`. If it does not return 2xx, "
    "nothing is saved, and a 422 at `url` reports its response. A new endpoint may also return 401, since it does not "
    "know its key yet. The call waits for the endpoint, at most for the timeout of one attempt.",
    presence::optional, "true"};

/// Who receives the test event of a check: a webhook as it will be, with the keys that its requests carry.
struct checked_endpoint {
  std::string url;
  std::shared_ptr<const webhook_target> target;
  webhook_event event; ///< An event that it is told.
  /// A receiver cannot know the key and secret of a webhook that does not exist yet, so its 401 is as it should be.
  bool is_new = false;
};

/// Goes on with the call once the endpoint has taken a signed test event; otherwise refuses it with 422 at `url`.
using after_check = std::function<handled(call_context& context, const attempt& made)>;
handled check_endpoint(call_context& context, const checked_endpoint& of, after_check then);

} // namespace paylink
