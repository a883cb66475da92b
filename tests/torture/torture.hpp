#pragma once
#include "tests/e2e/merchant.hpp"
#include "tests/torture/persistent_bank.hpp"
#include "tests/torture/tortured_service.hpp"

#include <optional>
#include <random>
#include <set>

namespace paylink::test {

/// How often a test does its harm: ten times in the everyday run; scripts/torture asks for more.
int harms_wanted();

/// Every event in the receiver's log is one link's, is the same to the byte however often it was sent, and its
/// attempts' numbers never fall. The references of these links.
std::set<std::string> check_log(const merchant& shop);

/// A service under a steady stream of credits, with a receiver that loses answers.
class torture {
public:
  /// Starts everything, with links for so many harms.
  torture(tortured_service::backend on, int harms, const tortured_service::surroundings& around = {},
          int credits_a_second = 50);

  /// Between 5 and 800 ms.
  std::chrono::milliseconds draw_pause();

  /// Lets everything come to its end, and checks that it is the right one.
  void finish();

private:
  void check_store(std::size_t credits) const;

  unsigned seed_ = std::random_device{}();
  std::mt19937 chance_{seed_};

public:
  tortured_service service;
  merchant shop;
  std::optional<persistent_bank> bank;
};

} // namespace paylink::test
