#pragma once
#include "domain/deliveries/notice.hpp"
#include "mail/template_text.hpp"

namespace paylink {

/// A notice as a mail to one recipient, in the Workspace's language. If sent again, it has the same id.
mail_message write_notice_mail(const notice& about, const notice_recipient& to, const mail_letterhead& head,
                               timestamp now);

} // namespace paylink
