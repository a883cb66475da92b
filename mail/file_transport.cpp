#include "mail/file_transport.hpp"

#include "domain/values/ascii.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace paylink {

namespace {

/// A descriptor that is closed at the end of its scope.
class open_file {
public:
  open_file(const std::filesystem::path& path, int flags) : number_{::open(path.c_str(), flags | O_CLOEXEC, 0600)} {}
  ~open_file() {
    if (number_ >= 0) ::close(number_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;

  bool sync() const { return number_ >= 0 && ::fsync(number_) == 0; }
  bool write(std::string_view text) const {
    while (number_ >= 0 && !text.empty()) {
      const auto written = ::write(number_, text.data(), text.size());
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return number_ >= 0;
  }

private:
  int number_;
};

/// `2026-01-31T081530Z-…`: names sort by time, and the same mail has the same name.
std::string name_of(const mail_message& message) {
  auto moment = format_rfc3339(message.date).substr(0, 19);
  std::erase(moment, ':');
  auto id = message.id.substr(0, message.id.find('@'));
  const auto is_fit = [](char c) { return is_ascii_alphanumeric(c) || c == '.' || c == '_'; };
  std::ranges::replace_if(id, [&](char c) { return !is_fit(c); }, '-');
  return moment + "Z-" + id + ".eml";
}

mail_outcome failed() { return {mail_outcome::kind::delayed, std::strerror(errno)}; }

} // namespace

mail_outcome file_transport::send(const mail_message& message) {
  std::error_code fault;
  if (std::filesystem::create_directories(folder_, fault))
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, fault);
  if (fault) return {mail_outcome::kind::delayed, fault.message()};
  const auto file = folder_ / name_of(message);
  const auto fresh = std::filesystem::path{file}.concat(".new");
  {
    const open_file to{fresh, O_WRONLY | O_CREAT | O_TRUNC};
    if (!to.write(wire_form(message)) || !to.sync()) return failed();
  }
  std::filesystem::rename(fresh, file, fault);
  if (fault) return {mail_outcome::kind::delayed, fault.message()};
  if (!open_file{folder_, O_RDONLY | O_DIRECTORY}.sync()) return failed();
  return {.what = mail_outcome::kind::written};
}

} // namespace paylink
