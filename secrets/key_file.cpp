#include "secrets/key_file.hpp"
#include "domain/values/ascii.hpp"
#include "secrets/base64.hpp"
#include "secrets/hex.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/file.h>
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

/// Text with keys: wiped on destruction.
struct wiped_text {
  std::string text;
  ~wiped_text() { OPENSSL_cleanse(text.data(), text.size()); }
};

struct stat check_protection(const std::filesystem::path& file, int number) {
  struct stat about{};
  if (::fstat(number, &about) != 0) refuse_errno(file, "cannot be looked at");
  if (!S_ISREG(about.st_mode)) refuse(file, "is not a regular file");
  if (about.st_uid != ::geteuid() && about.st_uid != 0) refuse(file, "belongs to another user");
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    refuse(file, "users other than its owner have access to it; run: chmod 600 " + file.string());
  return about;
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
  if (size > file_bytes_max) refuse(file, "is too large for a key file");
  into.resize(size);
}

bool is_key_id(std::string_view text) {
  return !text.empty() && text.size() <= id_characters_max &&
         std::ranges::all_of(text, [](char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '_'; });
}

/// Returns none instead of an error that would quote the line: the line is a secret.
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

bool is_key_line(std::string_view line) { return !line.empty() && line != "\r" && !line.starts_with('#'); }

/// Calls `use` with each line, without its end, and its number.
template <class Use>
void each_line(std::string_view text, Use use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    use(text.substr(0, end), number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

std::vector<master_key> parse_keys(const std::filesystem::path& file, std::string_view text) {
  std::vector<master_key> keys;
  each_line(text, [&](std::string_view line, std::size_t number) {
    if (!is_key_line(line)) return;
    if (line.ends_with('\r')) line.remove_suffix(1);
    master_key key;
    if (!parse_line(line, key))
      refuse(file, "line " + std::to_string(number) + " is not `id base64` with a key of 32 bytes");
    if (std::ranges::any_of(keys, [&key](const master_key& known) { return known.id == key.id; }))
      refuse(file, "line " + std::to_string(number) + " repeats the id " + key.id);
    keys.push_back(std::move(key));
  });
  if (keys.empty()) refuse(file, "contains no key");
  return keys;
}

/// The file as it is, with the keys in it.
struct key_text {
  wiped_text content;
  std::vector<master_key> keys;
  struct stat about{};
};

void read_keys(const std::filesystem::path& file, key_text& into) {
  const descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.is_open()) refuse_errno(file, "cannot be opened");
  into.about = check_protection(file, opened.number());
  read_all(file, opened.number(), into.content.text);
  into.keys = parse_keys(file, into.content.text);
}

/// One new key as a line, and its id.
struct new_line {
  explicit new_line(random_source& random) {
    std::array<unsigned char, 32> key{};
    std::array<unsigned char, 4> name{};
    random.fill(std::as_writable_bytes(std::span{key}));
    random.fill(std::as_writable_bytes(std::span{name}));
    id = "k" + to_hex(name);
    line.text = id + " " + to_base64(key) + "\n";
    OPENSSL_cleanse(key.data(), key.size());
  }
  std::string id;
  wiped_text line;
};

/// Removes a draft, unless it got its final name.
struct draft_remover {
  const std::filesystem::path& path;
  ~draft_remover() { ::unlink(path.c_str()); }
};

/// Writes a draft that only its owner may read, on disk when this returns.
void write_draft(const std::filesystem::path& file, const std::filesystem::path& draft, std::string_view text,
                 const struct stat* owner) {
  const descriptor opened{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  if (!opened.is_open()) refuse_errno(file, "a draft beside it cannot be created");
  // If root runs this, the file must still belong to the service's user.
  if (owner != nullptr && owner->st_uid != ::geteuid() && ::fchown(opened.number(), owner->st_uid, owner->st_gid) != 0)
    refuse_errno(file, "its owner cannot be kept");
  write_all(file, opened.number(), text);
  if (::fsync(opened.number()) != 0) refuse_errno(file, "cannot be synchronized");
}

/// Replaces the file by the result of `edit`. A concurrent call waits: two at once would lose a key.
template <class Edit>
void rewrite(const std::filesystem::path& given, Edit edit) {
  std::error_code failed;
  const auto file = std::filesystem::canonical(given, failed); // a link to the file stays one
  if (failed) refuse(given, "cannot be found: " + failed.message());
  const descriptor folder{::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.is_open() || ::flock(folder.number(), LOCK_EX) != 0) refuse_errno(file, "its folder cannot be locked");
  key_text found;
  read_keys(file, found);
  wiped_text edited;
  edited.text.reserve(found.content.text.size() + 256); // so that no copy is left behind as it grows
  edit(found, edited.text);
  if (edited.text.size() > file_bytes_max) refuse(file, "would hold too many keys; remove old ones first");
  parse_keys(file, edited.text);
  auto draft = file;
  draft += ".new";
  ::unlink(draft.c_str()); // left by a crash
  const draft_remover removed{draft};
  write_draft(file, draft, edited.text, &found.about);
  if (::rename(draft.c_str(), file.c_str()) != 0) refuse_errno(file, "cannot be replaced");
  if (::fsync(folder.number()) != 0) refuse_errno(file, "its folder cannot be synchronized");
}

} // namespace

master_key::~master_key() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

std::vector<master_key> read_key_file(const std::filesystem::path& file) {
  key_text found;
  read_keys(file, found);
  return std::move(found.keys);
}

void create_key_file(const std::filesystem::path& file, random_source& random) {
  const new_line made{random};
  // Written under another name and linked when it is on disk: a crash never leaves half a key under the real name.
  auto draft = file;
  draft += "." + made.id;
  const draft_remover removed{draft};
  write_draft(file, draft, made.line.text, nullptr);
  if (::link(draft.c_str(), file.c_str()) != 0 && errno != EEXIST) refuse_errno(file, "cannot be created");
  sync_folder(file);
}

std::string add_key_in_front(const std::filesystem::path& file, std::span<const master_key> in_use,
                             random_source& random) {
  const new_line made{random};
  rewrite(file, [&](const key_text& found, std::string& edited) {
    for (const auto& key : in_use)
      if (std::ranges::none_of(found.keys,
                               [&key](const auto& kept) { return kept.id == key.id && kept.bytes == key.bytes; }))
        refuse(file, "has lost the key " + key.id + ", which is in use: put its line back first");
    edited.append(made.line.text).append(found.content.text);
  });
  return made.id;
}

void keep_key_alone(const std::filesystem::path& file, std::string_view id) {
  rewrite(file, [&](const key_text& found, std::string& edited) {
    if (found.keys.front().id != id) refuse(file, "does not begin with the key that is in use");
    each_line(found.content.text, [&](std::string_view line, std::size_t) {
      if (is_key_line(line) && line.substr(0, line.find(' ')) != id) return;
      edited.append(line).push_back('\n');
    });
  });
}

} // namespace paylink
