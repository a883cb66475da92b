#pragma once
#include "domain/values/random_source.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The operator's master keys, from a file of lines `id base64` (the first is current), mode 0600. Seals and opens
/// secrets with AES-256-GCM, a random nonce each, bound to the place where they are stored. Safe from any thread: each
/// call works with the keys as they were when it began.
class master_keys {
public:
  /// Reads the file; makes it, with one new key, when it does not exist. Throws std::runtime_error with what is wrong:
  /// mode, owner, a malformed line, no key.
  static master_keys load_or_create(const std::filesystem::path& file, random_source& random);
  /// Reads the file; throws when it does not exist.
  static master_keys load(const std::filesystem::path& file);

  /// `<key id>.<base64 of nonce, ciphertext, tag>`. `place` names table, column, row and Workspace; it is
  /// authenticated.
  std::string seal(std::string_view secret, std::string_view place, random_source& random) const;

  /// None when the key is unknown, or the text was changed or moved to another place.
  std::optional<std::string> open(std::string_view sealed, std::string_view place) const;

  /// The same secret, sealed with the current key; none when it cannot be opened. It never leaves this call.
  std::optional<std::string> reseal(std::string_view sealed, std::string_view place, random_source& random) const;

  std::string current_id() const;
  bool knows(std::string_view key_id) const;
  const std::filesystem::path& file() const;
  /// Whether `load_or_create` has made the file.
  bool is_new() const;

  /// Puts a new key in front of the others in the file, and seals with it from then on. Returns its id. It is on disk
  /// before anything is sealed with it. Throws std::runtime_error, and nothing has changed, when the file cannot be
  /// written or has lost a key that is in use.
  std::string add_key(random_source& random);

  /// How old keys go. From here on nothing that they have sealed opens; the file still has them, so that a crash brings
  /// them back.
  void use_current_only();
  /// Takes that back.
  void use_all_again();
  /// Then removes them from the file. Throws std::runtime_error.
  void remove_others_from_file();

  master_keys(master_keys&&) noexcept;
  master_keys& operator=(master_keys&&) noexcept;
  ~master_keys();

private:
  struct key_ring;
  struct state;
  explicit master_keys(std::unique_ptr<state> made);
  std::shared_ptr<const key_ring> ring() const;
  void use(std::shared_ptr<const key_ring> keys);
  void reload();
  std::unique_ptr<state> state_;
};

/// The place of a Workspace's signing key, for sealing and opening.
std::string signing_key_place(std::string_view workspace, std::string_view key_id);

/// The place of the text that tells whether the master keys are those of a database, and the text.
inline constexpr std::string_view canary_place = "master_key_canary|sealed|1|";
inline constexpr std::string_view canary_text = "paylink";

} // namespace paylink
