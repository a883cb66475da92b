#include "domain/deliveries/notice.hpp"
#include "domain/plans/plan_change.hpp"
#include "domain/plans/quota_notice.hpp"
#include "domain/values/json_string.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/identity/workspace_row.hpp"
#include "persistence/members/member_writes.hpp"
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
  for (const auto kind : notice_kinds) add_if_off(switch_of(kind), to_text(kind));
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
const sql_statement<sql_row<sql_text>(sql_text)> hold_plan_of_owner_sql{[](dialect spoken) {
  return "SELECT plan FROM users WHERE id = :id AND status = 'active'" + std::string{hold_row(spoken)};
}};

// A statement of its own: the one that waits for the row sees other tables as they were before.
const sql_statement<sql_row<sql_text>(sql_text)> find_next_plan_sql{
    "SELECT plan FROM plan_changes WHERE user_id = :id"};

const sql_statement<sql_row<sql_number>(sql_text)> count_owned_workspaces_sql{
    "SELECT COUNT(*) FROM workspaces WHERE owner_id = :owner AND deleted_at IS NULL"};

const sql_statement<workspace_row(sql_text)> hold_workspace_record_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<workspace_row>() + " FROM workspaces w WHERE w.id = :id AND w.deleted_at IS NULL" +
         std::string{hold_row(spoken)};
}};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number, sql_number, sql_text)> change_workspace_sql{
    "UPDATE workspaces SET name = :name, description = :description, language = :language, notices_off = :notices_off, "
    "second_factor_required = :second_factor WHERE id = :id"};

// What creates links or holds entries of the Workspace reads its status in its own transaction.
const sql_statement<sql_row<sql_text>(sql_text)> find_workspace_to_delete_sql{[](dialect spoken) {
  return "SELECT name FROM workspaces WHERE id = :id AND deleted_at IS NULL" + std::string{hold_row(spoken)};
}};

// Clearing begins at once, whatever clock it is deleted by.
const sql_statement<void(sql_number, sql_number, sql_text)> mark_deleted_sql{
    "UPDATE workspaces SET deleted_at = :now, status = 'suspended', suspensions = suspensions + 1, clear_at = 0, "
    "clearing_step = 1, ends_callbacks = :ends_callbacks WHERE id = :id"};

const sql_statement<void(sql_text)> drop_permissions_sql{
    "DELETE FROM api_token_permissions WHERE workspace_id = :workspace"};

const sql_statement<void(sql_number, sql_text)> end_webhooks_sql{
    "UPDATE webhooks SET deleted_at = :now WHERE workspace_id = :workspace AND deleted_at IS NULL"};

// Without its number, no feed finds the account.
const sql_statement<void(sql_number, sql_text)> free_accounts_sql{
    "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = COALESCE(disconnected_at, :now), number = '', "
    "holder_name = '', fetch_at = NULL WHERE workspace_id = :workspace"};

std::optional<workspace> hold_workspace_record(writing& at, workspace_id id) {
  auto& found = at.db[hold_workspace_record_sql];
  if (!found.first(id.view())) return std::nullopt;
  return found.out().read();
}

} // namespace

result<made_workspace> carry_out(writing& at, const make_workspace& command) {
  const auto& wanted = command.record;
  auto& plan = at.db[hold_plan_of_owner_sql];
  if (!plan.first(wanted.owner.view())) return errc::not_found;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, {}, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = hold_workspace_record(at, workspace_id::from_store(used->subject));
    if (!first) return errc::conflict; // deleted since
    return made_workspace{*first, first->id != wanted.id};
  }
  const auto* const paid = find_plan(plan.column<0>().view());
  ensure(paid != nullptr, "every account has a plan of the list");
  auto& next_plan = at.db[find_next_plan_sql];
  const bool is_lowered = next_plan.first(wanted.owner.view());
  const auto allowed = workspaces_of(*paid, is_lowered ? find_plan(next_plan.column<0>().view()) : nullptr);
  auto& owned = at.db[count_owned_workspaces_sql];
  owned.first(wanted.owner.view());
  if (owned.column<0>().value >= allowed) return errc::plan_workspace_limit;
  const auto made = carry_out(at, create_workspace{.record = wanted,
                                                   .owner_membership = command.owner_membership,
                                                   .signing_key_id = command.signing_key_id,
                                                   .sealed_signing_key = command.sealed_signing_key});
  if (!made) return made.error();
  if (has_key) note_use_of_key(at.db, command.key, {}, wanted.id.view(), at.when.now);
  at.audit.note(command.by, {wanted.id.view(), "workspace.created", wanted.id.view(), {}, described_new(wanted)},
                at.when.now);
  return made_workspace{wanted};
}

result<workspace> carry_out(writing& at, const change_workspace& command) {
  const auto before = hold_workspace_record(at, command.id);
  if (!before) return errc::not_found;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.description = command.description.value_or(before->description);
  after.lang = command.lang.value_or(before->lang);
  after.notices_off = (before->notices_off | command.notices_off) & ~command.notices_on;
  after.needs_second_factor = command.needs_second_factor.value_or(before->needs_second_factor);
  auto was = described(*before), became = described(after);
  if (was == became) return after;
  at.db[change_workspace_sql].run(after.name, after.description, to_text(after.lang), std::int64_t{after.notices_off},
                                  std::int64_t{after.needs_second_factor ? 1 : 0}, after.id.view());
  at.audit.note(command.by, {after.id.view(), "workspace.changed", after.id.view(), std::move(was), std::move(became)},
                at.when.now);
  return after;
}

result<no_reply> carry_out(writing& at, const delete_workspace& command) {
  auto& found = at.db[find_workspace_to_delete_sql];
  if (!found.first(command.id.view())) return errc::not_found;
  std::string was = R"({"name":)";
  append_json_string(was, found.column<0>().view());
  was += '}';
  const auto now = to_millis(at.when.now);
  at.db[mark_deleted_sql].run(now, std::int64_t{command.ends_callbacks ? 1 : 0}, command.id.view());
  PAYLINK_FAILPOINT(after_workspace_marked);
  end_memberships(at, command.id);
  at.db[drop_permissions_sql].run(command.id.view());
  end_invitations(at, command.id);
  at.db[free_accounts_sql].run(now, command.id.view());
  at.db[end_webhooks_sql].run(now, command.id.view());
  PAYLINK_FAILPOINT(after_accounts_freed);
  at.audit.note(command.by, {command.id.view(), "workspace.deleted", command.id.view(), std::move(was)}, at.when.now);
  return no_reply{};
}

} // namespace paylink
