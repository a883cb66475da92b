#include "persistence/workspaces/workspace_writes.hpp"

#include "domain/deliveries/notice.hpp"
#include "domain/plans/plan_change.hpp"
#include "domain/plans/quota_notice.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

/// What can be changed, as the audit log tells it.
std::string described(const workspace& record) {
  std::string text = R"({"name":)";
  append_json_string(text, record.name);
  text += R"(,"description":)";
  append_json_string(text, record.description);
  text.append(R"(,"language":")").append(to_text(record.lang)).append(R"(","notifications_off":[)");
  bool is_first = true;
  const auto add_if_off = [&](std::uint32_t bit, std::string_view name) {
    if ((record.notices_off & bit) == 0) return;
    text.append(is_first ? "\"" : ",\"").append(name).append("\"");
    is_first = false;
  };
  for (const auto kind : notice_kinds) add_if_off(1U << static_cast<unsigned>(kind), to_text(kind));
  for (const auto notice : {quota_notice::at_80, quota_notice::at_100}) add_if_off(switch_of(notice), to_text(notice));
  return text.append(R"(],"second_factor_required":)").append(record.needs_second_factor ? "true}" : "false}");
}

std::string described_new(const workspace& record) {
  std::string text = R"({"name":)";
  append_json_string(text, record.name);
  return text.append(R"(,"entity_type":")")
      .append(to_text(record.entity))
      .append(R"(","banking_mode":")")
      .append(to_text(record.mode))
      .append("\"}");
}

// Two Workspaces of one owner are made one after the other, so that both nodes together count right.
std::string plan_of_owner_sql(dialect spoken) {
  return std::string{"SELECT plan FROM users WHERE id = :id AND status = 'active'"}.append(hold_row(spoken));
}

} // namespace

workspace_writes::workspace_writes(soci::session& session, dialect spoken, identity_writes& identity, audit_writes& log)
    : identity_{identity}, log_{log}, keys_{session}, plan_of_{session, plan_of_owner_sql(spoken)},
      // A statement of its own: the one that waits for the row sees other tables as they were before.
      next_plan_of_{session, "SELECT plan FROM plan_changes WHERE user_id = :id"},
      count_owned_{session, "SELECT COUNT(*) FROM workspaces WHERE owner_id = :owner AND deleted_at IS NULL"},
      find_{session, "SELECT " + std::string{workspace_row::columns} +
                         " FROM workspaces w WHERE w.id = :id AND w.deleted_at IS NULL" +
                         std::string{hold_row(spoken)}},
      change_{session, "UPDATE workspaces SET name = :name, description = :description, language = :language, "
                       "notices_off = :notices_off, second_factor_required = :second_factor WHERE id = :id"} {}

std::optional<workspace> workspace_writes::find(workspace_id id) {
  if (!find_.first(id.view())) return std::nullopt;
  return find_.out().read();
}

result<made_workspace> workspace_writes::carry_out(const make_workspace& command, const moment& when) {
  const auto& wanted = command.record;
  if (!plan_of_.first(wanted.owner.view())) return errc::not_found;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, {}, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = find(workspace_id::from_store(used->subject));
    if (!first) return errc::conflict; // deleted since
    return made_workspace{*first, first->id != wanted.id};
  }
  const auto* const paid = find_plan(plan_of_.column<0>().view());
  ensure(paid != nullptr, "every account has a plan of the list");
  const bool is_lowered = next_plan_of_.first(wanted.owner.view());
  const auto allowed = workspaces_of(*paid, is_lowered ? find_plan(next_plan_of_.column<0>().view()) : nullptr);
  count_owned_.first(wanted.owner.view());
  if (count_owned_.column<0>().value >= allowed) return errc::plan_workspace_limit;
  const auto made = identity_.carry_out(create_workspace{.record = wanted,
                                                         .owner_membership = command.owner_membership,
                                                         .signing_key_id = command.signing_key_id,
                                                         .sealed_signing_key = command.sealed_signing_key},
                                        when);
  if (!made) return made.error();
  if (has_key) keys_.note(command.key, {}, wanted.id.view(), when.now);
  log_.note(command.by, {wanted.id.view(), "workspace.created", wanted.id.view(), {}, described_new(wanted)}, when.now);
  return made_workspace{wanted};
}

result<workspace> workspace_writes::carry_out(const change_workspace& command, const moment& when) {
  const auto before = find(command.id);
  if (!before) return errc::not_found;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.description = command.description.value_or(before->description);
  after.lang = command.lang.value_or(before->lang);
  after.notices_off = (before->notices_off | command.notices_off) & ~command.notices_on;
  after.needs_second_factor = command.needs_second_factor.value_or(before->needs_second_factor);
  auto was = described(*before), became = described(after);
  if (was == became) return after;
  change_.run(after.name, after.description, to_text(after.lang), std::int64_t{after.notices_off},
              std::int64_t{after.needs_second_factor ? 1 : 0}, after.id.view());
  log_.note(command.by, {after.id.view(), "workspace.changed", after.id.view(), std::move(was), std::move(became)},
            when.now);
  return after;
}

} // namespace paylink
