#pragma once
#include "tests/support/postgresql_server.hpp"

#include <memory>

namespace paylink::load {

/// The server that a measurement starts for itself; null if the backend is another.
inline std::unique_ptr<test::postgresql_server> postgresql_for(const std::string& backend) {
  if (backend != "postgresql") return nullptr;
  return std::make_unique<test::postgresql_server>(std::vector<std::string>{"shared_buffers=256MB", "max_wal_size=4GB"},
                                                   std::filesystem::temp_directory_path());
}

} // namespace paylink::load
