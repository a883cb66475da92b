#pragma once
#include "http/wire/message.hpp"

namespace paylink {

/// `/console/…`: the pages that mailed links open. One document for all; its script knows the page by the address, and
/// takes the token out of the part that browsers send to nobody.
http_response render_console_page(bool is_sandbox);

} // namespace paylink
