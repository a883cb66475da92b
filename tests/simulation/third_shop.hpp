#pragma once
#include "persistence/store.hpp"

#include <vector>

namespace paylink::simulation {

/// A Workspace that is there to be deleted: it has an account and a pending link, and nobody pays in it.
struct third_shop {
  explicit third_shop(timestamp now);

  workspace_id workspace;
  std::vector<write_command> opening; ///< What it is made with.
  delete_workspace deletion;
};

} // namespace paylink::simulation
