#include "http/feeds/xml_nodes.hpp"

#include "http/feeds/entry_values.hpp"

#include <algorithm>

namespace paylink {
namespace {

bool is_element(pugi::xml_node node, std::string_view name) {
  return node.type() == pugi::node_element && local_name(node) == name;
}

struct text_writer final : pugi::xml_writer {
  void write(const void* data, std::size_t size) override { text.append(static_cast<const char*>(data), size); }
  std::string text;
};

} // namespace

std::string_view local_name(pugi::xml_node node) {
  const std::string_view name{node.name()};
  const auto colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name) {
  std::vector<pugi::xml_node> found;
  for (const auto child : parent.children())
    if (is_element(child, name)) found.push_back(child);
  return found;
}

pugi::xml_node first_at(pugi::xml_node from, std::initializer_list<std::string_view> path) {
  for (const auto name : path) from = from.find_child([&](pugi::xml_node child) { return is_element(child, name); });
  return from;
}

bool has_several(pugi::xml_node parent, std::string_view name) {
  const auto children = parent.children();
  return std::count_if(children.begin(), children.end(),
                       [&](pugi::xml_node child) { return is_element(child, name); }) > 1;
}

std::string whole_text_of(pugi::xml_node node) {
  // A comment splits text, and a reference may lie on both sides of it.
  std::string text;
  for (const auto part : node.children())
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) text += part.value();
  return repaired(text);
}

std::string text_of(pugi::xml_node node) {
  constexpr std::string_view white = " \t\r\n";
  const auto text = whole_text_of(node);
  const auto first = text.find_first_not_of(white);
  return first == text.npos ? std::string{} : text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::string text_at(pugi::xml_node from, std::initializer_list<std::string_view> path) {
  return text_of(first_at(from, path));
}

bool is_deeper(pugi::xml_node root, int depth_max) {
  int depth = 0;
  for (auto node = root; node;) {
    if (const auto child = node.first_child()) {
      node = child;
      if (++depth > depth_max) return true;
      continue;
    }
    while (node != root && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == root) return false;
    node = node.next_sibling();
  }
  return false;
}

std::string printed(const pugi::xml_document& document) {
  text_writer writer;
  document.save(writer, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  return repaired(writer.text);
}

} // namespace paylink
