#include "tests/support/pgbouncer.hpp"

#include "tests/support/server_process.hpp"

#include <csignal>
#include <fstream>

namespace paylink::test {
pgbouncer::pgbouncer(const postgresql_server& behind, const std::string& mode)
    : folder_{make_server_folder({}, "paylink-pool-")} {
  std::ofstream{folder_ / "users"} << "\"postgres\" \"\"\n";
  std::ofstream{folder_ / "pgbouncer.ini"}
      << "[databases]\n* = host=" << behind.folder().string()
      << " user=postgres\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = " << folder_.string()
      << "\nauth_type = any\nauth_file = " << (folder_ / "users").string() << "\npool_mode = " << mode << "\n";
  process_ = spawn_server({"/usr/sbin/pgbouncer", (folder_ / "pgbouncer.ini").string()}, folder_ / "log");
  wait_for_database(url(), process_, folder_ / "log");
}

pgbouncer::~pgbouncer() {
  ::kill(process_, SIGKILL);
  wait_for_end(process_);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string pgbouncer::url(const std::string& database) const {
  return "postgresql:///" + database + "?user=postgres&port=6432&host=" + folder_.string();
}

} // namespace paylink::test
