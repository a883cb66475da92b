#pragma once
#include "persistence/transactions/text_index.hpp"
#include "tests/persistence/importing_world.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

/// A world with a reader of lists, and an index where there is one to be kept.
struct searched_world : importing_world {
  using names = std::vector<std::string>;

  explicit searched_world(kind where_) : importing_world{where_} { open(); }
  ~searched_world() { close(); }

  void open(std::chrono::milliseconds time_max = std::chrono::hours{1}) {
    lists = opened->open_list_reader(time_max);
    index = opened->open_text_indexer();
  }
  void close() {
    lists.reset();
    index.reset();
  }
  void take_up() {
    while (index && index->step()) {
    }
  }
  void pay_with(const std::string& name, const std::string& content) {
    pay(std::nullopt, 5'000, {.reference = name, .content = content});
  }
  /// A token imports it, and has made up its text.
  record_entry made_up(const std::string& content) {
    auto made = stated({}, 5'000);
    made.entry.bank_reference = "0101";
    made.entry.content = content;
    name(made);
    done<recorded_entry>(made);
    return made;
  }
  /// A person's statement has the bank's text for it.
  void correct(const std::string& content) {
    auto proved = stated({}, 5'000, true);
    proved.entry.bank_reference = "0101";
    proved.entry.content = content;
    name(proved);
    BOOST_TEST((done<recorded_entry>(proved).result == entry_result::duplicate));
  }
  /// Of the index, on SQLite.
  std::filesystem::path index_file() const {
    return text_index::file_of(url.substr(std::string_view{"sqlite://"}.size()));
  }
  std::size_t hits(const std::string& text) { return found(text).size(); }
  /// The references of what is found, in the order of the answer; and the same without any index must say the same.
  names found(const std::string& text, transaction_filter with = {}) {
    with.workspaces = {workspace};
    with.content = text;
    names all, plainly;
    for (const auto& row : lists->ask(list_transactions{with}).rows) all.push_back(row.bank_reference);
    for (const auto& row : reader->ask(list_transactions{with}).rows) plainly.push_back(row.bank_reference);
    BOOST_TEST(all == plainly, boost::test_tools::per_element());
    return all;
  }

  std::unique_ptr<read_store> lists;
  std::unique_ptr<text_indexer> index;
};

} // namespace paylink::test
