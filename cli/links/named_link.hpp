#pragma once
#include "cli/service_call.hpp"

#include <functional>

namespace CLI {
class App;
}

namespace paylink::cli {

/// A payment link as given by the user, and its Workspace.
struct named_link {
  std::string workspace, link;
};

/// Adds the argument `link` and `--workspace`.
void add_link_argument(CLI::App& verb, named_link& named);

/// What a verb does with the link whose API path is `path`.
using use_link = std::function<exit_status(api_client& client, const std::string& path)>;

/// Finds the link by its id, or else asks the service for the one with that public id. Prints an error if there is
/// none, or if the page's address that was given has another host. Throws usage_error if the text names no link.
exit_status with_link(const named_link& named, const service_options& connection, terminal& at, const use_link& use);

} // namespace paylink::cli
