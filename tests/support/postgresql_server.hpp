#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace paylink::test {

/// A PostgreSQL 15 of its own, on a socket in a temporary folder; it stops, and its folder goes, with this object.
class postgresql_server {
public:
  /// Starts it; `settings` are further ones of the server, `fsync=off`. Throws std::runtime_error when it does not start.
  explicit postgresql_server(std::vector<std::string> settings = {});
  postgresql_server(const postgresql_server&) = delete;
  postgresql_server& operator=(const postgresql_server&) = delete;
  ~postgresql_server();

  /// `postgresql:///name?host=…`.
  std::string url(const std::string& database = "postgres") const;
  /// Makes a database, empty or a copy of another one, and returns its URL.
  std::string create_database(const std::string& name, const std::string& copy_of = "template0");

  /// Kills every backend and the server without a word, as a crash does, and starts it again with the same data.
  void crash_and_restart();

private:
  void start();
  void stop(int signal);

  std::filesystem::path folder_;
  std::vector<std::string> settings_;
  pid_t server_ = 0;
};

} // namespace paylink::test
