#pragma once
#include "http/feeds/camt_document.hpp"
#include "http/feeds/entry_reference.hpp"
#include "http/feeds/xml_nodes.hpp"

#include <map>
#include <string>
#include <vector>

namespace paylink {

/// The opening and closing balances of a statement; none that cannot be read, since no money depends on them.
std::vector<account_balance> balances_of(pugi::xml_node report);

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
  void push(const place& at, decoded_entry row);

  std::string_view feed_;
  std::size_t entries_max_;
  std::vector<decoded_entry>& out_;
  bool is_full_ = false;
  std::map<std::string, int> own_references_; ///< How often the transactions of one entry have named each.
  entry_references references_;
};

} // namespace paylink
