#pragma once
#include "http/wire/feed_codec.hpp"

namespace paylink {

/// The body of Casso's webhook v2: `data` is one transaction or a list of up to 500; so is v1's, with other names. `id`
/// is the entry's reference, `description` its text, and the sign of `amount` the direction. The bank that it names
/// must not be another than the feed's.
decoded_feed decode_casso(std::string_view body, std::string_view feed);

} // namespace paylink
