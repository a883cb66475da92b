#include "tests/simulation/xml_notices.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t told_in_xml = 1; ///< The account of the base data, whose bank tells in XML as well.

} // namespace

void xml_notices::begin(std::uint64_t seed) {
  chance dice{seed ^ 0x786d6c6e6f746963};
  if (!dice.one_in_thousand(250)) return;
  for (auto left = dice.between(1, 4); left > 0; --left) {
    const auto index = documents_.size();
    documents_.push_back(draw(dice, index));
    const auto when = dice.within(1ms, world_.planned.chaos);
    documents_[index].occurred_at = format_rfc3339(world_.now() + when);
    world_.later(when, [this, index] { tell(index); });
    if (dice.half()) world_.later(when + dice.within(0ms, 1min), [this, index] { tell(index); });
  }
}

xml_notices::document xml_notices::draw(chance& dice, std::size_t number) const {
  static const std::vector<std::string> placeholders{"NONREF", "NOTPROVIDED", "N/A", "0", ""};
  document made;
  const auto add = [&](const std::string& reference, std::int64_t amount, bool is_credit) {
    made.entries.push_back({reference, text_prefix + std::to_string(number) + "/" + std::to_string(made.entries.size()),
                            amount, is_credit});
  };
  const auto shared = "XB" + std::to_string(number);
  if (dice.half()) {
    add(shared, 50'000, true);
    add(shared, 1'100, false);
  }
  if (dice.half())
    for (int equals = 0; equals < 2; ++equals) add(shared, 7'000, true);
  // Few amounts, which the documents share.
  for (auto unnamed = dice.between(made.entries.empty() ? 1 : 0, 2); unnamed > 0; --unnamed)
    add(dice.pick(placeholders), 10'000 * dice.between(1, 2), true);
  return made;
}

std::string xml_notices::written(const document& reported) {
  std::string text = "<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Acct><Id><Othr><Id>" +
                     first_shops::get().accounts[told_in_xml].number + "</Id></Othr></Id></Acct>";
  for (const auto& one : reported.entries)
    text += "<Ntry><Amt Ccy=\"VND\">" + std::to_string(one.amount) + "</Amt><CdtDbtInd>" +
            (one.is_credit ? "CRDT" : "DBIT") + "</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>" + reported.occurred_at +
            "</DtTm></BookgDt><AcctSvcrRef>" + one.reference + "</AcctSvcrRef><AddtlNtryInf>" + one.text +
            "</AddtlNtryInf></Ntry>";
  return text + "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>";
}

void xml_notices::tell(std::size_t index) {
  world_.note("the bank sends its document " + std::to_string(index));
  bank_.send(
      "MB", written(documents_[index]), [this, index](const http_response* response) { hear(index, response); },
      "application/xml");
}

void xml_notices::hear(std::size_t index, const http_response* response) {
  auto& reported = documents_[index];
  // 401: by the node's clock the signature is too old, or not made yet.
  if (!response || response->status == 503 || response->status == 401) {
    if (!reported.is_acknowledged) world_.later(world_.dice.within(500ms, 20s), [this, index] { tell(index); });
    return;
  }
  if (response->status != 200)
    return world_.violate("the bank is refused with " + std::to_string(response->status) + ": " + response->body);
  reported.is_acknowledged = true;
  const auto answers = json::parse(response->body).at("data").as_array();
  if (answers.size() != reported.entries.size())
    return world_.violate("I3 of " + std::to_string(reported.entries.size()) + " entries of a document " +
                          std::to_string(answers.size()) + " are answered");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string result{answers[i].at("result").as_string()};
    const auto stored = transactions_of(reported.entries[i]);
    if (stored > 1 || (stored == 0 && result != "held"))
      world_.violate("I3 '" + reported.entries[i].text + "' was acknowledged (" + result + ") and is stored " +
                     std::to_string(stored) + " times");
  }
}

std::int64_t xml_notices::transactions_of(const entry& one) const {
  return database_.rows().count_of("SELECT COUNT(*) FROM transactions WHERE content = :text", one.text);
}

bool xml_notices::has_open() const {
  return std::ranges::any_of(documents_, [](const document& one) { return !one.is_acknowledged; });
}

void xml_notices::check_end() const {
  for (const auto& reported : documents_)
    for (const auto& one : reported.entries)
      if (const auto stored = transactions_of(one); stored != 1)
        world_.violate("I3 '" + one.text + "' is stored " + std::to_string(stored) + " times");
}

} // namespace paylink::simulation
