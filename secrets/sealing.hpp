#pragma once
#include "domain/values/random_source.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The operator's master keys, from a file of lines `id base64` (the first is current), mode 0600. Seals and opens
/// secrets with AES-256-GCM, each with a random nonce, bound to the place where they are stored. Thread-safe: each call
/// uses the keys as they were when it began.
class master_keys {
public:
  /// Reads the file, or creates it with one new key. Throws std::runtime_error that says what is wrong: mode, owner, a
  /// malformed line, no key.
  static master_keys load_or_create(const std::filesystem::path& file, random_source& random);
  /// Reads the file; throws if it does not exist.
  static master_keys load(const std::filesystem::path& file);

  /// `<key id>.<base64 of nonce, ciphertext, tag>`. `place` names table, column, row and Workspace; it is
  /// authenticated.
  std::string seal(std::string_view secret, std::string_view place, random_source& random) const;

  /// None if the key is unknown, or the text was changed or moved to another place.
  std::optional<std::string> open(std::string_view sealed, std::string_view place) const;

  /// The same secret, sealed with the current key; none if it cannot be opened. The secret never leaves this call.
  std::optional<std::string> reseal(std::string_view sealed, std::string_view place, random_source& random) const;

  std::string current_id() const;
  bool knows(std::string_view key_id) const;
  const std::filesystem::path& file() const;
  /// Whether `load_or_create` has created the file.
  bool is_new() const;

  /// Adds a new key before the others in the file, and seals with it from then on. Returns its id. It is on disk before
  /// anything is sealed with it. Throws std::runtime_error, and changes nothing, if the file cannot be written or lacks
  /// a key that is in use.
  std::string add_key(random_source& random);

  /// The first step of removing old keys: from here on, values sealed with them do not open. The file still has them,
  /// so a crash restores them.
  void use_current_only();
  /// Undoes that.
  void use_all_again();
  /// The last step: removes them from the file. Throws std::runtime_error.
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

/// The place of the one-time token of a mail, named by the token's digest.
std::string mail_token_place(std::string_view digest);

/// The place of the secret of a user's authenticator app.
std::string totp_secret_place(std::string_view user);

/// The places of a webhook's API key and secret, for sealing and opening.
std::string webhook_api_key_place(std::string_view workspace, std::string_view key_id);
std::string webhook_secret_place(std::string_view workspace, std::string_view key_id);

/// The place of the canary, which shows whether the master keys belong to a database, and its text.
inline constexpr std::string_view canary_place = "master_key_canary|sealed|1|";
inline constexpr std::string_view canary_text = "paylink";

} // namespace paylink
