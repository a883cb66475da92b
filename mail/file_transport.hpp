#pragma once
#include "mail/transport.hpp"

#include <filesystem>

namespace paylink {

/// Writes mails to a folder instead of sending them: `2026-01-31T081530Z-<id>.eml`, for a person or a mail program to
/// open. Files of mode 0600 in a folder of mode 0700; a file gets its name only when it is complete and on disk.
class file_transport final : public mail_transport {
public:
  /// The folder is created with the first mail.
  explicit file_transport(std::filesystem::path folder) : folder_{std::move(folder)} {}
  mail_outcome send(const mail_message& message) override;

private:
  std::filesystem::path folder_;
};

} // namespace paylink
