#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// A mail that the service wrote to a file instead of sending it, decoded. Bytes of anybody's making.
struct read_mail {
  std::string date, from, to, subject, text;
};

/// Reads a mail as the service writes it: one part of text, quoted-printable, with headers of RFC 2047. What is missing
/// is empty.
read_mail parse_mail(std::string_view wire);

/// The last mails in the folder, at most `count`, newest first. Empty while the folder is missing.
std::vector<read_mail> newest_mails(const std::filesystem::path& folder, std::size_t count);

} // namespace paylink::sandbox
