#include "api/audit/audit_record.hpp"

#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form audit_id_form{.pattern = "^aud_[0-9a-hjkmnp-tv-z]{26}$", .example = "aud_01kkqd9s4t5v6w7x8y9z0a1b2c"};
constexpr form audit_action{.example = "payment_link.cancelled"};
constexpr form acted_from{.example = "203.0.113.7"};
constexpr form audit_details{.type = json_type::object, .example = R"({"note":"paid back"})"};
constexpr form audit_hash{.pattern = "^[0-9a-f]{64}$",
                          .example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"};

constexpr auto actor_members = members_of<audit_actor>({
    {"type", one_of_words<audit_actor::kind>("user"), get<&audit_actor::type>,
     "A person, a token, the operator, or the service itself."},
    {"id", forms::text, get<&audit_actor::id>, "The id of the person or token; the operator's name on the machine.",
     nullable, "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"},
});
constexpr written_record<audit_actor> actor_record{"Actor", "The actor of an action.", actor_members};

constexpr auto audit_members = members_of<audit_row>({
    {"id", audit_id_form, get<&audit_row::id>, "The row's id."},
    {"workspace_id", forms::workspace_id, get<&audit_row::scope>, "The Workspace."},
    {"number", forms::number, get<&audit_row::number>, "Its number in the Workspace's log, which has no gaps.", always,
     "17"},
    {"actor", actor_record, get<&audit_row::by>, "Who did it."},
    {"action", audit_action, get<&audit_row::action>, "The action."},
    {"target", forms::text, get<&audit_row::target>, "The id of the object of the action.", always,
     "pl_01kkqc0a1bec394e5f6g7h8j9k"},
    {"before", audit_details, [](auto& of) { return written_json{of.was}; }, "Its state before, without secrets.",
     nullable},
    {"after", audit_details, [](auto& of) { return written_json{of.became}; }, "Its state after.", nullable},
    {"address", acted_from, get<&audit_row::address>, "The address of the caller; `null`: the service itself.",
     nullable, "203.0.113.7"},
    {"hash", audit_hash, get<&audit_row::hash>, "SHA-256 over this row and the hash of the previous row."},
    {"created_at", forms::time, get<&audit_row::at>, "When it was done."},
});

} // namespace

constexpr written_record<audit_row> audit_record{"AuditRow", "An action in a Workspace.", audit_members};

} // namespace paylink
