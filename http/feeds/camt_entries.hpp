#pragma once
#include "http/feeds/camt_document.hpp"
#include "http/feeds/xml_nodes.hpp"
#include "http/wire/entry_reference.hpp"

#include <map>
#include <string>
#include <vector>

namespace paylink {

/// The opening and closing balances of a statement; none that cannot be read, since no money depends on them.
std::vector<account_balance> balances_of(pugi::xml_node report);

/// What is read, and how much of it.
struct camt_reading {
  std::size_t entries_max;
  /// A file that a customer gives, not a request of the bank: its entries are as many as it has, also those with one
  /// reference, and what cannot be read is only told, not kept.
  bool is_statement = false;
};

/// Reads the entries of notifications (`Ntfctn`) and statements (`Stmt`), which have them in the same form.
class camt_entries {
public:
  camt_entries(std::string_view feed, const camt_reading& how, std::vector<decoded_entry>& out)
      : feed_{feed}, how_{how}, out_{out} {}

  /// All entries of one account; false once there is too much, which `fault` tells.
  bool read(pugi::xml_node report);
  /// Call after the last account. Of a feed's entries that differ in their texts alone, the lesser text gets the lesser
  /// number, so that a document in another order has the same identities.
  void order_equals();
  const std::string& fault() const { return fault_; }

private:
  struct place {
    pugi::xml_node report, entry;
    std::string reference, text; ///< Of the entry.
    bool is_reversal = false;
    pugi::xml_node detail{};    ///< One transaction of the entry; empty: it has none.
    bool is_of_several = false; ///< The entry has other transactions.
  };

  decoded_entry start(const place& at) const;
  void read_entry(pugi::xml_node report, pugi::xml_node entry);
  /// One transaction of several, of which `row` has what they share.
  void read_part(place& at, pugi::xml_node detail, decoded_entry row);
  void read_transaction(const place& at, decoded_entry row);
  void set_reference(const place& at, decoded_entry& row);
  void set_if_named(std::string_view reference, decoded_entry& row);
  void push(const place& at, decoded_entry row);
  /// A document with this alone, from which the same is read again.
  std::string raw_of(const place& at) const;

  std::string_view feed_;
  camt_reading how_;
  std::vector<decoded_entry>& out_;
  std::string fault_;   ///< Why the document is refused as a whole.
  std::string account_; ///< Of the report.
  std::size_t repeated_bytes_ = 0;
  entry_references references_;
  std::map<std::string, std::vector<std::size_t>> equals_; ///< Places of a feed's rows, by what their identities share.
};

} // namespace paylink
