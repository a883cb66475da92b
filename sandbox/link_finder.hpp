#pragma once
#include "http/tools/api_client.hpp"
#include "sandbox/books/description.hpp"

#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The public id of the link that is named: by its page's address, its public id, or, in the demo Workspaces, whose
/// token the sandbox has, its id (`pl_…`) or reference (`PFSL…`). Empty if there is none. Blocks.
std::string find_public_id(std::string_view name, const description& service, api_client& client);

} // namespace paylink::sandbox
