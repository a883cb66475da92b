#include "actors/banks/reconciler.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "actors/workspaces/entry_intake.hpp"
#include "connectors/connector_protocol.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace paylink {

namespace {

constexpr int entries_of_a_page = 500;
/// Other nodes and calls make accounts due, too: so long at most between two looks, and so short.
constexpr std::chrono::seconds fetch_look_max{30};
constexpr std::chrono::milliseconds fetch_look_min{20};
constexpr std::chrono::seconds wait_for_store{1};
/// What a Workspace is told: the log has the reason, which may name the operator's machines.
constexpr std::string_view unreachable = "The bank's connector does not respond.";
constexpr std::string_view busy = "The bank's connector gets too many calls.";

} // namespace

void reconciler_state::look() {
  if (is_looking) return;
  is_looking = true;
  ++next_look;
  self->request(store, caf::infinite, write{claim_fetch{feeds}})
      .then(
          [this](written& done) {
            const auto due = reply_to<claim_fetch>(done);
            if (!due) return look_again(wait_for_store);
            if (due->account) return fetch(*due);
            const std::chrono::milliseconds wait = due->next_due ? *due->next_due - node->clock.now() : fetch_look_max;
            look_again(std::clamp<std::chrono::milliseconds>(wait, fetch_look_min, fetch_look_max));
          },
          [this](caf::error&) { look_again(wait_for_store); });
}

void reconciler_state::fetch(const due_fetch& due) {
  auto request = ask_for_entries(due.account->feed, due.connection_id, due.after, entries_of_a_page);
  self->request(connectors, caf::infinite, connector_call{std::move(request)})
      .then([this, due](connector_answer& answer) { on_fetched(due, answer); },
            [this, due](caf::error&) { fail(due, unreachable, "the call was lost"); });
}

void reconciler_state::on_fetched(const due_fetch& due, const connector_answer& answer) {
  auto read = read_entries(answer);
  if (const auto* const failure = std::get_if<connector_failure>(&read))
    return fail(due, failure->error == errc::rate_limited ? busy : unreachable, failure->reason);
  if (const auto* const refusal = std::get_if<connector_refusal>(&read))
    return fail(due, "The bank's connector rejected the request for entries.", refusal->code);
  const auto page = std::get<fetched_entries>(std::move(read));
  const auto next = page.next_after.empty() ? due.after : page.next_after;
  if (page.entries == "[]") return note(due, next, {}, page.has_more);
  const auto& account = *due.account;
  auto decoded = decode_bank_feed(R"({"entries":)" + page.entries + "}", account.feed);
  // Passed over, they would be lost.
  if (const auto* const refusal = std::get_if<json_refusal>(&decoded))
    return fail(due, "The entries from the bank's connector cannot be read.", refusal->message);
  auto* const entries = std::get_if<std::vector<decoded_entry>>(&decoded);
  if (entries == nullptr || entries->empty()) return note(due, next, {}, page.has_more);
  for (auto& one : *entries) one.entry.is_fetched = true;
  // They are this account's, whichever Workspace has connected the number meanwhile.
  take_entries(
      self, directory, store, account.feed, *entries,
      [this, due, next, has_more = page.has_more](taken_entries& taken) {
        if (taken.failed != errc::ok) return fail(due, "Not every entry could be stored.", "the store rejected them");
        const auto found = std::ranges::count(taken.answers, entry_result::recorded, &entry_answer::result);
        if (found > 0)
          log::info("reconciliation.found",
                    {{"feed", due.account->feed}, {"entries", static_cast<std::int64_t>(found)}});
        note(due, next, {}, has_more);
      },
      due.account);
}

void reconciler_state::fail(const due_fetch& due, std::string_view shown, std::string_view reason) {
  log::warning("reconciliation.failed", {{"feed", due.account->feed}, {"reason", reason}});
  note(due, due.after, std::string{shown}, false);
}

void reconciler_state::note(const due_fetch& due, std::string fetched_to, std::string fault, bool is_more_due) {
  note_fetch outcome{.account_row = due.account->row,
                     .connection_id = due.connection_id,
                     .fetched_to = std::move(fetched_to),
                     .fault = std::move(fault),
                     .is_more_due = is_more_due};
  self->request(store, caf::infinite, write{std::move(outcome)})
      .then([this](written&) { look_again(fetch_look_min); }, [this](caf::error&) { look_again(wait_for_store); });
}

void reconciler_state::look_again(std::chrono::milliseconds wait) {
  is_looking = false;
  self->delayed_send(reconciler_actor{self}, wait, fetch_due{++next_look});
}

reconciler_actor::behavior_type reconciler_behavior(reconciler_actor::stateful_pointer<reconciler_state> self,
                                                    node_environment* node, reconciler_parts parts) {
  auto& state = self->state;
  state.node = node;
  state.store = std::move(parts.store);
  state.connectors = std::move(parts.connectors);
  state.directory = std::move(parts.directory);
  state.feeds = std::move(parts.feeds);
  report_crashes(self);
  self->request(state.store, caf::infinite, write{fetch_soon{}})
      .then([self](written&) { self->state.look(); }, [self](caf::error&) { self->state.look_again(wait_for_store); });
  return {
      [self](const fetch_due& due) {
        if (due.look == self->state.next_look) self->state.look();
      },
  };
}

} // namespace paylink
