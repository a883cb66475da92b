#include "actors/banks/statement_importer.hpp"

#include "actors/crash_report.hpp"
#include "actors/workspaces/entry_intake.hpp"

#include <caf/all.hpp>

#include <iterator>

namespace paylink {

namespace {

constexpr long imports_max = 4;
/// Few: their lookups are long.
constexpr std::size_t entries_of_a_portion = 50;

} // namespace

void statement_importer_state::on_import(const continued_call<statement_import>& wanted) {
  if (turns.use_count() > imports_max)
    return wanted.refuse(errc::rate_limited, "Too many statements are being imported. Try again shortly.");
  import_portion(std::make_shared<open_import>(wanted, turns));
}

void statement_importer_state::import_portion(const std::shared_ptr<open_import>& open) {
  auto& [call, turn, answers] = *open;
  auto& [account, entries] = call.work();
  if (answers.size() == entries.size()) return call.finish(std::move(answers));
  const auto from = entries.begin() + std::ssize(answers);
  const auto count = std::min(entries_of_a_portion, entries.size() - answers.size());
  std::vector<decoded_entry> portion{std::move_iterator{from}, std::move_iterator{from + static_cast<long>(count)}};
  take_entries(
      self, directory, store, std::string{statement_feed}, portion,
      [this, open](taken_entries& taken) {
        if (taken.failed != errc::ok)
          return open->call.refuse(errc::service_unavailable,
                                   "Not all entries could be stored. Import the statement again.");
        std::ranges::move(taken.answers, std::back_inserter(open->answers));
        import_portion(open);
      },
      account);
}

statement_importer_actor::behavior_type
statement_importer_behavior(statement_importer_actor::stateful_pointer<statement_importer_state> self,
                            directory_actor directory, store_actor store) {
  self->state.directory = std::move(directory);
  self->state.store = std::move(store);
  report_crashes(self);
  return {[self](const continued_call<statement_import>& wanted) { self->state.on_import(wanted); }};
}

} // namespace paylink
