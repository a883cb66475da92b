#pragma once
#include "tests/simulation/bank.hpp"

#include <deque>
#include <string>
#include <vector>

namespace paylink::simulation {

/// What a bank tells in XML (camt.054): documents whose references tell little. A payment and its fee share one, equal
/// payments share one, and others have none. Each entry of each document is one transaction, however often it comes.
class xml_notices {
public:
  xml_notices(world& in, shared_database& database, bank& money) : world_{in}, database_{database}, bank_{money} {}

  /// What the text of each entry begins with.
  static constexpr const char* text_prefix = "in XML no ";

  /// Some runs have some. Drawn apart, so that what else a seed draws does not depend on it.
  void begin(std::uint64_t seed);
  bool has_open() const;
  /// When all has ended.
  void check_end() const;

private:
  struct entry {
    std::string reference, text;
    std::int64_t amount = 0;
    bool is_credit = true;
  };
  struct document {
    std::vector<entry> entries{};
    std::string occurred_at{};
    bool is_acknowledged = false;
  };

  document draw(chance& dice, std::size_t number) const;
  void tell(std::size_t index);
  void hear(std::size_t index, const http_response* response);
  std::int64_t transactions_of(const entry& one) const;
  static std::string written(const document& reported);

  world& world_;
  shared_database& database_;
  bank& bank_;
  std::deque<document> documents_;
};

} // namespace paylink::simulation
