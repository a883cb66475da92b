#pragma once
#include "sandbox/mails/mail_file.hpp"

#include <span>
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The page of the mails that the service wrote. Addresses below `service_url` are links, and no others: a mail quotes
/// what people have written.
std::string render_mailbox(std::span<const read_mail> mails, std::string_view service_url);

} // namespace paylink::sandbox
