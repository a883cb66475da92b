#pragma once
#include "domain/deliveries/notice.hpp"
#include "mail/message.hpp"

namespace paylink {

/// What the mails of a node have in common.
struct mail_letterhead {
  mailbox from;
  std::string brand;
  std::string public_url; ///< The base of links.
};

/// A notice as a mail to one recipient, in the Workspace's language. If sent again, it has the same id.
mail_message write_notice_mail(const notice& about, const notice_recipient& to, const mail_letterhead& head,
                               timestamp now);

} // namespace paylink
