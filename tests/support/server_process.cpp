#include "tests/support/server_process.hpp"

#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace paylink::test {
namespace {

// PostgreSQL refuses to run as root.
const passwd* account_of_server() { return ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; }

} // namespace

pid_t spawn_server(std::vector<std::string> words, const std::filesystem::path& log) {
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

void wait_for_database(const std::string& url, pid_t server, const std::filesystem::path& log) {
  const auto answers = [&] { return PQping(url.c_str()) == PQPING_OK; };
  until([&] { return answers() || ::waitpid(server, nullptr, WNOHANG) == server; });
  if (!answers()) throw std::runtime_error{"the database " + url + " does not start, see " + log.string()};
}

int wait_for_end(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

std::filesystem::path make_server_folder(const std::filesystem::path& below, const std::string& prefix) {
  auto folder = below.empty() ? make_scratch_folder(prefix) : make_scratch_folder_below(below, prefix);
  if (const auto* account = account_of_server();
      account && ::chown(folder.c_str(), account->pw_uid, account->pw_gid) != 0)
    throw std::runtime_error{"the temporary folder does not change its owner"};
  return folder;
}

} // namespace paylink::test
