#include "domain/banks/settlement.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

using namespace paylink;

namespace {

const timestamp expiry = from_millis(1'769'847'330'123);
constexpr std::chrono::milliseconds tick{1};

bank_entry credit_of(std::int64_t dong) {
  bank_entry entry;
  entry.amount = {dong};
  entry.content = "PLAAAAAAAA cam on";
  return entry;
}

named_target pending_target(std::optional<std::int64_t> dong) {
  return {.status = link_status::pending,
          .amount = dong ? std::optional{money{*dong}} : std::nullopt,
          .expires_at = expiry};
}

} // namespace

BOOST_AUTO_TEST_SUITE(settlement)

BOOST_AUTO_TEST_CASE(each_situation_of_an_entry_has_one_fate) {
  using enum entry_fate;
  using enum classification;
  const auto target = pending_target(150'000);
  const auto paid = named_target{link_status::succeeded, money{150'000}, expiry};
  struct row {
    const char* what;
    entry_facts facts;
    entry_fate expected;
    std::optional<classification> classified{};
    bool needs_open_links = false, clock_is_sound = true, is_unproved = false, is_unconfirmed = false;
    timestamp now = expiry - tick;
  };
  const row rows[] = {
      {"names nothing", {}, recorded},
      {"names a pending link", {.target = target}, recorded, matched},
      {"names a paid link", {.target = paid}, recorded, duplicate},
      {"at the expiry", {.target = target}, recorded, late, false, true, false, false, expiry},
      {"proves nothing", {.target = target}, recorded, {}, false, true, true, true},
      {"proves nothing and names nothing", {}, recorded, {}, false, true, true, false},
      {"names nothing, unsound clock", {}, recorded, {}, false, false},
      {"names a link, unsound clock", {.target = target}, unavailable, {}, false, false},
      {"by its virtual account, unsound clock", {}, unavailable, {}, true, false},
      {"by its virtual account", {.target = target}, recorded, matched, true},
      {"locked", {.is_target_locked = true}, held_up},
      {"locked, unsound clock", {.is_target_locked = true}, held_up, {}, false, false},
      {"repeated, its link locked", {.is_known = true, .is_target_locked = true}, repeated},
      {"repeated, its link pending", {.is_known = true, .target = target}, repeated},
      {"repeated by virtual account, unsound clock", {.is_known = true}, unavailable, {}, true, false},
      {"another feed's", {.has_partner = true}, paired},
      {"another feed's, its link locked", {.has_partner = true, .is_target_locked = true}, paired},
      {"another feed's, unsound clock", {.has_partner = true, .target = target}, paired, {}, false, false},
      {"another account's", {.is_of_another_account = true, .target = target}, of_another_account},
      {"another account's, and its own", {.is_known = true, .is_of_another_account = true}, repeated},
      {"another account's number, this one's partner", {.is_of_another_account = true, .has_partner = true}, paired},
      {"suspended", {.is_suspended = true, .target = target}, held},
      {"suspended, unsound clock", {.is_suspended = true}, held, {}, true, false},
      {"suspended, repeated", {.is_suspended = true, .is_known = true}, repeated},
      {"suspended, another account's", {.is_suspended = true, .is_of_another_account = true}, of_another_account},
      {"refused", {.is_refused = true, .target = target}, refused},
      {"refused, suspended and known", {.is_refused = true, .is_suspended = true, .is_known = true}, refused},
  };
  for (const auto& row : rows) {
    auto entry = credit_of(150'000);
    entry.is_unproved = row.is_unproved;
    const auto found = decide(entry, row.facts, row.needs_open_links, row.clock_is_sound, row.now);
    BOOST_TEST((found.fate == row.expected), row.what);
    BOOST_TEST((found.classified == row.classified), row.what);
    BOOST_TEST(found.is_unconfirmed == row.is_unconfirmed, row.what);
    BOOST_TEST(found.completes_target() == (row.classified == matched), row.what);
  }
}

BOOST_AUTO_TEST_CASE(a_decision_classifies_as_the_rule_of_credits_does) {
  struct row {
    std::optional<std::int64_t> asked;
    std::int64_t credit;
    classification expected;
    bool completes;
  };
  using enum classification;
  for (const auto& [asked, credit, expected, is_complete] :
       {row{150'000, 150'000, matched, true}, row{150'000, 150'001, overpaid, true},
        row{150'000, 149'999, underpaid, false}, row{150'000, 1'999, below_minimum, false},
        row{std::nullopt, 2'000, matched, true}}) {
    const auto found = decide(credit_of(credit), {.target = pending_target(asked)}, false, true, expiry - tick);
    BOOST_TEST((found.classified == expected));
    BOOST_TEST(found.completes_target() == is_complete);
  }
}

BOOST_AUTO_TEST_CASE(a_recorded_transfer_is_the_same_only_with_amount_direction_text_and_no_other_virtual_account) {
  struct row {
    const char* what;
    std::function<void(recorded_transfer&)> change;
    std::int64_t virtual_account_row;
    likeness expected;
  };
  const row rows[] = {
      {"the same", [](auto&) {}, 0, likeness::same_account},
      {"the text in other letters and spaces", [](auto& one) { one.content = "plaaaaaaaa  CAM-ON"; }, 0,
       likeness::same_account},
      {"on one virtual account", [](auto& one) { one.virtual_account_row = 7; }, 7, likeness::same_account},
      {"a virtual account that the entry leaves out", [](auto& one) { one.virtual_account_row = 7; }, 0,
       likeness::same},
      {"a virtual account that only the entry has", [](auto&) {}, 7, likeness::same},
      {"another virtual account", [](auto& one) { one.virtual_account_row = 8; }, 7, likeness::other},
      {"another amount", [](auto& one) { one.amount = {150'001}; }, 0, likeness::other},
      {"the other direction", [](auto& one) { one.type = transfer_type::debit; }, 0, likeness::other},
      {"another text", [](auto& one) { one.content = "PLAAAAAAAA"; }, 0, likeness::other},
  };
  for (const auto& [what, change, virtual_account_row, expected] : rows) {
    recorded_transfer recorded{.row = 1, .amount = {150'000}, .content = "PLAAAAAAAA cam on"};
    change(recorded);
    BOOST_TEST((compare(recorded, credit_of(150'000), virtual_account_row) == expected), what);
  }
}

BOOST_AUTO_TEST_SUITE_END()
