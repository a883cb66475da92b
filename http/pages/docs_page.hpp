#pragma once
#include "http/wire/message.hpp"

namespace paylink {

/// `/docs`: the page that draws `/v1.1/openapi.json`, with scripts and styles from here alone.
http_response render_docs_page();

} // namespace paylink
