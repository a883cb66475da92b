#include "actors/workspaces/credit_outcome.hpp"
#include "actors/workspaces/workspace.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How often random ids are drawn before a command is given up.
constexpr int draws_max = 4;

/// Pages and deliveries of this node.
class node_news final : public news_desk {
public:
  explicit node_news(workspace_state& state) : state_{state} {}

  void on_link_changed(const payment_link& link) override { state_.node->publish_status(link.public_id, link.status); }
  void on_entry_settled(const recorded_entry& settled) override {
    auto outcome = settled;
    notify_after_commit(state_.self, *state_.node, state_.supervisor, state_.id, outcome);
  }
  void on_deliveries_due() override { state_.self->send(state_.supervisor, rows_are_due{}); }
  void on_accounts_due() override { state_.self->send(state_.account_updater, accounts_are_due{}); }

private:
  workspace_state& state_;
};

} // namespace

caf::result<written> workspace_state::on_command(workspace_command& command) {
  auto reply = owe<written>(self);
  // One at a time, so that no list has to wait behind many portions.
  if (command.portions && has_portions) {
    reply.deliver(written{errc::rate_limited});
    return reply.later();
  }
  if (!take_key(command.key)) {
    reply.deliver(written{errc::idempotency_in_progress});
    return reply.later();
  }
  ++busy;
  const auto made = std::make_shared<pending_command>(pending_command{std::move(command), reply, draws_max});
  if (made->command.portions) {
    has_portions = true;
    prepare_portion_of(made);
  } else {
    carry_out(made);
  }
  return reply.later();
}

void workspace_state::carry_out(const task_ptr& task) {
  const auto& link = task->command.link;
  const auto is_written = [this, task](written& done) { on_written(task, done); };
  const auto is_lost = [this, task](caf::error&) { finish(task, written{errc::service_unavailable}); };
  // Kept only if ids may have to be drawn again.
  auto wanted = task->command.draw_again ? task->command.write : std::move(task->command.write);
  if (link)
    self->request(wake(*link), caf::infinite, write{std::move(wanted)}).then(is_written, is_lost);
  else
    self->request(store, caf::infinite, write{std::move(wanted)}).then(is_written, is_lost);
}

void workspace_state::on_written(const task_ptr& task, written& done) {
  const auto& outcome = done.outcome;
  const bool is_taken = !outcome && to_errc(outcome.error()) == errc::conflict && task->command.draw_again;
  if (is_taken && --task->tries_left > 0) {
    task->command.draw_again(task->command.write, node->random);
    return carry_out(task);
  }
  if (outcome) announce(task->command, *outcome);
  finish(task, std::move(done));
}

void workspace_state::prepare_portion_of(const task_ptr& task) {
  self->request(list_readers->next(), caf::infinite, prepare_portion{task->command.portions})
      .then(
          [this, task](portion_prepared& made) {
            if (made.failed != errc::ok) return finish(task, written{made.failed});
            write_portion(task, std::move(*made.portion));
          },
          [this, task](caf::error&) { finish(task, written{errc::service_unavailable}); });
}

void workspace_state::write_portion(const task_ptr& task, write_command portion) {
  self->request(store, caf::infinite, write{std::move(portion)})
      .then(
          [this, task](written& done) {
            if (!done.outcome) return finish(task, std::move(done));
            announce(task->command, *done.outcome);
            if (task->command.portions->take(*done.outcome)) return prepare_portion_of(task);
            finish(task, std::move(done));
          },
          [this, task](caf::error&) { finish(task, written{errc::service_unavailable}); });
}

void workspace_state::announce(const workspace_command& command, const write_reply& reply) {
  node_news news{*this};
  if (command.announce) command.announce(reply, news);
}

void workspace_state::finish(const task_ptr& task, written done) {
  --busy;
  if (task->command.portions) has_portions = false;
  give_key_back(task->command.key);
  task->reply.deliver(std::move(done));
}

bool workspace_state::take_key(const idempotency_key& key) {
  // The fingerprint is not part of the name: a key in use blocks every request with that key.
  return key.key.empty() || keys_under_way.insert({key.caller, key.key, {}}).second;
}

void workspace_state::give_key_back(const idempotency_key& key) {
  if (!key.key.empty()) keys_under_way.erase({key.caller, key.key, {}});
}

} // namespace paylink
