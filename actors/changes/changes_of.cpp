#include "actors/changes/changes_of.hpp"

namespace paylink {

namespace {

/// What these write nobody looks at, or it is what another verb tells of.
using unseen_verbs = boost::mp11::mp_append<
    incarnation_verbs, notice_verbs, mail_verbs, second_factor_verbs, token_verbs, key_verbs, operator_verbs,
    plan_verbs, scheduled_job_verbs, event_feed_verbs,
    verbs<count_try, settle_try, begin_sign_up, confirm_sign_up, open_session, end_sessions, confirm_session, note_use,
          change_account, change_password, begin_recovery, recover_account>,
    verbs<claim_due, claim_queue, hand_back, claim_delivery, extend_lease>, verbs<keep_entry>,
    verbs<create_user, create_workspace, make_workspace, clear_workspace>, verbs<count_otp_try, count_otp_send>,
    verbs<claim_fetch, note_fetch, fetch_soon>>;

/// After these, somebody may have lost a session or a role.
using ending_verbs = verbs<end_sessions, change_password, recover_account, set_user_lock, change_role, remove_member,
                           change_workspace, delete_workspace, end_totp, remove_passkey, reset_second_factor>;

/// What each verb has changed.
class change_list {
public:
  explicit change_list(std::vector<change>& to) : to_{to} {}

  void add(const create_link& of, const created_link& made) {
    if (!made.is_replay) note(of.link.workspace, change_kind::payment_link, made.link.id);
  }
  void add(const close_link& of, const payment_link&) { note(of.workspace, change_kind::payment_link, of.link); }
  void add(const expire_links&, const expired_links& expired) {
    for (const auto& [workspace, id] : expired.links) note(workspace, change_kind::payment_link, id);
  }

  void add(const create_order& of, const made_order& made) {
    if (!made.is_replay) note(of.order.workspace, change_kind::order, made.order.id);
  }
  void add(const close_order& of, const payment_order&) {
    note(of.workspace, change_kind::order, of.order);
    note_several(of.workspace, change_kind::delivery);
  }
  void add(const expire_orders&, const expired_orders& expired) {
    for (const auto& [workspace, id] : expired.orders) {
      note(workspace, change_kind::order, id);
      note_several(workspace, change_kind::delivery);
    }
  }

  void add(const record_entry& of, const recorded_entry& recorded) { note_entry(of.workspace, recorded); }
  void add(const confirm_match& of, const recorded_entry& settled) { note_entry(of.workspace, settled); }
  void add(const annotate_transaction& of, const bank_transaction&) {
    note(of.workspace, change_kind::transaction, of.transaction);
  }
  void add(const reactivate_workspace& of, const reactivated_portion& portion) {
    note(of.workspace, change_kind::workspace, of.workspace);
    for (const auto& one : portion.settled) note_entry(of.workspace, one);
  }

  void add(const record_attempt& of, const recorded_attempt& recorded) {
    if (recorded.stale) return;
    note(of.workspace, of.webhook ? change_kind::delivery : change_kind::callback, of.event_id);
  }
  void add(const resend_callback& of, const opened_round& opened) {
    note(of.workspace, change_kind::callback, opened.event);
  }
  void add(const resend_callbacks& of, const resend_counts&) { note_several(of.workspace, change_kind::callback); }
  void add(const resend_delivery& of, const resent_delivery& resent) {
    note(of.workspace, change_kind::delivery, resent.id);
  }
  void add(const resend_deliveries& of, const resend_counts&) { note_several(of.workspace, change_kind::delivery); }

  void add(const create_webhook& of, const made_webhook& made) {
    if (!made.is_replay) note(of.record.workspace, change_kind::webhook, made.record.id);
  }
  void add(const delete_webhook& of, const no_reply&) { note_webhook(of); }
  void add(const change_webhook& of, const webhook&) { note_webhook(of); }
  void add(const rotate_webhook& of, const webhook&) { note_webhook(of); }
  void add(const activate_webhook_keys& of, const webhook&) { note_webhook(of); }
  void add(const test_webhook& of, const started_delivery& started) {
    note(of.workspace, change_kind::delivery, started.id);
  }

