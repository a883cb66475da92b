#include "persistence/stores/query_store.hpp"

#include "logging/log.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/stores/migrations.hpp"
#include "persistence/stores/outage.hpp"
#include "persistence/stores/reader_parts.hpp"

namespace paylink {
namespace {
/// The server cannot be reached.
class database_away : public database_error {
  using database_error::database_error;
};

} // namespace

struct query_store::statements : reader_parts {
  using reader_parts::reader_parts;
};
query_store::~query_store() = default;

query_store::statements& query_store::connected() {
  if (!statements_) {
    if (lists_.deadline) lists_.deadline->end(); // it is no query's
    session_ = connect_();
    statements_ = std::make_unique<statements>(*session_, spoken_, lists_.has_text_index);
    plans_ = {};
  }
  if (spoken_ == dialect::postgresql) plans_.after_use(*session_);
  return *statements_;
}

// A connection that died while idle is noticed by the next query, which is then repeated.
template <class Query>
auto query_store::ask(Query&& query) {
  for (bool was_asked = false;; was_asked = true) {
    const bool was_connected = statements_ != nullptr;
    try {
      auto& all = connected();
      if (lists_.deadline) lists_.deadline->begin();
      auto found = query(all);
      note_answer();
      return found;
    } catch (const soci::soci_error& error) {
      // A failure to connect has no error class.
      const auto fault = session_ ? fault_of(error) : store_fault::lost;
      statements_.reset();
      session_.reset();
      if (fault == store_fault::lost && was_connected && !was_asked) continue;
      std::string buffer;
      const std::string why{loggable_text(error, buffer)};
      if (lists_.deadline && has_taken_too_long(error)) throw query_took_too_long{"a list took too long"};
      const auto told = "the database does not respond: " + why;
      if (fault != store_fault::lost) {
        log::error("store.read_failed", {{"error", why}});
        throw database_error{told};
      }
      note_outage(why);
      throw database_away{told};
    }
  }
}

template <class Query>
auto query_store::answer(Query&& query) -> decltype(query(std::declval<statements&>())) {
  try {
    return ask(query);
  } catch (const query_took_too_long&) {
    throw;
  } catch (const database_error&) {
    return errc::service_unavailable;
  } catch (const std::exception& error) {
    log::error("store.read_failed", {{"error", error.what()}});
    return errc::internal_error;
  }
}

query_store::query_store(dialect spoken, connect_reader connect, list_options lists)
    : spoken_{spoken}, connect_{std::move(connect)}, lists_{std::move(lists)} {
  try {
    ask([](statements&) { return true; });
  } catch (const database_away&) {
    // A server that is away for now: each query connects again.
    if (spoken_ != dialect::postgresql) throw;
  }
}

result<caller> query_store::authorize_token(std::string_view digest, std::string_view workspace, timestamp now) {
  return answer([&](statements& all) { return all.identity.authorize_token(digest, workspace, now); });
}

result<caller> query_store::authorize_session(std::string_view digest, std::string_view workspace,
                                              const session_limits& limits, timestamp now) {
  return answer([&](statements& all) { return all.sessions.authorize_session(digest, workspace, limits, now); });
}

result<std::vector<result<caller>>> query_store::authorize_sessions(std::span<const session_use> used,
                                                                    const session_limits& limits, timestamp now) {
  return answer([&](statements& all) { return all.sessions.authorize_sessions(used, limits, now); });
}

std::vector<workspace_id> query_store::workspaces_of(const caller& who, permission wanted) {
  return ask([&](statements& all) {
    return who.is_session() ? all.sessions.workspaces_of_user(who.user, wanted)
                            : all.identity.workspaces_of_token(who.token, wanted);
  });
}

result<sign_in_record> query_store::find_sign_in(std::string_view email) {
  return answer([&](statements& all) { return all.sessions.find_sign_in(email); });
}

result<sign_in_record> query_store::find_user(user_id id) {
  return answer([&](statements& all) { return all.sessions.find_user(id); });
}

counted_try query_store::look_at_tries(std::span<const try_limit> limits, timestamp now) {
  return ask([&](statements& all) { return all.tried.look(limits, now); });
}

bool query_store::knows_household(std::string_view email, std::string_view household, timestamp now) {
  return ask([&](statements& all) { return all.tried.knows_household(email, household, now); });
}

result<std::string> query_store::find_sign_up(std::string_view digest, timestamp now) {
  return answer([&](statements& all) { return all.sessions.find_sign_up(digest, now); });
}

second_factor query_store::find_second_factor(user_id of) {
  return ask([&](statements& all) { return all.factors.find(of); });
}

bool query_store::has_users() {
  return ask([](statements& all) { return all.sessions.has_users(); });
}

std::vector<user_session> query_store::list_sessions(user_id of, const session_limits& limits, timestamp now) {
  return ask([&](statements& all) { return all.sessions.list_sessions(of, limits, now); });
}

held_roles query_store::roles_of(user_id user) {
  return ask([&](statements& all) { return all.sessions.roles_of(user); });
}

page<api_token> query_store::list_tokens(const token_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.tokens.list(filter, now); });
}

result<api_token> query_store::find_token(user_id of, token_id id, timestamp now) {
  return answer([&](statements& all) { return all.tokens.find(of, id, now); });
}

result<held_plan> query_store::find_plan(user_id of, timestamp now) {
  return answer([&](statements& all) { return all.plans.find_plan(of, now); });
}

page<statement_of_month> query_store::list_statements(user_id of, const statement_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.plans.list_statements(of, filter, now); });
}

result<statement_of_month> query_store::find_statement(user_id of, calendar_month month, timestamp now) {
  return answer([&](statements& all) { return all.plans.find_statement(of, month, now); });
}

