#include "app/data_folder.hpp"

#include "secrets/hex.hpp"
#include "secrets/random.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace paylink {

namespace {

/// Whether the folder is a sandbox's or a production run's; every data folder has it.
constexpr const char* mode_file = "mode";

std::filesystem::path default_folder() {
  if (const char* state = std::getenv("STATE_DIRECTORY")) return state;
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    return std::filesystem::path{state} / "paylink";
  if (const char* home = std::getenv("HOME")) return std::filesystem::path{home} / ".local/state/paylink";
  throw std::runtime_error{"no data folder: give --data, or set STATE_DIRECTORY or HOME"};
}

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  throw std::runtime_error{file.string() + ": " + what + ": " + std::generic_category().message(errno)};
}

void write_all(int to, const std::filesystem::path& file, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(to, text.data(), text.size());
    if (written < 0) fail(file, "cannot be written");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Whether a folder can be created there: creates one and removes it, because permissions are not enough for /proc and
/// the like.
std::string fault_of_making_below(const std::filesystem::path& folder) {
  auto probe = (folder / ".paylinkd-XXXXXX").string();
  if (::mkdtemp(probe.data()) == nullptr) return std::generic_category().message(errno);
  ::rmdir(probe.c_str());
  return {};
}

} // namespace

std::string fault_of_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  auto nearest = folder;
  while (!std::filesystem::exists(nearest, ignored) && nearest.has_relative_path()) nearest = nearest.parent_path();
  const auto why = [&]() -> std::string {
    if (!std::filesystem::is_directory(nearest, ignored)) return std::generic_category().message(ENOTDIR);
    if (::access(nearest.c_str(), R_OK | W_OK | X_OK) != 0) return std::generic_category().message(errno);
    return nearest == folder ? "" : fault_of_making_below(nearest);
  }();
  return why.empty() ? why
                     : folder.string() + (nearest == folder ? ": cannot be used: " : ": cannot be created: ") + why;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  if (!in) fail(file, "cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write_private_file(const std::filesystem::path& file, const std::string& text) {
  const auto fresh = file.string() + ".new";
  const int to = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (to < 0) fail(fresh, "cannot be created");
  write_all(to, fresh, text);
  if (::fsync(to) != 0) fail(fresh, "cannot be synced");
  ::close(to);
  std::filesystem::rename(fresh, file);
  const int folder = ::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || ::fsync(folder) != 0) fail(file.parent_path(), "cannot be synced");
  ::close(folder);
}

data_folder data_folder::locate(const arguments& asked) {
  return data_folder{std::filesystem::absolute(asked.data.empty() ? default_folder() : asked.data)};
}

std::string data_folder::fault(bool sandbox) const {
  if (auto problem = fault_of_folder(path_); !problem.empty()) return problem;
  try {
    if (std::filesystem::exists(path_ / mode_file)) claim_mode(sandbox);
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  return {};
}

data_folder data_folder::open(const arguments& asked) {
  auto folder = locate(asked);
  std::error_code failed;
  const bool made = std::filesystem::create_directories(folder.path_, failed);
  if (failed) throw std::runtime_error{folder.path_.string() + ": cannot be created: " + failed.message()};
  if (made) std::filesystem::permissions(folder.path_, std::filesystem::perms::owner_all);
  folder.claim_mode(asked.sandbox);
  return folder;
}

data_folder data_folder::find(const arguments& asked) {
  auto folder = locate(asked);
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder.path_, ignored))
    throw std::runtime_error{folder.path_.string() + ": there is no such data folder; check --data"};
  if (!std::filesystem::exists(folder.path_ / mode_file, ignored))
    throw std::runtime_error{folder.path_.string() + " is not a paylinkd data folder; check --data"};
  folder.claim_mode(asked.sandbox);
  return folder;
}

void data_folder::claim_mode(bool sandbox) const {
  const auto file = path_ / mode_file;
  const std::string mine = sandbox ? "sandbox\n" : "production\n";
  if (!std::filesystem::exists(file)) return write_private_file(file, mine);
  if (read_file(file) == mine) return;
  throw std::runtime_error{path_.string() + (sandbox
                                                 ? " holds the data of a production run; give a sandbox another --data"
                                                 : " holds a sandbox; add --sandbox, or give another --data")};
}

std::string data_folder::node_name(const settings& values) const {
  if (!values.cluster.node_name.empty()) return values.cluster.node_name;
  const auto file = path_ / "node";
  if (std::filesystem::exists(file)) {
    auto name = read_file(file);
    while (!name.empty() && name.back() == '\n') name.pop_back();
    return name;
  }
  std::array<unsigned char, 3> random{};
  system_random{}.fill(std::as_writable_bytes(std::span{random}));
  const auto name = "node-" + to_hex(random);
  write_private_file(file, name + "\n");
  return name;
}

std::string data_folder::database_url(const settings& values) const {
  return values.database.url.empty() ? "sqlite://" + (path_ / "paylink.db").string() : values.database.url;
}

std::filesystem::path data_folder::backup_folder(const settings& values) const {
  return values.database.backup_folder.empty() ? path_ / "backups"
                                               : std::filesystem::path{values.database.backup_folder};
}

std::filesystem::path data_folder::master_key_file(const settings& values) const {
  return values.secrets.master_key_file.empty() ? path_ / "master.key"
                                                : std::filesystem::path{values.secrets.master_key_file};
}

} // namespace paylink
