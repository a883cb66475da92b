#pragma once
#include <string_view>

namespace paylink {

/// Whether a name leads somewhere: it contains an address of the web or of mail, or a number to call, written out or
/// with characters that look the same. People choose the names of their Workspaces and of themselves, and mails show
/// them to others: such a name would make a mail of ours into one of theirs.
bool leads_elsewhere(std::string_view name);

} // namespace paylink