page<audit_row> query_store::list_audit_rows(workspace_id in, const audit_filter& filter) {
  return ask([&](statements& all) { return all.audit.list(in, filter); });
}

page<user_account> query_store::list_users(std::int64_t before_row, int limit) {
  return ask([&](statements& all) { return all.operators.list_users(before_row, limit); });
}

page<webhook> query_store::list_webhooks(workspace_id in, const webhook_list_filter& filter, timestamp now) {
  return ask([&](statements& all) { return all.webhooks.list(in, filter, now); });
}

result<webhook> query_store::find_webhook(workspace_id in, webhook_id id, timestamp now) {
  return answer([&](statements& all) { return all.webhooks.find(in, id, now); });
}

result<std::shared_ptr<const webhook_target>> query_store::find_webhook_target(std::int64_t row, timestamp now) {
  return answer([&](statements& all) -> result<std::shared_ptr<const webhook_target>> {
    all.targets.forget();
    auto found = all.targets.of_row(row, now);
    if (!found) return errc::not_found;
    return found;
  });
}

page<webhook_delivery> query_store::list_deliveries(workspace_id in, const delivery_filter& filter) {
  return ask([&](statements& all) { return all.deliveries.list(in, filter); });
}

result<webhook_delivery> query_store::find_delivery(workspace_id in, delivery_id id) {
  return answer([&](statements& all) { return all.deliveries.find(in, id); });
}

resend_counts query_store::count_resendable_deliveries(workspace_id in, const delivery_filter& filter,
                                                       std::int64_t to_row, timestamp now) {
  return ask([&](statements& all) { return all.deliveries.count(in, filter, to_row, now); });
}

delivery_portion query_store::list_resendable_deliveries(workspace_id in, const delivery_filter& filter) {
  return ask([&](statements& all) { return all.deliveries.list_portion(in, filter); });
}

page<feed_event> query_store::list_events(workspace_id in, std::int64_t after, int limit) {
  return ask([&](statements& all) { return all.feeds.list(in, after, limit); });
}

feed_extension query_store::find_feed_extension(workspace_id in) {
  return ask([&](statements& all) { return all.feeds.find_extension(in); });
}

std::int64_t query_store::find_event_epoch() {
  return ask([&](statements& all) { return all.feeds.find_epoch(); });
}

page<listed_token> query_store::list_tokens(user_id of, std::int64_t before_row, int limit) {
  return ask([&](statements& all) { return all.operators.list_tokens(of, before_row, limit); });
}

page<quarantined_entry> query_store::list_quarantine(std::int64_t after_row, int limit) {
  return ask([&](statements& all) { return all.quarantine.list(after_row, limit); });
}

std::vector<set_status> query_store::list_bank_statuses() {
  return ask([](statements& all) { return all.operators.list_bank_statuses(); });
}

result<workspace> query_store::find_workspace(workspace_id id) {
  return answer([&](statements& all) { return all.identity.find_workspace(id); });
}

page<held_workspace> query_store::list_workspaces(const caller& who, const people_filter& filter) {
  return ask([&](statements& all) { return all.workspaces.list(who, filter); });
}

std::int64_t query_store::count_unfinished_callbacks(workspace_id in) {
  return ask([&](statements& all) { return all.workspaces.count_unfinished_callbacks(in); });
}

page<member> query_store::list_members(workspace_id in, const people_filter& filter) {
  return ask([&](statements& all) { return all.members.list(in, filter); });
}

page<invitation> query_store::list_invitations(workspace_id in, const people_filter& filter) {
  return ask([&](statements& all) { return all.members.list_invitations(in, filter); });
}

result<invitation> query_store::find_invitation(workspace_id in, invitation_id id) {
  return answer([&](statements& all) { return all.members.find_invitation(in, id); });
}

result<invitation_offer> query_store::find_invitation_offer(std::string_view digest, timestamp now) {
  return answer([&](statements& all) { return all.members.find_offer(digest, now); });
}

std::vector<link_match> query_store::match_links(std::span<const credit_clue> credits) {
  return ask([&](statements& all) { return all.credits.match(credits); });
}

result<stored_signing_keys> query_store::find_signing_keys(workspace_id in, timestamp now) {
  return answer([&](statements& all) { return signing_keys::find(all.find_signing_keys, in, now); });
}

page<sealed_value> query_store::list_sealed_values(std::string_view but_key, const sealed_value& after, int limit) {
  return ask([&](statements& all) { return all.sealed.list(but_key, after, limit); });
}

result<sealed_value> query_store::find_canary() {
  return answer([&](statements& all) { return all.sealed.find_canary(); });
}

void query_store::read(const read_function& find) {
  ask([&](statements& all) {
    find(all.at);
    return true;
  });
  if (!statements_->at.has_lost_text_index) return;
  statements_.reset();
  session_.reset();
}

page<waiting_entry> query_store::list_held_entries(workspace_id in, std::int64_t after_row, int limit) {
  return ask([&](statements& all) { return all.held.list(in, after_row, limit); });
}

result<used_key> query_store::find_used_key(const idempotency_key& key, workspace_id in, timestamp now) {
  return answer([&](statements& all) -> result<used_key> {
    auto found = used_keys::find(all.find_key, key, in, now);
    if (!found) return errc::not_found;
    return std::move(*found);
  });
}

bool query_store::is_ready() {
  try {
    return ask([](statements& all) {
             all.schema.first();
             return static_cast<int>(all.schema.column<0>().or_zero());
           }) == newest_migration(spoken_);
  } catch (const std::exception&) {
    return false; // ask() has logged why
  }
}

} // namespace paylink
