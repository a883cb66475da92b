#include "http/feeds/camt_document.hpp"

#include "http/feeds/camt_entries.hpp"
#include "http/feeds/xml_nodes.hpp"

namespace paylink {
namespace {

constexpr int depth_max = 64;

/// Comments and processing instructions are left out. A DTD is kept to be refused; pugixml never reads what is in it.
constexpr unsigned parsing =
    pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_doctype;

bool has_dtd(const pugi::xml_document& document) {
  for (const auto child : document.children())
    if (child.type() == pugi::node_doctype) return true;
  return false;
}

} // namespace

std::variant<pugi::xml_node, json_refusal> camt_root(pugi::xml_document& document, std::string_view body,
                                                     const camt_limits& limits) {
  if (body.size() > limits.bytes_max)
    return json_refusal{"The document must have at most " + std::to_string(limits.bytes_max) + " bytes."};
  const auto read = document.load_buffer(body.data(), body.size(), parsing);
  if (!read) return json_refusal{"The body is not well-formed XML (byte " + std::to_string(read.offset) + ")."};
  if (has_dtd(document)) return json_refusal{"The document must not have a DTD."};
  if (is_deeper(document, depth_max)) return json_refusal{"The document is nested too deeply."};
  const auto root = first_at(document, {"Document"});
  if (!root) return json_refusal{"The body must be a Document of ISO 20022."};
  return root;
}

decoded_feed decode_camt054(std::string_view body, std::string_view feed) {
  pugi::xml_document document;
  const camt_limits limits;
  auto root = camt_root(document, body, limits);
  if (auto* refusal = std::get_if<json_refusal>(&root)) return std::move(*refusal);
  const auto message = first_at(std::get<pugi::xml_node>(root), {"BkToCstmrDbtCdtNtfctn"});
  if (!message) return json_refusal{"The document must be a camt.054: it has no BkToCstmrDbtCdtNtfctn."};
  std::vector<decoded_entry> rows;
  camt_entries entries{feed, limits.entries_max, rows};
  for (const auto notification : children_of(message, "Ntfctn"))
    if (!entries.read(notification))
      return json_refusal{"The document must hold at most " + std::to_string(limits.entries_max) + " entries."};
  return rows;
}

} // namespace paylink
