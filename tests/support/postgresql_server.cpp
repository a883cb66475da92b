#include "tests/support/postgresql_server.hpp"

#include "tests/support/scratch_folder.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <memory>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace paylink::test {
namespace {

const std::string programs = "/usr/lib/postgresql/15/bin/";
constexpr std::chrono::seconds start_limit{60};

// PostgreSQL refuses to run as root.
const passwd* account_of_server() { return ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; }

pid_t spawn(std::vector<std::string> words, const std::filesystem::path& log) {
  const auto* account = account_of_server();
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;

  const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (account && (::setgroups(0, nullptr) != 0 || ::setgid(account->pw_gid) != 0 || ::setuid(account->pw_uid) != 0))
    ::_exit(126);
  // A test that is killed leaves no server behind. SIGINT is PostgreSQL's fast shutdown.
  ::prctl(PR_SET_PDEATHSIG, SIGINT);
  if (::chdir("/") != 0) ::_exit(126);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

std::filesystem::path make_folder(const std::filesystem::path& below) {
  auto folder = below.empty() ? make_scratch_folder("paylink-pg-") : make_scratch_folder_below(below, "paylink-pg-");
  if (const auto* account = account_of_server();
      account && ::chown(folder.c_str(), account->pw_uid, account->pw_gid) != 0)
    throw std::runtime_error{"the temporary folder does not change its owner"};
  return folder;
}

} // namespace

postgresql_server::postgresql_server(std::vector<std::string> settings, const std::filesystem::path& below)
    : folder_{make_folder(below)}, settings_{std::move(settings)} {
  const auto data = (folder_ / "data").string();
  if (wait_for(spawn({programs + "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                      "--locale=C.UTF-8", "--no-sync"},
                     folder_ / "log")) != 0)
    throw std::runtime_error{"initdb failed, see " + (folder_ / "log").string()};
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
  server_ = spawn(std::move(words), folder_ / "log");

  const auto deadline = std::chrono::steady_clock::now() + start_limit;
  while (PQping(url().c_str()) != PQPING_OK) {
    int status = 0;
    if (::waitpid(server_, &status, WNOHANG) == server_ || std::chrono::steady_clock::now() > deadline)
      throw std::runtime_error{"PostgreSQL does not start, see " + (folder_ / "log").string()};
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
}

void postgresql_server::stop(int signal) {
  if (server_ == 0) return;
  ::kill(server_, signal);
  wait_for(server_);
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

std::string postgresql_server::url(const std::string& database) const {
  return "postgresql:///" + database + "?user=postgres&host=" + folder_.string();
}

std::string postgresql_server::create_database(const std::string& name) {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection{PQconnectdb(url().c_str()), &PQfinish};
  const auto sql = "CREATE DATABASE \"" + name + "\" TEMPLATE template0";
  const std::unique_ptr<PGresult, decltype(&PQclear)> made{PQexec(connection.get(), sql.c_str()), &PQclear};
  if (PQresultStatus(made.get()) != PGRES_COMMAND_OK) throw std::runtime_error{PQerrorMessage(connection.get())};
  return url(name);
}

} // namespace paylink::test
