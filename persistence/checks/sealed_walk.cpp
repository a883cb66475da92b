#include "persistence/checks/sealed_walk.hpp"

namespace paylink::checks {
namespace {

std::string_view table_of(sealed_column column) {
  switch (column) {
  case sealed_column::canary:
    return "master_key_canary";
  case sealed_column::mail_token:
    return "mails";
  case sealed_column::totp_secret:
    return "totp_secrets";
  case sealed_column::webhook_api_key:
  case sealed_column::webhook_secret:
    return "webhook_keys";
  case sealed_column::signing_key:
    break;
  }
  return "signing_keys";
}

finding closed(const sealed_value& value) {
  const auto key = value.sealed.substr(0, value.sealed.find('.'));
  return {.check = "sealed_value",
          .where = std::string{table_of(value.column)} + " row " + std::to_string(value.row) + " (" + value.id +
                   (value.workspace_id.empty() ? "" : " of " + value.workspace_id) + ")",
          .problem = "a value sealed with the master key " + key + " does not open",
          .advice = "add the line of that key to the master key file again; if it is there, the value was changed"};
}

} // namespace

void sealed_walk::go(report& into) {
  into.count_checks(1);
  sealed_value after;
  for (bool more = true; more;) {
    into.go_on();
    auto found = list_sealed_rows(db_, {{}, after, context_.portion});
    more = found.has_more;
    into.count_rows(std::ssize(found.rows));
    for (auto& value : found.rows) {
      if (!context_.opens(value)) {
        auto just_before = value;
        --just_before.row;
        // A rotation may just have replaced it.
        for (const auto& now : list_sealed_rows(db_, {{}, just_before, 1}).rows)
          if (now.column == value.column && now.row == value.row && !context_.opens(now)) into.add(closed(now));
      }
      after = std::move(value);
    }
  }
}

} // namespace paylink::checks
