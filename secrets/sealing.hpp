#pragma once
#include "domain/random_source.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// The operator's master keys, from a file of lines `id base64` (the first is current), mode 0600. Seals and opens
/// secrets with AES-256-GCM, a random nonce each, bound to the place where they are stored.
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

  std::string_view current_id() const;

  master_keys(master_keys&&) noexcept;
  master_keys& operator=(master_keys&&) noexcept;
  ~master_keys();

private:
  struct key_ring;
  explicit master_keys(std::unique_ptr<key_ring> ring);
  std::unique_ptr<key_ring> ring_;
};

/// The place of a Workspace's signing key, for sealing and opening.
std::string signing_key_place(std::string_view workspace, std::string_view key_id);

} // namespace paylink
