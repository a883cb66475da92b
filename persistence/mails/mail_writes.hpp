#pragma once
#include "persistence/records/mail_records.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// Mails to one person, on the writer's connection: stored in the transaction that is the reason for them, claimed by a
/// mailer, and removed once sent. A claim is not a lock: it only postpones the next try.
class mail_writes {
public:
  explicit mail_writes(connection& db) : db_{db} {}

  void store(const personal_mail& mail, timestamp now);

private:
  connection& db_;
};

} // namespace paylink
