#pragma once
#include <pugixml.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// The name without its prefix: documents differ in those.
std::string_view local_name(pugi::xml_node node);

/// The elements of this name, in order.
std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name);

/// The first element at the end of this path of names; empty if there is none.
pugi::xml_node first_at(pugi::xml_node from, std::initializer_list<std::string_view> path);

/// Whether the element has more than one of this name, where only one has a meaning.
bool has_several(pugi::xml_node parent, std::string_view name);

/// The element's own text without that of elements in it, as valid UTF-8 without U+0000.
std::string whole_text_of(pugi::xml_node node);
/// The same without white space around it.
std::string text_of(pugi::xml_node node);
std::string text_at(pugi::xml_node from, std::initializer_list<std::string_view> path);

/// Whether elements are nested deeper than this.
bool is_deeper(pugi::xml_node root, int depth_max);

/// The document's text, compact.
std::string printed(const pugi::xml_document& document);

} // namespace paylink
