#include "tests/support/postgresql_server.hpp"

#include "tests/support/server_process.hpp"

#include <csignal>
#include <fstream>
#include <libpq-fe.h>
#include <memory>
#include <stdexcept>

namespace paylink::test {
namespace {

const std::string programs = "/usr/lib/postgresql/15/bin/";

/// The port of the settings, which is part of the socket's name as well.
std::string port_of(const std::vector<std::string>& settings) {
  for (const auto& setting : settings)
    if (setting.starts_with("port=")) return setting.substr(5);
  return "5432";
}

void run(std::vector<std::string> words, const std::filesystem::path& log) {
  const auto program = words.front();
  if (wait_for_end(spawn_server(std::move(words), log)) != 0)
    throw std::runtime_error{program + " failed, see " + log.string()};
}

} // namespace

postgresql_server::postgresql_server(std::vector<std::string> settings, const std::filesystem::path& below)
    : folder_{make_server_folder(below, "paylink-pg-")}, settings_{std::move(settings)} {
  const auto data = (folder_ / "data").string();
  run({programs + "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"},
      folder_ / "log");
  start();
}

postgresql_server::postgresql_server(const postgresql_server& primary, std::vector<std::string> settings)
    : folder_{make_server_folder({}, "paylink-pg-")}, settings_{std::move(settings)} {
  run({programs + "pg_basebackup", "-D", (folder_ / "data").string(), "-R", "-X", "stream", "-c", "fast", "--no-sync",
       "-d", primary.url() + "&application_name=standby"},
      folder_ / "log");
  start();
}

postgresql_server::~postgresql_server() {
  stop(SIGQUIT); // what it holds goes with it: no checkpoint
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void postgresql_server::start() {
  std::vector<std::string> words{programs + "postgres", "-D", (folder_ / "data").string(), "-k", folder_.string()};
  for (const auto& setting :
       {std::string{"listen_addresses="}, std::string{"max_connections=60"}, std::string{"fsync=on"},
        std::string{"shared_buffers=32MB"}, std::string{"restart_after_crash=off"}})
    words.insert(words.end(), {"-c", setting});
  for (const auto& setting : settings_) words.insert(words.end(), {"-c", setting});
  server_ = spawn_server(std::move(words), folder_ / "log");
  wait_for_database(url(), server_, folder_ / "log");
}

void postgresql_server::stop(int signal) {
  if (server_ == 0) return;
  ::kill(server_, signal);
  wait_for_end(server_);
  server_ = 0;
}

void postgresql_server::crash() {
  stop(SIGQUIT); // the server kills its backends at once and writes no checkpoint
}

void postgresql_server::crash_and_restart(std::vector<std::string> settings) {
  crash();
  settings_ = std::move(settings);
  start();
}

void postgresql_server::promote() {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection{PQconnectdb(url().c_str()), &PQfinish};
  const std::unique_ptr<PGresult, decltype(&PQclear)> done{PQexec(connection.get(), "SELECT pg_promote(true)"),
                                                           &PQclear};
  if (PQresultStatus(done.get()) != PGRES_TUPLES_OK) throw std::runtime_error{PQerrorMessage(connection.get())};
}

void postgresql_server::freeze() { send_to_all(SIGSTOP); }
void postgresql_server::thaw() { send_to_all(SIGCONT); }

// Each process of the server is a child of the first, and leads a session of its own.
void postgresql_server::send_to_all(int signal) const {
  ::kill(server_, signal);
  for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
    std::ifstream stat{entry.path() / "stat"};
    pid_t process = 0, parent = 0;
    std::string name, state;
    if (stat >> process >> name >> state >> parent && parent == server_) ::kill(process, signal);
  }
}

std::string postgresql_server::url(const std::string& database) const {
  const auto port = port_of(settings_);
  return "postgresql:///" + database + "?user=postgres&host=" + folder_.string() +
         (port == "5432" ? "" : "&port=" + port);
}

std::string postgresql_server::create_database(const std::string& name) {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection{PQconnectdb(url().c_str()), &PQfinish};
  const auto sql = "CREATE DATABASE \"" + name + "\" TEMPLATE template0";
  const std::unique_ptr<PGresult, decltype(&PQclear)> made{PQexec(connection.get(), sql.c_str()), &PQclear};
  if (PQresultStatus(made.get()) != PGRES_COMMAND_OK) throw std::runtime_error{PQerrorMessage(connection.get())};
  return url(name);
}

} // namespace paylink::test
