#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace paylink::test {

/// Starts a program of a database that refuses to run as root: as the user `postgres`, if we are root. Its output is
/// appended to `log`. It ends with this process, by SIGINT.
pid_t spawn_server(std::vector<std::string> words, const std::filesystem::path& log);

/// Waits for the end of a child and returns its status.
int wait_for_end(pid_t child);

/// Waits until the database that `server` serves takes connections. Throws if it ends before, or takes too long.
void wait_for_database(const std::string& url, pid_t server, const std::filesystem::path& log);

/// A new folder that belongs to the user whom `spawn_server` runs programs as, below `below` or where tests keep their
/// databases.
std::filesystem::path make_server_folder(const std::filesystem::path& below, const std::string& prefix);

} // namespace paylink::test