  void add(const connect_account& of, const no_reply&) {
    note(of.account.workspace, change_kind::bank_account, of.account.id);
  }
  void add(const start_connection& of, const started_connection& started) {
    if (!started.is_replay) note(of.account.workspace, change_kind::bank_account, started.account.account.id);
  }
  void add(const restart_connection& of, const account_overview&) { note_account(of); }
  void add(const finish_connection& of, const account_overview&) { note_account(of); }
  void add(const disconnect_account& of, const no_reply&) { note_account(of); }
  void add(const remove_account& of, const no_reply&) { note_account(of); }
  void add(const begin_import& of, const no_reply&) { note_account(of); }
  void add(const end_import&, const no_reply&) {}
  void add(const prove_account&, const proved_account& proved) { note_account(proved); }
  void add(const lapse_connection&, const lapsed_connection& lapsed) { note_account(lapsed); }
  void add(const create_virtual_account& of, const made_virtual_account& made) {
    if (!made.is_replay) note(of.workspace, change_kind::bank_account, of.record.main_account);
  }
  void add(const close_virtual_account& of, const no_reply&) {
    note(of.workspace, change_kind::bank_account, of.account);
  }
  void add(const keep_accounts&, const kept_accounts& kept) {
    if (kept.workspace.empty()) return;
    for (const auto& one : kept.settled) note_entry(kept.workspace, one);
    if (!kept.public_ids.empty()) note_several(kept.workspace, change_kind::payment_link);
    if (!kept.has_notified) return;
    note_several(kept.workspace, change_kind::order);
    note_several(kept.workspace, change_kind::delivery);
  }

  void add(const change_role& of, const member&) { note(of.workspace, change_kind::member, of.user); }
  void add(const remove_member& of, const no_reply&) { note(of.workspace, change_kind::member, of.user); }
  void add(const invite_member& of, const made_invitation& made) {
    if (!made.is_replay) note(of.record.workspace, change_kind::invitation, made.record.id);
  }
  void add(const cancel_invitation& of, const no_reply&) { note(of.workspace, change_kind::invitation, of.id); }
  void add(const accept_invitation&, const member& joined) { note_joined(joined.workspace, joined.user); }
  void add(const accept_sign_up&, const joined_account& made) { note_joined(made.joined, made.account.id); }

  void add(const suspend_workspace& of, const no_reply&) { note(of.workspace, change_kind::workspace, of.workspace); }
  void add(const change_workspace& of, const workspace&) { note(of.id, change_kind::workspace, of.id); }
  void add(const delete_workspace& of, const no_reply&) { note(of.id, change_kind::workspace, of.id); }

private:
  void note(const workspace_id& workspace, change_kind kind, std::string subject) {
    if (!workspace.empty()) to_.push_back({workspace, kind, std::move(subject)});
  }
  template <id_prefix Prefix>
  void note(const workspace_id& workspace, change_kind kind, const id<Prefix>& subject) {
    note(workspace, kind, subject.text());
  }
  void note_several(const workspace_id& workspace, change_kind kind) { note(workspace, kind, std::string{}); }

  void note_webhook(const auto& of) { note(of.workspace, change_kind::webhook, of.id); }
  void note_account(const auto& of) { note(of.workspace, change_kind::bank_account, of.id); }
  void note_joined(const workspace_id& workspace, const user_id& who) {
    note(workspace, change_kind::member, who);
    note_several(workspace, change_kind::invitation);
  }

  void note_entry(const workspace_id& workspace, const recorded_entry& recorded) {
    if (recorded.transaction.empty()) return;
    note(workspace, change_kind::transaction, recorded.transaction);
    if (!recorded.link.empty()) note(workspace, change_kind::payment_link, recorded.link);
    if (!recorded.order.empty()) note(workspace, change_kind::order, recorded.order);
    const bool has_callback = !recorded.link.empty() && recorded.classified && completes(*recorded.classified);
    if (has_callback) note_several(workspace, change_kind::callback);
    const auto raised = recorded.jobs.size() + recorded.queues.size();
    if (recorded.has_due_rows || raised > (has_callback ? 1U : 0U)) note_several(workspace, change_kind::delivery);
  }

  std::vector<change>& to_;
};

} // namespace

void append_changes(const write_command& command, const result<write_reply>& outcome, std::vector<change>& to) {
  if (!outcome) return;
  std::visit(
      [&]<class Verb>(const Verb& verb) {
        if constexpr (!boost::mp11::mp_contains<unseen_verbs, Verb>::value)
          if (const auto* reply = std::get_if<reply_of<Verb>>(&*outcome)) change_list{to}.add(verb, *reply);
      },
      command);
}

bool may_end_access(const write_command& command) {
  if (const auto* opens = std::get_if<open_session>(&command)) return !opens->replaced.empty();
  return std::visit([]<class Verb>(const Verb&) { return boost::mp11::mp_contains<ending_verbs, Verb>::value; },
                    command);
}

} // namespace paylink
