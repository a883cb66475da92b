#include "persistence/incarnations/settings_watch.hpp"

#include "domain/values/word_list.hpp"
#include "logging/log.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

namespace paylink {

namespace {

const sql_statement<sql_row<sql_text, sql_text, sql_number, sql_text>(sql_number)> living_settings_sql{
    "SELECT incarnation, name, started_at, settings FROM nodes WHERE state < 2 AND seen_at >= :limit ORDER BY "
    "incarnation"};

} // namespace

void settings_watch::look(bool differ, timestamp limit) {
  if (!differ && reported_.empty()) return;
  std::vector<node_prints> all;
  db_[living_settings_sql].each(
      [&](const auto& columns) {
        const auto& [incarnation, name, began_at, settings] = columns.fields;
        all.push_back({incarnation.value, name.value, from_millis(began_at.value), pairs_from_json(settings.view())});
      },
      to_millis(limit));
  tell(find_odd_nodes(all));
}

void settings_watch::tell(std::vector<odd_node> odd) {
  if (odd == reported_) return;
  for (const auto& one : odd)
    log::warning("cluster.settings_differ", {{"node", one.node},
                                             {"incarnation", one.incarnation},
                                             {"settings", joined(one.settings)},
                                             {"advice", "give all nodes the same settings, and restart the node"}});
  if (odd.empty()) log::info("cluster.settings_agree");
  const auto own = std::ranges::find(odd, context_.incarnation, &odd_node::incarnation);
  if (context_.state)
    context_.state->set(concern::settings_differ,
                        own != odd.end() && std::ranges::any_of(own->settings, makes_verdicts));
  reported_ = std::move(odd);
}

} // namespace paylink
