#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace paylink::test {

/// A PostgreSQL 15 of its own, on a socket in a temporary folder; it stops, and its folder goes, with this object.
class postgresql_server {
public:
  /// Starts it; `settings` are further ones of the server, `fsync=off`. Its folder is made below `below`, or where
  /// tests keep their databases. Throws std::runtime_error when it does not start.
  explicit postgresql_server(std::vector<std::string> settings = {}, const std::filesystem::path& below = {});
  /// A standby of `primary`, which follows it as `standby` (the name that `synchronous_standby_names` takes).
  postgresql_server(const postgresql_server& primary, std::vector<std::string> settings);
  postgresql_server(const postgresql_server&) = delete;
  postgresql_server& operator=(const postgresql_server&) = delete;
  ~postgresql_server();

  /// `postgresql:///name?host=…`.
  std::string url(const std::string& database = "postgres") const;
  /// Makes an empty database and returns its URL.
  std::string create_database(const std::string& name);
  /// Ends being a standby: takes writes from here on.
  void promote();
  /// Lets every process of it stand still, and go on.
  void freeze();
  void thaw();
  /// Its first process, the parent of all the others.
  pid_t pid() const { return server_; }
  /// The folder of its socket, `.s.PGSQL.5432`.
  const std::filesystem::path& folder() const { return folder_; }

  /// Kills every backend and the server without a word, as a crash does, and starts it again with the same data, and
  /// with further settings in place of the former ones.
  void crash_and_restart(std::vector<std::string> settings = {});
  /// The two halves of it, for callers with something to do in between.
  void crash();
  void start();

private:
  void stop(int signal);
  void send_to_all(int signal) const;

  std::filesystem::path folder_;
  std::vector<std::string> settings_;
  pid_t server_ = 0;
};

} // namespace paylink::test
