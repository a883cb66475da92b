#include "api/audit/audit_record.hpp"

#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form audit_id_form{.pattern = "^aud_[0-9a-hjkmnp-tv-z]{26}$", .example = "aud_01kkqd9s4t5v6w7x8y9z0a1b2c"};
constexpr form audit_action{.example = "payment_link.cancelled"};
constexpr form acted_from{.example = "203.0.113.7"};
constexpr form audit_details{.type = json_type::object, .example = R"({"note":"paid back"})"};
constexpr form audit_hash{.pattern = "^[0-9a-f]{64}$",
                          .example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"};

constexpr member_description actor_members[]{
    {"type", one_of_words<audit_actor::kind>("user"), "A person, a token, the operator, or the service itself."},
    {"id", forms::text, "The id of the person or token; the operator's name on the machine.", nullable,
     "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"},
};
constexpr record_description actor_record{
    .name = "Actor",
    .sentence = "The actor of an action.",
    .members = actor_members,
};

constexpr member_description audit_members[]{
    {"id", audit_id_form, "The row's id."},
    {"workspace_id", forms::workspace_id, "The Workspace."},
    {"number", forms::number, "Its number in the Workspace's log, which has no gaps.", always, "17"},
    {"actor", forms::record(actor_record), "Who did it."},
    {"action", audit_action, "The action."},
    {"target", forms::text, "The id of the object of the action.", always, "pl_01kkqc0a1bec394e5f6g7h8j9k"},
    {"before", audit_details, "Its state before, without secrets.", nullable},
    {"after", audit_details, "Its state after.", nullable},
    {"address", acted_from, "The address of the caller; `null`: the service itself.", nullable, "203.0.113.7"},
    {"hash", audit_hash, "SHA-256 over this row and the hash of the previous row."},
    {"created_at", forms::time, "When it was done."},
};

/// A stored document; none is `null`.
void append_document(record_writer& record, std::string_view name, const std::string& stored) {
  if (stored.empty())
    record.null(name);
  else
    record.member(name) += stored;
}

} // namespace

constexpr record_description audit_record{
    .name = "AuditRow",
    .sentence = "An action in a Workspace.",
    .members = audit_members,
};

void append_audit_row(std::string& out, const audit_row& row) {
  record_writer written{out};
  written.text("id", row.id.view()).text("workspace_id", row.scope).number("number", row.number);
  record_writer{written.member("actor")}.text("type", to_text(row.by.type)).text_or_null("id", row.by.id).close();
  written.text("action", row.action).text("target", row.target);
  append_document(written, "before", row.was);
  append_document(written, "after", row.became);
  written.text_or_null("address", row.address).text("hash", row.hash).time("created_at", row.at).close();
}

} // namespace paylink
