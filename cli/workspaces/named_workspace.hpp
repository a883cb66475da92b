#pragma once
#include "cli/service_call.hpp"

namespace paylink::cli {

/// The Workspace that a verb is about, and how to reach the service.
struct named_workspace {
  service_options connection;
  std::string workspace;
};

/// Adds `--workspace` and the options of the connection.
void add_named_workspace(CLI::App& verb, named_workspace& named);

/// Its path in the API. Throws usage_error.
std::string path_of(const named_workspace& named, const terminal& at);

} // namespace paylink::cli
