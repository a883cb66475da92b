#pragma once
#include "http/feeds/camt_document.hpp"
#include "http/feeds/xml_nodes.hpp"

#include <map>
#include <variant>

namespace paylink {

/// Parses the body into `document`; its root element, or why it is refused as a whole.
std::variant<pugi::xml_node, json_refusal> camt_root(pugi::xml_document& document, std::string_view body,
                                                     const camt_limits& limits);

/// Reads the entries of notifications (`Ntfctn`) and statements (`Stmt`), which have them in the same form.
class camt_entries {
public:
  camt_entries(std::string_view feed, std::size_t entries_max, std::vector<decoded_entry>& out)
      : feed_{feed}, entries_max_{entries_max}, out_{out} {}

  /// All entries of one account; false once there are too many.
  bool read(pugi::xml_node report);

private:
  struct place {
    pugi::xml_node report, entry;
    pugi::xml_node detail{};  ///< One transaction of the entry; empty: it has none.
    std::size_t position = 0; ///< Of the transaction in its entry, from 1; 0: it is the only one.
  };

  decoded_entry start(const place& at) const;
  void read_entry(pugi::xml_node report, pugi::xml_node entry);
  void read_transaction(const place& at, decoded_entry row);
  void set_reference(const place& at, decoded_entry& row);
  /// For an entry to which the bank gives no reference: what else tells it apart on its day.
  std::string made_up(const place& at, const bank_entry& entry);
  void push(const place& at, decoded_entry row);

  std::string_view feed_;
  std::size_t entries_max_;
  std::vector<decoded_entry>& out_;
  bool is_full_ = false;
  std::map<std::string, int> own_references_; ///< How often the transactions of one entry have named each.
  std::map<std::string, int> made_up_;        ///< How often the document has needed each.
};

} // namespace paylink
