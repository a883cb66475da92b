#pragma once
#include "tests/simulation/bank.hpp"

namespace paylink::simulation {

/// The merchants' statements: an account's transfers so far, as the bank exports them by their days, imported until
/// they are answered. Feeds tell of each of them as well, before or after.
class statements {
public:
  statements(world& in, cluster& nodes, shared_database& database, bank& money)
      : world_{in}, nodes_{nodes}, database_{database}, bank_{money} {}

  /// Some runs have some. Drawn apart, so that what else a seed draws does not depend on it.
  void begin(std::uint64_t seed);
  void import(std::size_t account);
  bool has_open() const { return open_ > 0; }

private:
  struct exported {
    std::string text;
    std::int64_t entries = 0;
  };
  exported export_of(std::size_t account) const;
  void hear(std::size_t account, const exported& sent, const http_response* response);

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  bank& bank_;
  int open_ = 0;
};

} // namespace paylink::simulation
