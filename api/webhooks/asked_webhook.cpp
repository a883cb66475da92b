#include "api/webhooks/asked_webhook.hpp"

#include "api/webhooks/webhook_record.hpp"

namespace paylink {

void read_webhook_type(asked_webhook& into, const boost::json::value& value, field_faults& faults) {
  std::optional<std::string> word;
  given::take(value, word);
  const auto known = word ? parse_webhook_type(*word) : webhook_type::http;
  if (!known) faults.push_back({"type", "format", "type must be http or telegram."});
  into.type = known.value_or(webhook_type::http);
}

void read_webhook_filter(asked_webhook& into, const boost::json::value& value, field_faults& faults) {
  if (value.is_null()) into.filter.emplace();
  const auto* members = value.if_object();
  if (members == nullptr) return;
  auto read = webhook_filter_request.read(*members, "filter.");
  into.filter = std::move(read.asked);
  faults.insert(faults.end(), read.faults.begin(), read.faults.end());
}

void read_webhook_headers(asked_webhook& into, const boost::json::value& value, field_faults&) {
  std::map<std::string, std::string> headers;
  given::take(value, headers);
  into.headers.emplace(headers.begin(), headers.end());
}

void look_up_filter(call_context& context, const webhook_filter& filter, field_faults& faults) {
  for (std::size_t i = 0; i < filter.accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_account{context.workspace, filter.accounts[i]})))
      faults.push_back({"filter.bank_account_ids." + std::to_string(i), "not_found",
                        "No bank account of this Workspace has this id."});
  for (std::size_t i = 0; i < filter.virtual_accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_virtual_account{context.workspace, filter.virtual_accounts[i]})))
      faults.push_back({"filter.virtual_account_ids." + std::to_string(i), "not_found",
                        "No virtual account of this Workspace has this id."});
}

} // namespace paylink
