#pragma once
#include "http/wire/feed_codec.hpp"

namespace paylink {

/// The body of SePay's webhook: one JSON object, one transaction. Its `id` is the entry's reference, `content` its
/// text, `subAccount` the virtual account. `gateway` must not name another bank than the feed's; on the switch's feed
/// it says which bank it is.
decoded_feed decode_sepay(std::string_view body, std::string_view feed);

} // namespace paylink
