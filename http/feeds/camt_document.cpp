#include "http/feeds/camt_document.hpp"

#include "http/feeds/camt_entries.hpp"
#include "http/feeds/xml_nodes.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace paylink {
namespace {

constexpr int depth_max = 64;

/// Comments and processing instructions are left out. A DTD is kept to be refused; pugixml never reads what is in it.
constexpr unsigned parsing = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_doctype;

bool has_dtd(const pugi::xml_document& document) {
  for (const auto child : document.children())
    if (child.type() == pugi::node_doctype) return true;
  return false;
}

/// A message, and the element in it that has the entries of one account.
struct message_kind {
  std::string_view name, root, report;
};
constexpr message_kind notification{"camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"};
constexpr message_kind statement{"camt.053", "BkToCstmrStmt", "Stmt"};

/// The root element, or why the body is refused as a whole.
std::variant<pugi::xml_node, json_refusal> root_of(pugi::xml_document& document, std::string_view body,
                                                   const camt_limits& limits, pugi::xml_encoding encoding) {
  if (body.size() > limits.bytes_max)
    return json_refusal{"The document must have at most " + std::to_string(limits.bytes_max) + " bytes."};
  const auto read = document.load_buffer(body.data(), body.size(), parsing, encoding);
  if (!read) return json_refusal{"The body is not well-formed XML (byte " + std::to_string(read.offset) + ")."};
  if (has_dtd(document)) return json_refusal{"The document must not have a DTD."};
  if (is_deeper(document, depth_max)) return json_refusal{"The document is nested too deeply."};
  const auto root = first_at(document, {"Document"});
  if (!root) return json_refusal{"The body must be a Document of ISO 20022."};
  return root;
}

std::variant<camt_document, json_refusal> read_reports(std::string_view body, std::string_view feed,
                                                       const camt_limits& limits, std::span<const message_kind> kinds,
                                                       bool is_statement) {
  pugi::xml_document document;
  // A file comes as the text of a JSON string: what its declaration says of its bytes is true of them no longer.
  auto root = root_of(document, body, limits, is_statement ? pugi::encoding_utf8 : pugi::encoding_auto);
  if (auto* refusal = std::get_if<json_refusal>(&root)) return std::move(*refusal);
  camt_document found;
  camt_entries entries{feed, {limits.entries_max, is_statement}, found.entries};
  std::string wanted;
  for (const auto& kind : kinds) {
    wanted.append(wanted.empty() ? "" : " or ").append(kind.name);
    const auto message = first_at(std::get<pugi::xml_node>(root), {kind.root});
    if (!message) continue;
    for (const auto report : children_of(message, kind.report)) {
      if (!entries.read(report)) return json_refusal{entries.fault()};
      std::ranges::move(balances_of(report), std::back_inserter(found.balances));
    }
    entries.order_equals();
    return found;
  }
  return json_refusal{"The document must be a " + wanted + '.'};
}

} // namespace

decoded_feed decode_camt054(std::string_view body, std::string_view feed) {
  auto read = read_reports(body, feed, {}, {&notification, 1}, false);
  if (auto* refusal = std::get_if<json_refusal>(&read)) return std::move(*refusal);
  return std::move(std::get<camt_document>(read).entries);
}

std::variant<camt_document, json_refusal> read_camt_file(std::string_view body, std::string_view feed,
                                                         const camt_limits& limits) {
  static constexpr message_kind both[]{notification, statement};
  return read_reports(body, feed, limits, both, true);
}

} // namespace paylink
