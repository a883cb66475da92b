#include "secrets/key_file.hpp"
#include "secrets/base64.hpp"
#include "secrets/hex.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace paylink {
namespace {

constexpr std::size_t file_bytes_max = 16'384;
constexpr std::size_t id_characters_max = 32;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error{"master key file " + file.string() + ": " + what};
}

[[noreturn]] void refuse_errno(const std::filesystem::path& file, const char* doing) {
  refuse(file, std::string{doing} + ": " + std::generic_category().message(errno));
}

class descriptor {
public:
  explicit descriptor(int number) : number_{number} {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

private:
  int number_;
};

/// Text that holds keys: wiped when it goes.
struct wiped_text {
  std::string text;
  ~wiped_text() { OPENSSL_cleanse(text.data(), text.size()); }
};

void check_protection(const std::filesystem::path& file, int number) {
  struct stat about{};
  if (::fstat(number, &about) != 0) refuse_errno(file, "cannot be looked at");
  if (!S_ISREG(about.st_mode)) refuse(file, "is not a regular file");
  if (about.st_uid != ::geteuid() && about.st_uid != 0) refuse(file, "belongs to another user");
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    refuse(file, "others than its owner have rights on it; run: chmod 600 " + file.string());
}

void read_all(const std::filesystem::path& file, int number, std::string& into) {
  into.resize(file_bytes_max + 1);
  std::size_t size = 0;
  while (size < into.size()) {
    const auto got = ::read(number, into.data() + size, into.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_errno(file, "cannot be read");
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > file_bytes_max) refuse(file, "is larger than a key file can be");
  into.resize(size);
}

bool is_key_id(std::string_view text) {
  return !text.empty() && text.size() <= id_characters_max && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
  });
}

/// None in place of a message that would quote the line: the line is a secret.
bool parse_line(std::string_view line, master_key& key) {
  const auto space = line.find(' ');
  if (space == std::string_view::npos || !is_key_id(line.substr(0, space))) return false;
  auto bytes = from_base64(line.substr(space + 1));
  const bool fits = bytes && bytes->size() == key.bytes.size();
  if (fits) {
    key.id = line.substr(0, space);
    std::ranges::copy(*bytes, key.bytes.begin());
  }
  if (bytes) OPENSSL_cleanse(bytes->data(), bytes->size());
  return fits;
}

void write_all(const std::filesystem::path& file, int number, std::string_view text) {
  while (!text.empty()) {
    const auto put = ::write(number, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse_errno(file, "cannot be written");
    text.remove_prefix(static_cast<std::size_t>(put));
  }
}

void sync_folder(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
  const descriptor opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!opened.is_open() || ::fsync(opened.number()) != 0) refuse_errno(file, "its folder cannot be synchronized");
}

} // namespace

master_key::~master_key() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

std::vector<master_key> read_key_file(const std::filesystem::path& file) {
  const descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.is_open()) refuse_errno(file, "cannot be opened");
  check_protection(file, opened.number());
  wiped_text content;
  read_all(file, opened.number(), content.text);

  std::vector<master_key> keys;
  std::size_t number = 0;
  for (std::string_view rest = content.text; !rest.empty();) {
    const auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    master_key key;
    if (!parse_line(line, key))
      refuse(file, "line " + std::to_string(number) + " is not `id base64` with a key of 32 bytes");
    if (std::ranges::any_of(keys, [&key](const master_key& known) { return known.id == key.id; }))
      refuse(file, "line " + std::to_string(number) + " repeats the id " + key.id);
    keys.push_back(std::move(key));
  }
  if (keys.empty()) refuse(file, "holds no key");
  return keys;
}

void create_key_file(const std::filesystem::path& file, random_source& random) {
  std::array<unsigned char, 32> key{};
  std::array<unsigned char, 8> names{};
  random.fill(std::as_writable_bytes(std::span{key}));
  random.fill(std::as_writable_bytes(std::span{names}));
  const auto name = to_hex(names);
  wiped_text line{"k" + name.substr(0, 8) + " " + to_base64(key) + "\n"};
  OPENSSL_cleanse(key.data(), key.size());

  // Written under another name and linked when it is on disk: a crash never leaves half a key under the real name.
  auto draft = file;
  draft += "." + name;
  const descriptor opened{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  if (!opened.is_open()) refuse_errno(file, "cannot be made");
  struct remover {
    const std::filesystem::path& path;
    ~remover() { ::unlink(path.c_str()); }
  } const removed{draft};
  write_all(file, opened.number(), line.text);
  if (::fsync(opened.number()) != 0) refuse_errno(file, "cannot be synchronized");
  if (::link(draft.c_str(), file.c_str()) != 0 && errno != EEXIST) refuse_errno(file, "cannot be made");
  sync_folder(file);
}

} // namespace paylink
